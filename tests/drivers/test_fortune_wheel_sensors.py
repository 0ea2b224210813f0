"""A wheel of fortune whose sensors miss pegs, stick, bounce or die: no part is made up."""

from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, product
from typing import Any

import pytest

from drivers.fortune_wheel import FortuneWheel
from firmware.core.vocabulary.events import Event
from hal.ports import InputLine, Millis
from sim.wires.lines import SimInput
from sim.world.virtual_clock import VirtualClock
from tests.kits.drivers.fortune_bench import FREE, KNOWN, UNKNOWN, Bench, result, stuck
from tests.kits.examples import examples
from tests.kits.offenders import each


def in_turn(kinds: Sequence[Any], cases: Iterable[int]) -> list[tuple[Any, int]]:
    """Return each case with one of the kinds, another at the next."""
    return list(zip(cycle(kinds), cases))


def spun_with(kind: str, nth: int) -> list[Event]:
    """A spin of 3 turns and a half over 12 parts, the sensor wrong at one peg of 42."""
    bench = Bench(12)
    getattr(bench.far, kind).add(nth)
    return bench.spin(6, 3)


TRUE = [result(6, 3)]
KINDS = ("missed_pegs", "extra_pegs")
FIRST_TURN, WHOLE_TURNS, LAST_PEG = range(1, 13), range(13, 37), 42


@each("nth", FIRST_TURN)
def test_peg_missed_before_first_index_costs_one_turn(nth: int) -> None:
    assert spun_with("missed_pegs", nth) in (TRUE, [result(6, 2)])


@each("kind, nth", examples(in_turn(KINDS, WHOLE_TURNS), [*product(KINDS, WHOLE_TURNS)]))
def test_turn_with_wrong_peg_count_is_unknown(kind: str, nth: int) -> None:
    reported = spun_with(kind, nth)
    assert reported[0] == UNKNOWN
    assert reported[1:] in ([], [KNOWN])


@each("kind", KINDS)
@each("nth", range(36, LAST_PEG))
def test_untimely_peg_in_last_turn_is_unknown(kind: str, nth: int) -> None:
    assert spun_with(kind, nth) == [UNKNOWN]


def test_missed_last_peg_is_unnoticed() -> None:
    assert spun_with("missed_pegs", LAST_PEG) == [result(5, 3)]


def test_next_whole_turn_ends_fault() -> None:
    bench = Bench(12)
    bench.far.missed_pegs.add(40)
    assert bench.spin(6, 3) == [UNKNOWN]
    bench.far.missed_pegs.clear()
    assert bench.spin(7, 3) == [KNOWN, result(7, 3)]


@pytest.mark.parametrize("sees", [True, False])
@pytest.mark.parametrize("sensor", ["index", "peg"])
def test_stuck_sensor_is_unknown_and_named(sensor: str, sees: bool) -> None:
    bench = Bench()
    getattr(bench.far, sensor).forced_state = sees
    assert bench.spin(5) == [UNKNOWN, stuck(sensor.upper())]
    getattr(bench.far, sensor).forced_state = None
    bench.run(12_000)
    assert bench.spin(7) == [FREE, KNOWN, result(7, 4)]


DYING, WITHIN = range(14, LAST_PEG), (0.3, 0.5, 0.7)


@each("within, nth", examples(in_turn(WITHIN, DYING), [*product(WITHIN, DYING)]))
def test_peg_sensor_dying_mid_spin_invents_no_part(nth: int, within: float) -> None:
    bench = Bench(12)
    bench.far.missed_pegs |= set(range(nth, LAST_PEG + 1))
    assert bench.spin(6, 3, within) in ([UNKNOWN], [UNKNOWN, KNOWN])


STUCK, STICKING = (True, False), range(0, 9000, 700)


@each("sees, millis", examples(in_turn(STUCK, STICKING), [*product(STUCK, STICKING)]))
def test_index_stuck_mid_spin_invents_no_part(sees: bool, millis: int) -> None:
    bench = Bench()
    bench.far.spin("p5", 4)
    reported = bench.run(millis)
    bench.far.index.forced_state = sees
    reported += bench.run()
    assert reported in ([UNKNOWN], [UNKNOWN, stuck("INDEX")], [result(5, 4)])
    assert millis > 3000 or reported[0] == UNKNOWN


def test_index_missed_just_before_rest_is_unknown() -> None:
    bench = Bench()
    bench.far.spin("p0", 4)
    bench.run(6000)
    bench.far.index.forced_state = False
    assert bench.run() == [UNKNOWN]


def test_simultaneous_changes_are_no_backward_turn() -> None:
    index, peg = SimInput(), SimInput()
    part = FortuneWheel(index, peg, ["1"] * 9)
    part.start(Millis(0))
    events: list[Event] = []
    for now in range(3000):
        index.is_high = peg.is_high = now % 500 >= 100
        events += part.poll(Millis(now))
    assert events == [UNKNOWN]


class Bouncing:
    """A contact that, for a millisecond after each change, shows now this and now that."""

    def __init__(self, line: InputLine, clock: VirtualClock) -> None:
        self._line, self._clock = line, clock
        self._was, self._at = line.level(), -9

    def level(self) -> bool:
        now, level = self._clock.now(), self._line.level()
        if level != self._was:
            self._was, self._at = level, now
        return level != (now - self._at == 1)


class Noisy:
    """A line that a spike of a millisecond falls upon now and then."""

    def __init__(self, line: InputLine, clock: VirtualClock) -> None:
        self._line, self._clock = line, clock

    def level(self) -> bool:
        return self._line.level() != (self._clock.now() % 97 == 0)


@each("parts", [9, 30, 54])
@each("worn", [Bouncing, Noisy])
def test_bounces_and_spikes_are_no_pegs(
    worn: Callable[[InputLine, VirtualClock], InputLine], parts: int
) -> None:
    bench = Bench(parts, worn)
    assert bench.spin(parts - 1, 3, lasts_ms=8000) == [result(parts - 1, 3)]
