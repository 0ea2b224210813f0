"""The machine: shortages are reported in time, once, and end only when there is enough."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.events import ClockStepped, FaultEnded, FaultRaised
from firmware.core.vocabulary.faults import FAULTS, Cure
from firmware.shell.device.host import (
    DISK_FULL,
    DISK_LOW,
    FAR_MS,
    MEMORY_LOW,
    MIB,
    MOST_HELD,
    POLL_EVERY,
    STEP_MS,
    Floor,
    Host,
)
from firmware.shell.parts.bus import Bus
from hal.gauges import Disk, Files, Memory, Octets
from sim.bench.gauges import PLENTY, SimGauges
from sim.world.clock import VirtualClock
from tests.kits.offenders import each

FIRST, SECOND = Path("/var/lib/croupier/first"), Path("/media/croupier/second")
NOON_MS = 1_800_000_000_000
CODES = {"disk_low", "disk_full", "read_only", "files_low", "memory_low"}


class Machine:
    """A machine that is watched for a second at a time."""

    def __init__(
        self, last_wall_ms: int | None = None, remembered: frozenset[str] = frozenset(CODES)
    ) -> None:
        self.clock = VirtualClock()
        self.gauges = SimGauges(self.clock.now)
        self.gauges.offset_ms = NOON_MS
        host = Host(
            self.gauges,
            (FIRST, SECOND),
            lambda: last_wall_ms,
            lambda part, code: part == "host" and code in remembered,
        )
        self.bus = Bus("host", [host])

    def look(self) -> list[FaultRaised | FaultEnded]:
        events = self.bus.poll(self.clock.now())
        self.clock.advance_to(self.clock.now() + POLL_EVERY)
        return events

    def started(self) -> "Machine":
        self.look()
        self.look()
        return self

    def free(self, path: Path, octets: int) -> None:
        self.gauges.disks[path] = Disk(Octets(octets), writable=True)


def raised(code: str, **values: str) -> FaultRaised:
    return FaultRaised("host", code, values)


def ended(code: str) -> FaultEnded:
    return FaultEnded("host", code)


@each("remembered", [frozenset(CODES), frozenset({"disk_low"}), frozenset()])
def test_a_start_ends_what_the_table_remembers_and_nothing_else(remembered: frozenset[str]) -> None:
    machine = Machine(remembered=remembered)
    machine.look()
    assert {(e.part, e.code) for e in machine.look()} == {("host", code) for code in remembered}
    assert machine.look() == []


@pytest.mark.parametrize("floor", [DISK_LOW, DISK_FULL], ids=lambda floor: floor.code)
def test_a_disk_is_short_below_its_floor_and_no_longer_from_enough_on(floor: Floor) -> None:
    machine = Machine().started()
    machine.free(SECOND, floor.least)
    assert floor.code not in {event.code for event in machine.look()}
    machine.free(SECOND, floor.least - 1)
    assert raised(floor.code, path=str(SECOND)) in machine.look()
    for octets in (floor.least, floor.enough - 1, floor.least - 1):
        machine.free(SECOND, octets)
        assert machine.look() == []
    machine.free(SECOND, floor.enough)
    assert ended(floor.code) in machine.look()


def test_the_second_disk_to_run_short_is_named_beside_the_first() -> None:
    machine = Machine().started()
    machine.free(FIRST, DISK_LOW.least - 1)
    assert machine.look() == [raised("disk_low", path=str(FIRST))]
    machine.free(SECOND, DISK_LOW.least - 1)
    assert machine.look() == [raised("disk_low", path=f"{SECOND}, {FIRST}")]
    machine.free(FIRST, PLENTY)
    assert machine.look() == [raised("disk_low", path=str(SECOND))]


def test_a_disk_that_can_only_be_read_is_named() -> None:
    machine = Machine().started()
    machine.gauges.disks[FIRST] = Disk(PLENTY, writable=False)
    assert machine.look() == [raised("read_only", path=str(FIRST))]
    machine.gauges.disks.clear()
    assert machine.look() == [ended("read_only")]


def test_a_reading_that_can_not_be_had_changes_nothing() -> None:
    machine = Machine().started()
    machine.free(FIRST, 0)
    machine.look()
    machine.gauges.disks[FIRST] = machine.gauges.descriptors = machine.gauges.storage = None
    assert machine.look() == []


@each("most, least", [(1024, 64), (256, 64), (100, 25)])
def test_descriptors_are_short_at_64_or_at_a_quarter(most: int, least: int) -> None:
    machine = Machine().started()
    for left, said in (
        (least, []),
        (least - 1, [raised("files_low")]),
        (least, []),
        (least + least // 2, [ended("files_low")]),
    ):
        machine.gauges.descriptors = Files(left, most)
        assert machine.look() == said


def test_memory_is_short_below_its_floor_and_where_the_program_holds_too_much() -> None:
    machine = Machine().started()
    for available, held, said in (
        (MEMORY_LOW.least, MIB, []),
        (MEMORY_LOW.least - 1, MIB, [raised("memory_low")]),
        (MEMORY_LOW.enough, MIB, [ended("memory_low")]),
        (PLENTY, MOST_HELD, []),
        (PLENTY, MOST_HELD + 1, [raised("memory_low")]),
    ):
        machine.gauges.storage = Memory(Octets(available), Octets(held))
        assert machine.look() == said


# the time of day


def test_a_clock_that_goes_back_is_said_once_and_from_there_on() -> None:
    machine = Machine().started()
    machine.gauges.offset_ms -= STEP_MS
    assert machine.look() == []
    machine.gauges.offset_ms -= 1
    assert machine.look() == [raised("clock_back", seconds="2")]
    assert machine.look() == []
    machine.gauges.offset_ms -= 3_600_000
    assert machine.look() == [raised("clock_back", seconds="3600")]


def test_small_steps_back_add_up() -> None:
    machine = Machine().started()
    said = []
    for _ in range(3):
        machine.gauges.offset_ms -= 900
        said += machine.look()
    assert said == [raised("clock_back", seconds="2")]


@pytest.mark.parametrize(
    ("step_ms", "said"),
    [
        (STEP_MS, []),
        (STEP_MS + 1, [ClockStepped(2)]),
        (FAR_MS, [ClockStepped(3600)]),
        (FAR_MS + 1, [raised("clock_forward", seconds="3600")]),
        (315_360_000_000, [raised("clock_forward", seconds="315360000")]),
    ],
)
def test_a_step_forward_is_said_once_and_beyond_an_hour_a_fault(
    step_ms: int, said: list[object]
) -> None:
    machine = Machine().started()
    machine.gauges.offset_ms += step_ms
    assert machine.look() == said
    assert machine.look() == []


def test_a_slow_drift_forward_is_not_said() -> None:
    machine = Machine().started()
    for _ in range(10):
        machine.gauges.offset_ms += STEP_MS
        assert machine.look() == []


def test_the_night_before_a_start_is_no_step() -> None:
    machine = Machine(last_wall_ms=NOON_MS - 43_200_000)
    said = [*machine.look(), *machine.look()]
    assert not any("clock" in str(event).lower() for event in said)


@pytest.mark.parametrize(("behind_ms", "told"), [(STEP_MS, False), (STEP_MS + 1, True)])
def test_a_start_before_the_journal_s_last_record_is_said(behind_ms: int, told: bool) -> None:
    machine = Machine(last_wall_ms=NOON_MS + POLL_EVERY + behind_ms)
    said = [*machine.look(), *machine.look()]
    assert (raised("clock_back", seconds="2") in said) is told


# what follows


def test_what_leaves_no_room_to_play_on_stops_and_what_warns_does_not() -> None:
    stops = {code: FAULTS[code].stops for code in (*CODES, "clock_back", "clock_forward")}
    assert stops == {
        "disk_low": False,
        "read_only": False,
        "disk_full": True,
        "files_low": True,
        "memory_low": True,
        "clock_back": True,
        "clock_forward": True,
    }
    assert FAULTS["clock_back"].cure is Cure.CLEAR
    assert FAULTS["clock_back"].passing


def looked(machine: Machine, levels: list[int]) -> Iterator[tuple[int, list[object]]]:
    for level in levels:
        machine.free(FIRST, level)
        yield level, list(machine.look())


@given(st.lists(st.integers(0, 512 * MIB), min_size=1))
def test_whatever_a_disk_does_what_is_said_last_is_so(levels: list[int]) -> None:
    machine = Machine().started()
    standing: set[str] = set()
    for level, events in looked(machine, levels):
        for event in events:
            (standing.add if isinstance(event, FaultRaised) else standing.remove)(event.code)
        for floor in (DISK_LOW, DISK_FULL):
            assert floor.code in standing if level < floor.least else True
            assert floor.code not in standing if level >= floor.enough else True
