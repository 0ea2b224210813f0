"""The machine's resources: disk, memory, files, and the time of day."""

import os
import resource
import time
from pathlib import Path
from typing import NamedTuple, NewType, Protocol

Octets = NewType("Octets", int)


class Disk(NamedTuple):
    """A file system, as the user of the service may use it."""

    free: Octets
    writable: bool


class Files(NamedTuple):
    """The file descriptors of the process."""

    left: int
    most: int


class Memory(NamedTuple):
    """The memory available to all programs without swapping, and this one's own."""

    available: Octets
    held: Octets


class Gauges(Protocol):
    """Readings of the machine; None if one is not available."""

    def disk(self, path: Path) -> Disk | None:
        """Return the file system of `path`, or of its closest existing parent."""
        ...

    def files(self) -> Files | None:
        """Return the descriptors."""
        ...

    def memory(self) -> Memory | None: ...

    def wall_ms(self) -> int:
        """Return the time of day, in milliseconds since 1970, UTC."""
        ...

    def monotonic_ms(self) -> int:
        """Return the time that passes whatever the time of day is set to, in milliseconds."""
        ...


class LinuxGauges:
    """Implements `Gauges` on Linux; each reading is a call or two of the kernel."""

    def disk(self, path: Path) -> Disk | None:
        """Return the file system of `path`; one that was remounted to be read says so."""
        try:
            found = os.statvfs(path)
        except FileNotFoundError:
            return None if path == path.parent else self.disk(path.parent)
        except OSError:
            return None
        writable = not found.f_flag & os.ST_RDONLY
        return Disk(Octets(found.f_bavail * found.f_frsize), writable)

    def files(self) -> Files | None:
        """Count the open descriptors; where none is left to count with, none is left."""
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            return Files(max(0, most - len(os.listdir("/proc/self/fd"))), most)
        except FileNotFoundError:
            return None
        except OSError:
            return Files(0, most)

    def memory(self) -> Memory | None:
        """Read the kernel's own estimate of available memory."""
        try:
            lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        except OSError:
            return None
        kib = {name: int(rest.split()[0]) for name, _, rest in (ln.partition(":") for ln in lines)}
        held = Octets(pages * resource.getpagesize())
        return Memory(Octets(kib["MemAvailable"] * 1024), held)

    def wall_ms(self) -> int:
        """Return the time of day."""
        return time.time_ns() // 1_000_000

    def monotonic_ms(self) -> int:
        """Return the time since some moment before the start."""
        return time.monotonic_ns() // 1_000_000
