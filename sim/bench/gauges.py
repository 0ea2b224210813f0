"""Gauges of a machine with the disk, memory, files and time of day that a test sets."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from hal.board_health import BoardHealth
from hal.disk_writes import DiskWrites
from hal.gauges import DiskSpace, FileDescriptors, MemoryUse, Octets

PLENTY_OCTETS: Final = Octets(1 << 34)


class SimGauges:
    """Implements `hal.gauges.Gauges`; `now` is the monotonic time with which its clock goes.

    Not modelled: two paths on one file system, unless both are set alike.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self.disks: dict[Path, DiskSpace | None] = {}
        """The settings by path; any other path has plenty."""
        self.writes: dict[Path, DiskWrites] = {}
        """The count by path; any other path has none."""
        self.descriptors: FileDescriptors | None = FileDescriptors(1000, 1024)
        self.memory_use: MemoryUse | None = MemoryUse(PLENTY_OCTETS, Octets(1 << 26))
        self.board_health = BoardHealth(under_voltage=False, slowed=False, celsius=48)
        self.offset_ms = 0
        """How far the time of day is ahead of the monotonic clock."""
        self._now = now

    def disk(self, path: Path) -> DiskSpace | None:
        """Return the setting."""
        return self.disks.get(path, DiskSpace(PLENTY_OCTETS, writable=True))

    def disk_writes(self, path: Path) -> DiskWrites | None:
        """Return the setting."""
        return self.writes.get(path)

    def files(self) -> FileDescriptors | None:
        """Return the setting."""
        return self.descriptors

    def memory(self) -> MemoryUse | None:
        """Return the setting."""
        return self.memory_use

    def board(self) -> BoardHealth:
        """Return the setting."""
        return self.board_health

    def wall_ms(self) -> int:
        """Return the time of day."""
        return self._now() + self.offset_ms

    def monotonic_ms(self) -> int:
        """Return the time that has passed."""
        return self._now()
