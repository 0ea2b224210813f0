"""Every row of the wheel of fortune's table, said by its far end or by its two lines."""

from collections.abc import Callable
from itertools import product

import pytest

from drivers.fortune_wheel import FortuneWheel
from drivers.fortune_wheel.message_table import (
    INDEX_STUCK,
    PEG,
    PEG_TOO_LATE,
    PEG_TOO_SOON,
    PEGS_STUCK,
    REST_AFTER_MOVE,
    REST_IN_DOUBT,
    REST_IN_PART,
    REST_ON_PEG,
    ROWS,
    SURPLUS_PEG,
    WHOLE_TURN,
    WRONG_TURN,
    index_name,
)
from drivers.message_log import MessageRow, Outcome
from firmware.core.vocabulary.events import Event
from hal.ports import Millis
from sim.wires.lines import SimInput
from tests.kits.drivers.fortune_bench import FREE, KNOWN, UNKNOWN, Bench, result, stuck
from tests.kits.drivers.message_outcomes import outcome_of
from tests.kits.offenders import each

PLACES = (False, True, None)
Act = Callable[[Bench], list[Event]]


def spun(bench: Bench) -> list[Event]:
    return bench.spin(6, 3)


def with_missed(peg: int) -> Act:
    def act(bench: Bench) -> list[Event]:
        bench.far.missed_pegs.add(peg)
        return spun(bench)

    return act


def with_extra(peg: int) -> Act:
    def act(bench: Bench) -> list[Event]:
        bench.far.extra_pegs.add(peg)
        return spun(bench)

    return act


def with_stuck(sensor: str) -> Act:
    def act(bench: Bench) -> list[Event]:
        getattr(bench.far, sensor).forced_state = False
        return spun(bench)

    return act


def on_a_peg(bench: Bench) -> list[Event]:
    bench.far.spin_between_segments(3)
    return bench.run()


ACTS: dict[str, Act] = {
    PEG: spun,
    PEG_TOO_SOON: with_extra(40),
    PEG_TOO_LATE: with_missed(40),
    SURPLUS_PEG: with_stuck("index"),
    WHOLE_TURN: spun,
    WRONG_TURN: with_missed(20),
    PEGS_STUCK: with_stuck("peg"),
    INDEX_STUCK: with_stuck("index"),
    REST_IN_PART: spun,
    REST_ON_PEG: on_a_peg,
    REST_IN_DOUBT: with_missed(41),
    REST_AFTER_MOVE: lambda bench: bench.spin(3, 0),
}
INDICES = {index_name(*places): places for places in product(PLACES, PLACES)}


@each("name", ACTS)
def test_each_row_becomes_what_it_says(name: str) -> None:
    bench = Bench(12)
    row = bench.part.messages.rows[name]
    events = ACTS[name](bench)
    assert bench.part.messages.counts[name] >= 1
    if row.outcome is not Outcome.COUNTED:
        assert (row.outcome, row.result) in [outcome_of(event) for event in events]


class TwoLines:
    """A driver whose lines are moved by hand, polled every millisecond."""

    def __init__(self) -> None:
        self.index, self.peg = SimInput(), SimInput()
        self.part = FortuneWheel(self.index, self.peg, ["1"] * 12)
        self.now = 0
        self.part.start(Millis(0))

    def show(self, *, index: bool, peg: bool) -> list[Event]:
        """Cover the sensors, or not, for a tenth of a second."""
        self.index.is_high, self.peg.is_high = not index, not peg
        events: list[Event] = []
        for _ in range(100):
            self.now += 1
            events += self.part.poll(Millis(self.now))
        return events

    def pass_index(self, began: bool | None, ended: bool | None) -> list[Event]:
        events = self.show(index=False, peg=began is True)
        events += self.show(index=True, peg=began is not False)
        if ended is not None:
            events += self.show(index=True, peg=ended)
        covered = not self.peg.is_high
        return events + self.show(index=False, peg=covered if ended is not None else not covered)


@each("name", INDICES)
def test_index_shows_the_direction_by_the_pegs(name: str) -> None:
    lines = TwoLines()
    lines.show(index=False, peg=False)
    events = lines.pass_index(*INDICES[name])
    assert lines.part.messages.counts[name] == 1
    row = lines.part.messages.rows[name]
    reported = [outcome_of(event) for event in events]
    assert reported == ([(row.outcome, row.result)] if row.outcome is Outcome.EVENT else [])


def test_table_is_whole() -> None:
    assert {row.name for row in ROWS} == {*ACTS, *INDICES}
    assert all(isinstance(row, MessageRow) and row.source and row.result for row in ROWS)


# --- states around the spin


@pytest.mark.parametrize("sensor", ["index", "peg"])
def test_sensor_freed_in_mid_spin_ends_its_fault(sensor: str) -> None:
    bench = Bench(12)
    getattr(bench.far, sensor).forced_state = False
    bench.far.spin_duration_ms = 12_000
    bench.far.spin("p6", 8)
    events = bench.run(3500)
    assert events == [UNKNOWN, stuck(sensor.upper())]
    getattr(bench.far, sensor).forced_state = None
    assert bench.run(14_000) == [FREE, KNOWN]
    assert bench.spin(7) == [result(7, 4)]


def test_rocking_the_wheel_at_its_index_is_no_stuck_sensor() -> None:
    lines = TwoLines()
    events = []
    for _ in range(2):
        events += lines.show(index=True, peg=False) + lines.show(index=False, peg=False)
    assert events == [UNKNOWN]


def test_wheel_turned_slowly_backwards_is_no_result() -> None:
    bench = Bench(12)
    bench.far.spin_duration_ms = 30_000
    bench.far.spin_backwards(3)
    events = bench.run(45_000)
    assert [outcome_of(event) for event in events] == [(Outcome.EVENT, "NoResultSeen")]


def test_wheel_moved_in_maintenance_tells_nothing() -> None:
    bench = Bench(12)
    for part in (3, 5, 4, 8, 2):
        assert bench.spin(part, 0) + bench.run(10_000) == []
