"""The report of a spin, from the wheel's lines, one by one."""

from itertools import product

import pytest

from firmware.core.vocabulary.events import (
    NO_RESULT_WORDS,
    Event,
)
from tests.kits.drivers.slingshot_bench import (
    BACK,
    CLOSED,
    OPENED,
    UNKNOWN,
    VOID,
    Bench,
    line,
    numbers_of,
)
from tests.kits.drivers.slingshot_lines import (
    BALL_OUT,
    CLOSED_BETS,
    NOT_LAUNCHED,
    SAME_WAY,
    SPEED,
    UP_TO,
    result,
    rolling,
)
from tests.kits.offenders import each

# --- a spin


def test_spin_closes_bets_and_is_reported_once() -> None:
    bench = Bench()
    assert bench.follow(2, 3) == []
    assert bench.receive(line(4), line(4)) == [CLOSED_BETS]
    assert bench.receive(*[line(4, speed=170)] * 50) == []
    assert bench.receive(b"28\r\n", line(5, winner="28")) == []
    assert bench.receive(line(5, winner="28", speed=171)) == [result("28")]
    assert bench.receive(*[line(5, winner="28")] * 10) == []
    assert bench.follow(2, 3, game=13, winner="28", direction=1) == []


def test_change_is_queried_at_once() -> None:
    bench = Bench()
    bench.follow(2, 3)
    bench.far.orders.clear()
    bench.receive(line(4), each=5)
    bench.run(300)
    assert bench.far.orders.count(b"*X\r\n") == 1


@each("numbers", [37, 38])
@each("winner", [f"{n:>2}" for n in range(100)] + [f"0{n}" for n in range(10)])
def test_number_reported_as_on_wheel(winner: str, numbers: int) -> None:
    """What the wheel has no pocket for is reported too, and the table refuses it."""
    bench = Bench(numbers=numbers)
    bench.follow(2, 3, 4)
    symbol = winner.strip()
    known = winner == "00" if numbers == 38 and winner[0] == "0" else winner[0] != "0"
    assert bench.be(5, winner=winner) == [result(symbol) if known else UNKNOWN]


@pytest.mark.parametrize("winner", ["  ", "5 "])
def test_invalid_number_is_unknown(winner: str) -> None:
    assert rolling().receive(*[line(5).replace(b";31;", f";{winner};".encode())] * 2) == [UNKNOWN]


def test_last_winner_is_not_this_one() -> None:
    """The field is that of an earlier spin until state 5."""
    assert numbers_of(Bench().follow(2, 3, 4, winner="31")) == []


def test_games_count_from_256_to_1() -> None:
    bench = Bench()
    events: list[Event] = []
    for at, game in enumerate([254, 255, 256, 1, 2]):
        events += bench.follow(2, 3, 4, game=game, direction=at % 2)
        events += bench.be(5, game=game, direction=at % 2, winner=str(10 + at))
    assert numbers_of(events) == ["10", "11", "12", "13", "14"]
    assert len(events) == 10


# --- damage


@each("bits", range(1, 16))
@each("digit", range(2))
def test_single_line_is_never_trusted(digit: int, bits: int) -> None:
    bench = rolling()
    wrong = bytearray(b"28")
    wrong[digit] ^= bits
    odd = line(5).replace(b"31", bytes(wrong))
    assert numbers_of(bench.receive(odd, line(4), odd, line(4))) == []
    assert numbers_of(bench.receive(odd, line(5, winner="28"))) == []
    assert numbers_of(bench.receive(line(5, winner="28"))) == ["28"]


def test_damage_does_not_part_two_equal_lines() -> None:
    bench = rolling()
    assert bench.receive(line(5), b"*X;5;012;9", line(5)) == [result("31")]


@pytest.mark.parametrize(
    ("bare", "event"), [(b"31\r\n", result("31")), (b"30\r\n", UNKNOWN), (b" 3\r\n", UNKNOWN)]
)
def test_bare_number_must_agree(bare: bytes, event: Event) -> None:
    assert rolling().receive(bare, line(5), line(5)) == [event]
    assert rolling().receive(line(5), bare, line(5)) == [event]


def test_two_bare_numbers_must_agree() -> None:
    assert rolling().receive(b"31\r\n", b"30\r\n", line(5), line(5)) == [UNKNOWN]


def test_late_bare_number_contradicts() -> None:
    bench = rolling()
    bench.be(5)
    assert bench.receive(b"31\r\n", b"30\r\n") == [UNKNOWN]


