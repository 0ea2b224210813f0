"""The machine: shortages are reported in time, once, and end only when there is enough."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.events import ClockStepped, FaultEnded, FaultRaised
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.shell.device.host import (
    CLOCK_FAULT_MS,
    CLOCK_STEP_MS,
    DISK_FULL,
    DISK_LOW,
    MAX_PROGRAM_MEMORY,
    MEMORY_LOW,
    MIB,
    POLL_INTERVAL_MS,
    HostMonitor,
    ShortageThreshold,
)
from firmware.shell.parts.bus import PartBus
from hal.board_health import BoardHealth
from hal.gauges import DiskSpace, FileDescriptors, MemoryUse, Octets
from sim.bench.gauges import PLENTY_OCTETS, SimGauges
from sim.world.virtual_clock import VirtualClock
from tests.kits.offenders import each

FIRST, SECOND = Path("/var/lib/croupier/first"), Path("/media/croupier/second")
NOON_MS = 1_800_000_000_000
CODES = {
    *("disk_low", "disk_full", "read_only", "files_low", "memory_low", "under_voltage", "too_hot"),
}


class Machine:
    """A machine that is watched for a second at a time."""

    def __init__(
        self, last_wall_ms: int | None = None, remembered: frozenset[str] = frozenset(CODES)
    ) -> None:
        self.clock = VirtualClock()
        self.gauges = SimGauges(self.clock.now)
        self.gauges.offset_ms = NOON_MS
        host = HostMonitor(
            self.gauges,
            (FIRST, SECOND),
            lambda: last_wall_ms,
            lambda part, code: part == "host" and code in remembered,
        )
        self.bus = PartBus("host", [host])

    def look(self) -> list[FaultRaised | FaultEnded]:
        events = self.bus.poll(self.clock.now())
        self.clock.advance_to(self.clock.now() + POLL_INTERVAL_MS)
        return events

    def started(self) -> "Machine":
        self.look()
        self.look()
        return self

    def free(self, path: Path, octets: int) -> None:
        self.gauges.disks[path] = DiskSpace(Octets(octets), writable=True)


def raised(code: str, **values: str) -> FaultRaised:
    return FaultRaised("host", code, values)


def ended(code: str) -> FaultEnded:
    return FaultEnded("host", code)


@each("remembered", [frozenset(CODES), frozenset({"disk_low"}), frozenset()])
def test_start_ends_only_remembered_faults(remembered: frozenset[str]) -> None:
    machine = Machine(remembered=remembered)
    machine.look()
    assert {(e.part, e.code) for e in machine.look()} == {("host", code) for code in remembered}
    assert machine.look() == []


@pytest.mark.clause("ANZ 1.29 low memory, p. 1947")
@pytest.mark.parametrize("floor", [DISK_LOW, DISK_FULL], ids=lambda floor: floor.fault_code)
def test_disk_shortage_has_two_thresholds(
    floor: ShortageThreshold,
) -> None:
    machine = Machine().started()
    machine.free(SECOND, floor.fault_below)
    assert floor.fault_code not in {event.code for event in machine.look()}
    machine.free(SECOND, floor.fault_below - 1)
    assert raised(floor.fault_code, path=str(SECOND)) in machine.look()
    for octets in (floor.fault_below, floor.cleared_from - 1, floor.fault_below - 1):
        machine.free(SECOND, octets)
        assert machine.look() == []
    machine.free(SECOND, floor.cleared_from)
    assert ended(floor.fault_code) in machine.look()


def test_second_short_disk_is_named_too() -> None:
    machine = Machine().started()
    machine.free(FIRST, DISK_LOW.fault_below - 1)
    assert machine.look() == [raised("disk_low", path=str(FIRST))]
    machine.free(SECOND, DISK_LOW.fault_below - 1)
    assert machine.look() == [raised("disk_low", path=f"{SECOND}, {FIRST}")]
    machine.free(FIRST, PLENTY_OCTETS)
    assert machine.look() == [raised("disk_low", path=str(SECOND))]


@pytest.mark.clause("ANZ 1.29 low memory, p. 1947")
def test_read_only_disk_is_named() -> None:
    machine = Machine().started()
    machine.gauges.disks[FIRST] = DiskSpace(PLENTY_OCTETS, writable=False)
    assert machine.look() == [raised("read_only", path=str(FIRST))]
    machine.gauges.disks.clear()
    assert machine.look() == [ended("read_only")]


def test_missing_reading_changes_nothing() -> None:
    machine = Machine().started()
    machine.free(FIRST, 0)
    machine.look()
    machine.gauges.disks[FIRST] = machine.gauges.descriptors = machine.gauges.memory_use = None
    assert machine.look() == []


@each("most, least", [(1024, 64), (256, 64), (100, 25)])
def test_descriptors_short_at_64_or_quarter(most: int, least: int) -> None:
    machine = Machine().started()
    for left, said in (
        (least, []),
        (least - 1, [raised("files_low")]),
        (least, []),
        (least + least // 2, [ended("files_low")]),
    ):
        machine.gauges.descriptors = FileDescriptors(left, most)
        assert machine.look() == said


def board(
    machine: Machine, *, under_voltage: bool | None = False, celsius: int | None = 48
) -> list[FaultRaised | FaultEnded]:
    machine.gauges.board_health = BoardHealth(under_voltage, False, celsius)
    return machine.look()


def test_weak_supply_ends_after_a_quiet_minute() -> None:
    machine = Machine().started()
    assert board(machine, under_voltage=True) == [raised("under_voltage")]
    for _ in range(5):
        assert board(machine) == []
        assert board(machine, under_voltage=True) == []
    assert [event for _ in range(59) for event in board(machine)] == []
    assert board(machine) == [ended("under_voltage")]
    assert board(machine, under_voltage=True) == [raised("under_voltage")]


def test_heat_ends_ten_degrees_below() -> None:
    machine = Machine().started()
    for celsius, said in (
        (80, []),
        (81, [raised("too_hot")]),
        (80, []),
        (71, []),
        (70, [ended("too_hot")]),
    ):
        assert board(machine, celsius=celsius) == said


def test_board_without_gauges_changes_nothing() -> None:
    machine = Machine(remembered=frozenset()).started()
    assert board(machine, under_voltage=True, celsius=90) == [
        raised("under_voltage"),
        raised("too_hot"),
    ]
    assert [e for _ in range(90) for e in board(machine, under_voltage=None, celsius=None)] == []


@pytest.mark.clause("ANZ 1.29 low memory, p. 1947")
def test_memory_short_by_floor_or_own_use() -> None:
    machine = Machine().started()
    for available, held, said in (
        (MEMORY_LOW.fault_below, MIB, []),
        (MEMORY_LOW.fault_below - 1, MIB, [raised("memory_low")]),
        (MEMORY_LOW.cleared_from, MIB, [ended("memory_low")]),
        (PLENTY_OCTETS, MAX_PROGRAM_MEMORY, []),
        (PLENTY_OCTETS, MAX_PROGRAM_MEMORY + 1, [raised("memory_low")]),
    ):
        machine.gauges.memory_use = MemoryUse(Octets(available), Octets(held))
        assert machine.look() == said


# the time of day


@pytest.mark.clause("Practice clock")
def test_clock_going_back_reported_once() -> None:
    machine = Machine().started()
    machine.gauges.offset_ms -= CLOCK_STEP_MS
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


@pytest.mark.clause("Practice clock")
@pytest.mark.parametrize(
    ("step_ms", "said"),
    [
        (CLOCK_STEP_MS, []),
        (CLOCK_STEP_MS + 1, [ClockStepped(2)]),
        (CLOCK_FAULT_MS, [ClockStepped(3600)]),
        (CLOCK_FAULT_MS + 1, [raised("clock_forward", seconds="3600")]),
        (315_360_000_000, [raised("clock_forward", seconds="315360000")]),
    ],
)
def test_step_over_an_hour_is_a_fault(step_ms: int, said: list[object]) -> None:
    machine = Machine().started()
    machine.gauges.offset_ms += step_ms
    assert machine.look() == said
    assert machine.look() == []


def test_slow_forward_drift_not_reported() -> None:
    machine = Machine().started()
    for _ in range(10):
        machine.gauges.offset_ms += CLOCK_STEP_MS
        assert machine.look() == []


def test_night_before_a_start_is_no_step() -> None:
    machine = Machine(last_wall_ms=NOON_MS - 43_200_000)
    said = [*machine.look(), *machine.look()]
    assert not any("clock" in str(event).lower() for event in said)


@pytest.mark.clause("Practice clock")
@pytest.mark.parametrize(
    ("behind_ms", "reported"), [(CLOCK_STEP_MS, False), (CLOCK_STEP_MS + 1, True)]
)
def test_start_before_last_record_reported(behind_ms: int, reported: bool) -> None:
    machine = Machine(last_wall_ms=NOON_MS + POLL_INTERVAL_MS + behind_ms)
    said = [*machine.look(), *machine.look()]
    assert (raised("clock_back", seconds="2") in said) is reported


# what follows


@pytest.mark.clause("ANZ 1.29 low memory, p. 1947", "AGCO 11.1.2(3)")
def test_only_critical_shortage_stops_play() -> None:
    stops = {code: FAULT_KINDS[code].stops_deal for code in (*CODES, "clock_back", "clock_forward")}
    assert stops == {
        "disk_low": False,
        "under_voltage": False,
        "too_hot": False,
        "read_only": False,
        "disk_full": True,
        "files_low": True,
        "memory_low": True,
        "clock_back": True,
        "clock_forward": True,
    }
    assert FAULT_KINDS["clock_back"].cure is FaultCure.SUPERVISOR_CLEARS
    assert FAULT_KINDS["clock_back"].is_momentary


def looked(machine: Machine, levels: list[int]) -> Iterator[tuple[int, list[object]]]:
    for level in levels:
        machine.free(FIRST, level)
        yield level, list(machine.look())


@given(st.lists(st.integers(0, 512 * MIB), min_size=1))
def test_last_disk_report_is_always_true(levels: list[int]) -> None:
    machine = Machine().started()
    standing: set[str] = set()
    for level, events in looked(machine, levels):
        for event in events:
            (standing.add if isinstance(event, FaultRaised) else standing.remove)(event.code)
        for floor in (DISK_LOW, DISK_FULL):
            assert floor.fault_code in standing if level < floor.fault_below else True
            assert floor.fault_code not in standing if level >= floor.cleared_from else True
