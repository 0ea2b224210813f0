"""The machine under the table, monitored like a part: disk, memory, files, and the time of day.

A shortage is reported while enough is left to journal that the table stops.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from drivers.part import Part, Proof
from firmware.core.vocabulary.events import ClockStepped, Event, FaultEnded, FaultRaised
from hal.gauges import Gauges
from hal.ports import Millis

POLL_EVERY: Final = 1000
"""Milliseconds."""
MIB: Final = 1 << 20
LEAST_FILES: Final = 64
"""Of a limit below four times this, a quarter."""
MOST_HELD: Final = 512 * MIB
"""The program's maximum memory; it uses a quarter of it."""
STEP_MS: Final = 2000
"""How far the time of day may go back, or step forward, unnoticed."""
FAR_MS: Final = 3_600_000
"""A step forward beyond this is a fault: records and the days of tickets would be wrong."""


class Floor(NamedTuple):
    """A fault that begins below `least` and is over from `enough` on."""

    code: str
    least: int
    enough: int


DISK_LOW: Final = Floor("disk_low", 256 * MIB, 320 * MIB)
DISK_FULL: Final = Floor("disk_full", 32 * MIB, 64 * MIB)
READ_ONLY: Final = Floor("read_only", 1, 1)
MEMORY_LOW: Final = Floor("memory_low", 64 * MIB, 96 * MIB)


class Host(Part):
    """Monitors the machine; `journal` are the paths of the journal's copies.

    A failed reading changes nothing. `stands` says which faults the table remembers from before: at
    each start they are raised again, or ended. `last_wall_ms` is the time of the journal's last
    record when it was opened, None for a new one.
    """

    name = "host"

    def __init__(
        self,
        gauges: Gauges,
        journal: Sequence[Path],
        last_wall_ms: Callable[[], int | None] = lambda: None,
        stands: Callable[[str, str], bool] = lambda _part, _code: True,
    ) -> None:
        self._gauges = gauges
        self._stands = stands
        self._journal = tuple(journal)
        self._short: dict[str, frozenset[str]] = {}
        """The paths that are short, by code; one empty path for a resource without any."""
        self._latest: int | None = None
        """The most that the time of day has been ahead of the monotonic clock."""
        self._ahead: int | None = None
        """How far it was ahead at the last look."""
        self._last_wall_ms = last_wall_ms

    def start(self, now: Millis) -> None:
        """Begin to poll."""
        self._short.clear()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return new shortages, ended ones, and a clock that was set."""
        self.due = Millis(now + POLL_EVERY)
        return [*self._disks(), *self._files(), *self._memory(), *self._clock()]

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Return whether there is anything to read on this machine."""
        return Proof.PROVEN if self._gauges.memory() is not None else Proof.BLIND

    def _disks(self) -> Iterator[Event]:
        found = {str(path): self._gauges.disk(path) for path in self._journal}
        disks = {path: disk for path, disk in found.items() if disk is not None}
        free: dict[str, int] = {path: disk.free for path, disk in disks.items()}
        yield from self._judge(DISK_LOW, free)
        yield from self._judge(DISK_FULL, free)
        yield from self._judge(READ_ONLY, {path: int(d.writable) for path, d in disks.items()})

    def _files(self) -> Iterator[Event]:
        files = self._gauges.files()
        if files is not None:
            least = min(LEAST_FILES, files.most // 4)
            yield from self._judge(Floor("files_low", least, least + least // 2), {"": files.left})

    def _memory(self) -> Iterator[Event]:
        memory = self._gauges.memory()
        if memory is not None:
            left = memory.available if memory.held <= MOST_HELD else 0
            yield from self._judge(MEMORY_LOW, {"": left})

    def _judge(self, floor: Floor, left: Mapping[str, int]) -> Iterator[Event]:
        """Yield an event if a shortage begins or ends; there is some hysteresis."""
        before = self._short.get(floor.code)
        short = frozenset(_short(floor, left, before or frozenset()))
        if short == before:
            return
        self._short[floor.code] = short
        if short:
            paths = {"path": ", ".join(sorted(short))} if short != {""} else {}
            yield FaultRaised(self.name, floor.code, paths)
        elif before is not None or self._stands(self.name, floor.code):
            yield FaultEnded(self.name, floor.code)

    def _clock(self) -> Iterator[Event]:
        passed = self._gauges.monotonic_ms()
        ahead = self._gauges.wall_ms() - passed
        yield from self._forward(ahead)
        yield from self._back(ahead, passed)

    def _forward(self, ahead: int) -> Iterator[Event]:
        """Yield a step forward since the last look; a slow drift and the time before the start
        can't be known.
        """
        step_ms = 0 if self._ahead is None else ahead - self._ahead
        self._ahead = ahead
        if step_ms > FAR_MS:
            yield FaultRaised(self.name, "clock_forward", {"seconds": str(step_ms // 1000)})
        elif step_ms > STEP_MS:
            yield ClockStepped(step_ms // 1000)

    def _back(self, ahead: int, passed: int) -> Iterator[Event]:
        latest = self._latest
        if latest is None:
            last_ms = self._last_wall_ms()
            latest = ahead if last_ms is None else last_ms - passed
        if latest - ahead > STEP_MS:
            seconds = str((latest - ahead) // 1000)
            yield FaultRaised(self.name, "clock_back", {"seconds": seconds})
            latest = ahead
        self._latest = max(latest, ahead)


def _short(floor: Floor, left: Mapping[str, int], before: Iterable[str]) -> Iterator[str]:
    for name, much in left.items():
        if much < (floor.enough if name in before else floor.least):
            yield name
    yield from (name for name in before if name not in left)
