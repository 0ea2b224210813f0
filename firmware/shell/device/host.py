"""The machine under the table, monitored like a part: disk, memory, files, board, time of day.

A shortage is reported while enough is left to journal that the table stops.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import ClockStepped, Event, FaultEnded, FaultRaised
from hal.gauges import Gauges
from hal.ports import Millis

POLL_INTERVAL_MS: Final = 1000
"""Milliseconds."""
MIB: Final = 1 << 20
LEAST_FREE_FILES: Final = 64
"""Of a limit below four times this, a quarter."""
MAX_PROGRAM_MEMORY: Final = 512 * MIB
"""The program's maximum memory; a table needs a quarter."""
CLOCK_STEP_MS: Final = 2000
"""How far the time of day may go back, or step forward, unnoticed."""
CLOCK_FAULT_MS: Final = 3_600_000
"""A step forward beyond this is a fault: records and the days of tickets would be wrong."""


class ShortageThreshold(NamedTuple):
    """A fault that begins below `fault_below` and is over from `cleared_from` on."""

    fault_code: str
    fault_below: int
    cleared_from: int


DISK_LOW: Final = ShortageThreshold("disk_low", 256 * MIB, 320 * MIB)
DISK_FULL: Final = ShortageThreshold("disk_full", 32 * MIB, 64 * MIB)
READ_ONLY: Final = ShortageThreshold("read_only", 1, 1)
UNDER_VOLTAGE: Final = ShortageThreshold("under_voltage", 1, 60)
"""In seconds since the last alarm: a weak supply comes and goes with what the table does."""
FULL_SPEED_CELSIUS: Final = 85
"""There a Pi is held to its lowest speed; from 80 on it is slowed (Raspberry Pi documentation)."""
TOO_HOT: Final = ShortageThreshold("too_hot", 5, 15)
"""In degrees below that."""
MEMORY_LOW: Final = ShortageThreshold("memory_low", 64 * MIB, 96 * MIB)