def test_number_changed_after_report_is_unknown() -> None:
    bench = rolling()
    assert bench.be(5) == [result("31")]
    assert bench.be(5, winner="28") == [UNKNOWN]


@pytest.mark.parametrize("state", [1, 2, 3, 6])
def test_untimely_bare_number_is_stray(state: int) -> None:
    bench = Bench()
    bench.follow(2, state)
    assert bench.receive(b"30\r\n") == []
    assert bench.wheel.health["stray_numbers"] == 1


# --- from any state to any other

SAME_GAME: dict[int, list[list[Event]]] = {
    1: [[], [], [], [UNKNOWN], [UNKNOWN], []],
    2: [[], [], [], [CLOSED_BETS], [UNKNOWN], []],
    3: [[VOID], [VOID], [], [CLOSED_BETS], [UNKNOWN], [VOID]],
    4: [[VOID], [VOID], [VOID], [], [result("31")], [VOID]],
    5: [[], [], [], [], [], []],
    6: [[], [], [], [UNKNOWN], [UNKNOWN], []],
}
NEXT_GAME: dict[int, list[list[Event]]] = {
    **{first: [[], [], [], [UNKNOWN], [UNKNOWN], []] for first in (1, 2, 5, 6)},
    **{first: [[UNKNOWN]] * 6 for first in (3, 4)},
}


@pytest.mark.clause("AGCO 6.1.2")
@each("first, then", list(product(range(1, 7), repeat=2)))
def test_every_state_transition(first: int, then: int) -> None:
    for steps, game in ((SAME_GAME, 12), (NEXT_GAME, 13), (NEXT_GAME, 40)):
        bench = Bench()
        bench.follow(*UP_TO[first])
        assert bench.be(then, game=game) == [*steps[first][then - 1], *moved(first, then)]


def moved(first: int, then: int) -> list[Event]:
    """Return what a wheel that closes or opens brings."""
    if first == then or 6 not in (first, then):
        return []
    return [CLOSED if then == 6 else OPENED]


def test_voided_game_repeats_under_its_number() -> None:
    bench = rolling()
    assert bench.be(1) == [VOID]
    assert bench.follow(2, 3, 4, 5) == [CLOSED_BETS, result("31")]


def test_relaunched_ball_is_a_new_spin() -> None:
    bench = rolling()
    assert bench.be(3) == [VOID]
    assert bench.follow(4, 5) == [CLOSED_BETS, result("31")]


def test_no_game_is_reported_twice() -> None:
    bench = rolling()
    assert bench.follow(5, 2, 3, 4, 5) == [result("31"), UNKNOWN]


def test_late_old_lines_begin_no_spin() -> None:
    assert rolling().follow(5, 4, 3, 4, 5) == [result("31")]


def test_wheel_switched_off_restarts_its_count() -> None:
    bench = rolling(game=1)
    assert bench.be(5, game=1) == [result("31")]
    bench.be(6, game=1, winner="  ")
    bench.follow(2, 3, 4, game=1, winner="  ")
    assert bench.be(5, game=1, winner="17") == [result("17")]


# --- not received whole


@pytest.mark.parametrize("state", [4, 5])
def test_spin_running_at_start_is_not_reported(state: int) -> None:
    bench = Bench()
    assert bench.follow(*range(state, 6)) == []
    assert bench.follow(2, 3, 4, 5, game=13) == [CLOSED_BETS, result("31")]


@each("first", range(1, 7))
@each("then", range(1, 7))
@each("game", [12, 13])
def test_partial_spin_is_unknown(first: int, then: int, game: int) -> None:
    bench = Bench()
    bench.follow(*UP_TO[first])
    bench.port.unplug()
    bench.run(100)
    bench.port.plug()
    bench.run(1000)
    in_play = first in (3, 4)
    unseen = then in (4, 5) and not (first == 5 and game == 12)
    assert bench.be(then, game=game) == [
        BACK,
        *([UNKNOWN] if in_play or unseen else []),
        *moved(first, then),
    ]
    if then == 3 and in_play and game == 12:
        assert bench.follow(4, 5, game=game) == []


def test_table_knows_every_reason() -> None:
    for event in (VOID, SAME_WAY, NOT_LAUNCHED, BALL_OUT, SPEED):
        assert event.reason in NO_RESULT_WORDS
