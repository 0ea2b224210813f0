"""Gauges of a machine with the disk, memory, files and time of day that a test sets."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from hal.gauges import Disk, Files, Memory, Octets

PLENTY: Final = Octets(1 << 34)


class SimGauges:
    """Implements `hal.gauges.Gauges`; `now` is the monotonic time with which its clock goes.

    Not modelled: two paths on one file system, unless both are set alike.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self.disks: dict[Path, Disk | None] = {}
        """The settings by path; any other path has plenty."""
        self.descriptors: Files | None = Files(1000, 1024)
        self.storage: Memory | None = Memory(PLENTY, Octets(1 << 26))
        self.offset_ms = 0
        """How far the time of day is ahead of the monotonic clock."""
        self._now = now

    def disk(self, path: Path) -> Disk | None:
        """Return the setting."""
        return self.disks.get(path, Disk(PLENTY, writable=True))

    def files(self) -> Files | None:
        """Return the setting."""
        return self.descriptors

    def memory(self) -> Memory | None:
        """Return the setting."""
        return self.storage

    def wall_ms(self) -> int:
        """Return the time of day."""
        return self._now() + self.offset_ms

    def monotonic_ms(self) -> int:
        """Return the time that has passed."""
        return self._now()