class HostMonitor(Part):
    """Monitors the machine; `journal` are the paths of the journal's copies.

    A failed reading changes nothing. `is_raised` returns whether the table has a fault from before
    the start: it is raised again then, or ended. `last_wall_ms` is the time of the journal's last
    record when it was opened, None for a new one.
    """

    name = "host"

    def __init__(
        self,
        gauges: Gauges,
        journal: Sequence[Path],
        last_wall_ms: Callable[[], int | None] = lambda: None,
        is_raised: Callable[[str, str], bool] = lambda _part, _code: True,
    ) -> None:
        self._gauges = gauges
        self._is_raised = is_raised
        self._journal = tuple(journal)
        self._short_paths: dict[str, frozenset[str]] = {}
        """The paths that are short, by code; one empty path for a resource without any."""
        self._latest_offset_ms: int | None = None
        """The most that the time of day has been ahead of the monotonic clock."""
        self._last_offset_ms: int | None = None
        """How far it was ahead at the last look."""
        self._last_wall_ms = last_wall_ms
        self._voltage_alarm_ms: int | None = None
        """The monotonic time of the last alarm of the supply."""

    def start(self, now: Millis) -> None:
        """Begin to poll."""
        self._short_paths.clear()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return new shortages, ended ones, and a clock that was set."""
        self.due = Millis(now + POLL_INTERVAL_MS)
        return [
            *self._check_disks(),
            *self._check_files(),
            *self._check_memory(),
            *self._check_board(),
            *self._check_clock(),
        ]

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Return whether there is anything to read on this machine."""
        return SelfTestProof.PROVEN if self._gauges.memory() is not None else SelfTestProof.BLIND

    def _check_disks(self) -> Iterator[Event]:
        readings = {str(path): self._gauges.disk(path) for path in self._journal}
        disks = {path: disk for path, disk in readings.items() if disk is not None}
        free_bytes: dict[str, int] = {path: disk.free_octets for path, disk in disks.items()}
        yield from self._compare_threshold(DISK_LOW, free_bytes)
        yield from self._compare_threshold(DISK_FULL, free_bytes)
        yield from self._compare_threshold(
            READ_ONLY, {path: int(gauge.writable) for path, gauge in disks.items()}
        )

    def _check_files(self) -> Iterator[Event]:
        files = self._gauges.files()
        if files is not None:
            least_files = min(LEAST_FREE_FILES, files.limit // 4)
            yield from self._compare_threshold(
                ShortageThreshold("files_low", least_files, least_files + least_files // 2),
                {"": files.available},
            )

    def _check_memory(self) -> Iterator[Event]:
        memory = self._gauges.memory()
        if memory is not None:
            # above its maximum the program itself is what the memory is short of
            available_bytes = memory.available if memory.held_octets <= MAX_PROGRAM_MEMORY else 0
            yield from self._compare_threshold(MEMORY_LOW, {"": available_bytes})

    def _check_board(self) -> Iterator[Event]:
        board, monotonic_ms = self._gauges.board(), self._gauges.monotonic_ms()
        if board.under_voltage:
            self._voltage_alarm_ms = monotonic_ms
        if board.under_voltage is not None:
            alarm_ms = self._voltage_alarm_ms
            quiet_s = UNDER_VOLTAGE.cleared_from
            if alarm_ms is not None:
                quiet_s = (monotonic_ms - alarm_ms) // 1000
            yield from self._compare_threshold(UNDER_VOLTAGE, {"": quiet_s})
        if board.celsius is not None:
            yield from self._compare_threshold(TOO_HOT, {"": FULL_SPEED_CELSIUS - board.celsius})

    def _compare_threshold(
        self, threshold: ShortageThreshold, remaining: Mapping[str, int]
    ) -> Iterator[Event]:
        """Yield an event if a shortage begins or ends; there is some hysteresis."""
        short_before = self._short_paths.get(threshold.fault_code)
        short_paths = frozenset(_short_names(threshold, remaining, short_before or frozenset()))
        if short_paths == short_before:
            return
        self._short_paths[threshold.fault_code] = short_paths
        if short_paths:
            paths = {"path": ", ".join(sorted(short_paths))} if short_paths != {""} else {}
            yield FaultRaised(self.name, threshold.fault_code, paths)
        elif short_before is not None or self._is_raised(self.name, threshold.fault_code):
            yield FaultEnded(self.name, threshold.fault_code)

    def _check_clock(self) -> Iterator[Event]:
        monotonic_ms = self._gauges.monotonic_ms()
        offset_ms = self._gauges.wall_ms() - monotonic_ms
        yield from self._check_forward(offset_ms)
        yield from self._check_backward(offset_ms, monotonic_ms)

    def _check_forward(self, offset_ms: int) -> Iterator[Event]:
        """Yield a step forward since the last look; a slow drift and the time before the start
        can't be known.
        """
        step_ms = 0 if self._last_offset_ms is None else offset_ms - self._last_offset_ms
        self._last_offset_ms = offset_ms
        # a smaller step, as of a time server that was away, is journaled, but no fault
        if step_ms > CLOCK_FAULT_MS:
            yield FaultRaised(self.name, "clock_forward", {"seconds": str(step_ms // 1000)})
        elif step_ms > CLOCK_STEP_MS:
            yield ClockStepped(step_ms // 1000)

    def _check_backward(self, offset_ms: int, monotonic_ms: int) -> Iterator[Event]:
        latest_offset_ms = self._latest_offset_ms
        if latest_offset_ms is None:
            last_ms = self._last_wall_ms()
            latest_offset_ms = offset_ms if last_ms is None else last_ms - monotonic_ms
        if latest_offset_ms - offset_ms > CLOCK_STEP_MS:
            seconds = str((latest_offset_ms - offset_ms) // 1000)
            yield FaultRaised(self.name, "clock_back", {"seconds": seconds})
            latest_offset_ms = offset_ms
        # the highest offset: a clock that goes back and forth by less each time is still noticed
        self._latest_offset_ms = max(latest_offset_ms, offset_ms)


def _short_names(
    threshold: ShortageThreshold, remaining: Mapping[str, int], short_before: Iterable[str]
) -> Iterator[str]:
    for name, remaining_here in remaining.items():
        if remaining_here < (
            threshold.cleared_from if name in short_before else threshold.fault_below
        ):
            yield name
    yield from (name for name in short_before if name not in remaining)
