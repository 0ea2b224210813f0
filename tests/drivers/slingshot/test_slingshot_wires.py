"""On any wire: only the ball's number is reported, and none is lost unnoticed."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.vocabulary.events import (
    Event,
    NoMoreBetsSeen,
    PartAnswered,
    PartAwaited,
    ResultSeen,
)
from sim.wires.impairments import (
    ByteByByte,
    DelayedWire,
    FlippedWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import Impairment, PerfectWire
from tests.kits.drivers.damage import damages
from tests.kits.drivers.slingshot_bench import (
    BACK,
    LOST,
    UNKNOWN,
    WHY,
    Bench,
    Pit,
    line,
    numbers_of,
)
from tests.kits.examples import examples
from tests.kits.offenders import each

GAME = [
    *[line(2)] * 3,
    *[line(3)] * 3,
    *[line(4, speed=165)] * 4,
    b" 9\r\n",
    *[line(5, winner="9", speed=166)] * 3,
    *[line(2, game=13, winner="9")] * 3,
]
"""Lines of one game, whose last winner was 31."""
BALL = ResultSeen(("9",))
WAITED = [PartAwaited("wheel"), PartAnswered("wheel")]
"""What is said of a wheel that never answered before its cable was pulled."""


def assert_honest(events: list[Event]) -> None:
    assert numbers_of(events) in ([], ["9"])
    assert numbers_of(events) or any(isinstance(event, WHY) for event in events)


@pytest.mark.parametrize("events", [[ResultSeen(("31",))], [BALL, BALL], [], [NoMoreBetsSeen()]])
def test_honesty_check_can_fail(events: list[Event]) -> None:
    with pytest.raises(AssertionError):
        assert_honest(events)


HIT_EACH = examples(4, 1)
"""Of how many ways to hit a byte one is tried: others at the next byte, and in the same line when
it comes again, 21 bytes later.
"""


def in_lines(stream: bytes) -> list[bytes]:
    return stream.splitlines(keepends=True)


@each("at", range(len(b"".join(GAME))))
def test_no_byte_error_makes_a_number(at: int) -> None:
    whole = b"".join(GAME)
    hit = whole[at : at + 1]
    hits = (b"", hit * 2, *(bytes([hit[0] ^ 1 << bit]) for bit in range(8)))
    for instead in hits[at % HIT_EACH :: HIT_EACH]:
        assert_honest(Bench().receive(*in_lines(whole[:at] + instead + whole[at + 1 :])))


@each("first", range(len(GAME)))
def test_cut_merged_line_is_no_number(first: int) -> None:
    for cut in range(len(GAME[first])):
        for gone in range(3):
            merged = GAME[first][:cut] + b"".join(GAME[first + 1 + gone :][:1])
            stream = b"".join([*GAME[:first], merged, *GAME[first + 2 + gone :]])
            assert_honest(Bench().receive(*in_lines(stream)))


@each("back", range(1, len(GAME), 3))
def test_no_late_repeated_line_makes_a_number(back: int) -> None:
    for at in range(back, len(GAME)):
        late = GAME[at - back : at - back + 2]
        assert_honest(Bench().receive(*GAME[:at], *late, *GAME[at:]))


@pytest.mark.parametrize("missed", [0, 1, 4, 100])
def test_cable_pulled_at_any_byte_costs_one_spin(missed: int) -> None:
    whole = b"".join(GAME)
    begins, ends = whole.index(line(3)) + 2 * len(line(3)), whole.index(GAME[-1])
    for at in range(0, len(whole), examples(3, 1)):
        bench = Bench()
        events = bench.receive(*in_lines(whole[:at]))
        is_reported = bool(numbers_of(events))
        gone = [LOST, BACK] if bench.wheel.answered else WAITED
        bench.port.unplug()
        events += bench.run(50)
        bench.port.plug()
        events += bench.run(600)
        events += bench.receive(*in_lines(whole[at:])[missed + 1 :], *[GAME[-1]] * 2)
        assert numbers_of(events) == (["9"] if BALL in events else [])
        assert events.count(BALL) <= 1
        assert [e for e in events if e in (LOST, BACK, *WAITED)] == gone
        if begins <= at < ends and not is_reported:
            assert UNKNOWN in events
            assert BALL not in events


@pytest.mark.parametrize("host_started", [False, True])
@pytest.mark.parametrize("numbers", [37, 38])
def test_good_wire_reports_every_spin(numbers: int, host_started: bool) -> None:
    pit = Pit(numbers=numbers, host_started=host_started)
    pit.settle()
    for number in [*map(str, range(0, 37, examples(4, 1))), *(["00"] if numbers == 38 else [])]:
        assert pit.spin(number) == [NoMoreBetsSeen(), ResultSeen((number,))]
    assert pit.bench.wheel.health.keys() <= {"lines"}


@pytest.mark.parametrize("manner", [ByteByByte, lambda: MergedWire(17), lambda: DelayedWire(20)])
def test_slow_wire_costs_nothing(manner: Callable[[], Impairment]) -> None:
    pit = Pit(manner(), host_started=True)
    pit.settle()
    for number in ("17", "0", "36", "4"):
        assert numbers_of(pit.spin(number)) == [number]
    assert pit.bench.wheel.health["dropped_bytes"] == 0


@each("seed", range(examples(1, 2)))
@each("one_in", [30, 100])
@each("bad", [LossyWire, RepeatedWire, FlippedWire])
def test_bad_wire_adds_or_hides_no_spin(
    bad: Callable[[int, int], Impairment], one_in: int, seed: int
) -> None:
    pit, chance = Pit(bad(seed, one_in)), Random(seed)
    for _ in range(8):
        pit.spin(str(chance.randrange(37)))
    assert pit.bench.wheel.health["dropped_bytes"]
    assert pit.reported


@settings(max_examples=examples(3, 25))
@given(
    st.lists(damages("none", "lost", "twice", "flip", "noise", "cut", "again"), max_size=120),
    st.integers(0, 36),
)
def test_damaged_lines_invent_no_number(
    befall: list[Callable[[bytes], bytes]], number: int
) -> None:
    pit, befalls = Pit(), iter(befall)
    pit.settle()
    pit.sim.damage = lambda text: next(befalls, bytes)(text)
    pit.spin(str(number))
    pit.sim.damage = None
    pit.spin(str(36 - number))


@settings(max_examples=examples(25, 250), deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=30))
def test_noise_is_no_number(noise: list[bytes]) -> None:
    bench = Bench(manner=PerfectWire())
    assert numbers_of(bench.receive(*noise)) == []
