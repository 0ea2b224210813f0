"""What a wheel warns of, and how its rotor turns."""

from itertools import product

import pytest

from drivers.slingshot.commands import HOST_STARTED_MODE
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    NoResultSeen,
)
from tests.kits.drivers.slingshot_bench import CLOSED, OPENED, UNKNOWN, Bench, line
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

BALL = FaultRaised("wheel", "ball_missing")
BALL_BACK = FaultEnded("wheel", "ball_missing")
FAULT = FaultRaised("wheel", "wheel_fault")
FAULT_GONE = FaultEnded("wheel", "wheel_fault")


# --- what the wheel warns of


def warned(state: int, bits: int, seconds: int) -> set[str]:
    """Return what follows when the warning has stood so long, from the page of the wheel."""
    events = set()
    if bits & 1 and (state in (1, 2, 3) or (state == 4 and seconds >= 5)):
        events.add("ball_missing")
    if bits & 4:
        events.add("wheel_fault")
    if bits & 2 and state in (3, 4):
        events.add("same_direction")
    elif bits & 8 and state == 3 and seconds >= 3:
        events.add("failed_launch")
    elif bits & 1 and state == 4 and seconds >= 5:
        events.add("ball_out")
    if bits & 8 and state in (1, 2) and seconds >= 3:
        events.add("failed_launch")
    if state == 6:
        events.add("wheel_closed")
    return events


LASTING = {"ball_missing", "wheel_fault"}
"""The faults that end when the warning goes, in any state."""


