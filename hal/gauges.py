"""The machine's resources: disk, memory, files, its board, and the time of day."""

import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, NewType, Protocol

from hal.board_health import BoardHealth, read_board_health
from hal.disk_writes import DiskWrites, read_disk_writes

Octets = NewType("Octets", int)


class DiskSpace(NamedTuple):
    """A file system, as the user of the service may use it."""

    free_octets: Octets
    writable: bool


class FileDescriptors(NamedTuple):
    """The file descriptors of the process."""

    available: int
    limit: int


class MemoryUse(NamedTuple):
    """The memory available to all programs without swapping, and this one's own."""

    available: Octets
    held_octets: Octets


class Gauges(Protocol):
    """Readings of the machine; None if one is not available."""

    def disk(self, path: Path) -> DiskSpace | None:
        """Return the file system of `path`, a directory that is there."""
        ...

    def disk_writes(self, path: Path) -> DiskWrites | None:
        """Return the count of writes to the disk of `path`."""
        ...

    def files(self) -> FileDescriptors | None:
        """Return the descriptors."""
        ...

    def memory(self) -> MemoryUse | None: ...

    @property
    def board(self) -> Callable[[], BoardHealth]:
        """Return the reading of the board's supply, speed and temperature."""
        ...

    def wall_ms(self) -> int:
        """Return the time of day, in milliseconds since 1970, UTC."""
        ...

    def monotonic_ms(self) -> int:
        """Return milliseconds of a clock that no change of the date moves."""
        ...


class LinuxGauges:
    """Implements `Gauges` on Linux; each reading is a call or two of the kernel."""

    def __init__(self, read_board: Callable[[], BoardHealth] = read_board_health) -> None:
        self.board = read_board

    def disk(self, path: Path) -> DiskSpace | None:
        """Return the file system of `path`; not writable once it was remounted read-only.

        A directory that is not there has none: its parent may be on another disk, as it is where
        the disk that was mounted there is gone.
        """
        try:
            file_system = os.statvfs(path)
        except OSError:
            return None
        writable = not file_system.f_flag & os.ST_RDONLY
        return DiskSpace(Octets(file_system.f_bavail * file_system.f_frsize), writable)

    def disk_writes(self, path: Path) -> DiskWrites | None:
        """Read the kernel's count of the whole disk."""
        return read_disk_writes(path)

    def files(self) -> FileDescriptors | None:
        """Count the open descriptors; where none is left to count with, none is left."""
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            return FileDescriptors(max(0, limit - len(os.listdir("/proc/self/fd"))), limit)
        except FileNotFoundError:
            return None
        except OSError:
            # EMFILE: not even this listing can be opened.
            return FileDescriptors(0, limit)

    def memory(self) -> MemoryUse | None:
        """Read the kernel's own estimate of available memory."""
        try:
            lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
            # The second field is the resident set, in pages.
            resident_pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        except OSError:
            return None
        kibibytes = {
            name: int(rest_of_line.split()[0])
            for name, _, rest_of_line in (meminfo_line.partition(":") for meminfo_line in lines)
        }
        held_octets = Octets(resident_pages * resource.getpagesize())
        return MemoryUse(Octets(kibibytes["MemAvailable"] * 1024), held_octets)

    def wall_ms(self) -> int:
        """Return the time of day."""
        return time.time_ns() // 1_000_000

    def monotonic_ms(self) -> int:
        """Return the time since some moment before the start."""
        return time.monotonic_ns() // 1_000_000