@pytest.mark.clause("Practice wheel object")
@each("state, bits", list(product(range(1, 7), range(16))))
def test_every_warning_in_every_state(state: int, bits: int) -> None:
    bench = Bench()
    seen = {event.code for event in bench.follow(*UP_TO[state]) if isinstance(event, FaultRaised)}
    for half in range(14):
        for event in bench.receive(line(state, warned=bits)):
            assert isinstance(event, FaultRaised | NoResultSeen)
            seen.add(event.code if isinstance(event, FaultRaised) else event.reason)
        if half in (1, 4, 13):
            assert seen == warned(state, bits, half // 2), f"after {half} half seconds"
    ended = [e for e in bench.be(state) if isinstance(e, FaultEnded)]
    lasting = LASTING | ({"failed_launch"} if state in (1, 2) else set())
    assert {e.code for e in ended} == seen & lasting


# --- a failed launch, as recorded: in state 2


UNLAUNCHED = FaultRaised("wheel", "failed_launch")
LAUNCHED = FaultEnded("wheel", "failed_launch")
RECORDED = b"*X;2;003; 9;8;150;0\r\n"
"""One of 1,359 recorded lines with this warning."""


def test_recorded_failed_launch_of_240_s_is_one_fault() -> None:
    bench = Bench()
    bench.be(2, game=3, winner=" 9")
    assert bench.receive(*[RECORDED] * 480) == [UNLAUNCHED]
    assert bench.be(2, game=3, winner=" 9") == [LAUNCHED]


def test_failed_launch_shorter_than_3_s_is_none() -> None:
    bench = Bench()
    bench.be(2)
    assert bench.receive(*[line(2, warned=8)] * 7, *[line(2)] * 10) == []


@each("state, events", [(1, []), (2, []), (3, [LAUNCHED]), (6, [LAUNCHED, CLOSED])])
def test_failed_launch_ends_with_the_state(state: int, events: list[Event]) -> None:
    bench = Bench()
    bench.be(2)
    assert bench.receive(*[line(2, warned=8)] * 10) == [UNLAUNCHED]
    assert bench.be(state, warned=8) == events


def test_opened_wheel_that_fails_again_is_a_new_fault() -> None:
    bench = Bench()
    bench.follow(2)
    bench.receive(*[line(2, warned=8)] * 10)
    bench.be(6)
    assert bench.follow(1, 2) == [OPENED]
    assert bench.receive(*[line(2, warned=8)] * 10) == [UNLAUNCHED]


def test_launch_that_succeeds_at_last_is_a_spin() -> None:
    bench = Bench()
    bench.be(2)
    bench.receive(*[line(2, warned=8)] * 10)
    assert bench.follow(3, 4, 5) == [LAUNCHED, CLOSED_BETS, result("31")]


def test_voided_spin_reports_no_number() -> None:
    for bits in (2, 8):
        bench = Bench()
        bench.follow(2, 3)
        events = bench.receive(*[line(3, warned=bits)] * 10)
        assert len(events) == 1
        assert bench.follow(4, 5, warned=bits) == []


def test_ball_against_rotor_is_voided_at_the_wheel() -> None:
    bench = Bench()
    bench.follow(2, 3)
    assert bench.be(3, warned=2) == [SAME_WAY]
    bench.run(1000)
    assert b"*R\r\n" in bench.far.orders
    bench.receive(b"*R OK\r\n")
    bench.far.orders.clear()
    bench.receive(*[line(3, warned=2)] * 8)
    bench.run(400)
    assert b"*R\r\n" not in bench.far.orders


def test_unanswered_void_repeats_while_ball_is_live() -> None:
    bench = Bench()
    bench.follow(2, 3)
    bench.be(3, warned=2)
    for _ in range(40):
        bench.receive(line(3, warned=2), each=5)
        bench.run(495)
    assert bench.far.orders.count(b"*R\r\n") == 5


def test_void_is_for_its_game_only() -> None:
    bench = Bench()
    bench.follow(2, 3)
    bench.be(3, warned=2)
    bench.be(1)
    bench.far.orders.clear()
    bench.follow(2, 3, 4, 5)
    assert b"*R\r\n" not in bench.far.orders


def test_wheel_s_relaunch_is_a_new_spin() -> None:
    bench = Bench()
    bench.follow(2, 3)
    assert bench.receive(*[line(3, warned=8)] * 10) == [NOT_LAUNCHED]
    assert bench.follow(3, 4, 5) == [CLOSED_BETS, result("31")]


def test_ball_leaving_rim_to_fall_is_not_missing() -> None:
    bench = rolling()
    assert bench.receive(*[line(4, warned=1)] * 10) == []
    assert bench.be(5) == [result("31")]


@pytest.mark.clause("Practice wheel object")
def test_ball_gone_for_long_ends_spin() -> None:
    bench = rolling()
    assert bench.receive(*[line(4, warned=1)] * 13) == [BALL_OUT, BALL]
    assert bench.be(4) == [BALL_BACK]
    assert bench.be(5) == []


def test_number_from_a_faulty_wheel_is_unknown() -> None:
    bench = rolling()
    assert bench.be(4, warned=4) == [FAULT]
    assert bench.be(4) == [FAULT_GONE]
    assert bench.be(5) == [UNKNOWN]


def test_fault_outlives_cable_loss() -> None:
    bench = Bench()
    assert bench.be(2, warned=4) == [FAULT]
    bench.wheel.start(bench.now)
    assert bench.be(2, warned=4) == []
    assert bench.be(2) == [FAULT_GONE]


# --- the rotor


@each("speed", [0, 99, 100, 300, 301, 999])
@each("state", [3, 4])
def test_rotor_turns_10_to_30_rpm_with_ball_in_play(state: int, speed: int) -> None:
    bench = Bench()
    bench.follow(*UP_TO[state])
    events = bench.receive(line(state, speed=speed)) + bench.receive(line(state, speed=speed))
    assert events == ([] if 100 <= speed <= 300 else [SPEED])


def test_one_line_of_odd_speed_is_damage() -> None:
    bench = rolling()
    assert bench.receive(line(4, speed=572), line(4), line(4, speed=32), line(4)) == []


@pytest.mark.parametrize("state", [1, 2, 5, 6])
def test_speed_is_free_without_ball(state: int) -> None:
    bench = Bench()
    bench.follow(*UP_TO[state])
    assert bench.receive(*[line(state, speed=0)] * 5) == []


def spin(bench: Bench, game: int, direction: int) -> list[Event]:
    bench.follow(2, 3, 4, game=game, direction=direction)
    return bench.be(5, game=game, direction=direction)


def in_known_mode() -> Bench:
    bench = Bench(host_started=True)
    bench.be(2)
    for _ in range(3):
        bench.run(200)
        bench.receive(b"*V V2.50\r\n", each=5)
    bench.run(200)
    bench.receive(f"*O 2 1 60 {HOST_STARTED_MODE}\r\n".encode())
    return bench


@pytest.mark.clause("Practice wheel direction")
def test_rotor_alternates_direction_each_game() -> None:
    bench = in_known_mode()
    ways = [0, 1, 1, 1, 0, 1, 0, 0]
    events = [spin(bench, game, way) for game, way in enumerate(ways, 1)]
    valid = [event == [result("31")] for event in events]
    assert valid == [True, True, False, False, True, True, True, False]
    assert [SAME_WAY] in events
    assert b"*R\r\n" not in bench.far.orders


def test_void_leaves_direction_open() -> None:
    """Whether the wheel turns round after one is not known."""
    for way, void in product((0, 1), ([2, 3, 1], [2, 3, 4, 1], [2, 3, 4, 6], [2, 5])):
        bench = in_known_mode()
        spin(bench, 12, 0)
        bench.follow(*void, game=13, direction=1)
        assert spin(bench, 14, way) == [result("31")]


def test_unknown_mode_skips_direction_check() -> None:
    bench = Bench()
    assert [spin(bench, game, 0) for game in (1, 2, 3)] == [[result("31")]] * 3
