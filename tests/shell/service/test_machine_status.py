"""The machine's status equals its gauges, which are not read more often than needed."""

from datetime import UTC, datetime
from pathlib import Path

from firmware.core.vocabulary.health import HostStatus
from firmware.shell.device.host_status import HostReporter
from hal.board_health import BoardHealth
from hal.disk_writes import DiskWrites
from hal.gauges import DiskSpace, FileDescriptors, MemoryUse, Octets
from hal.ports import Millis

MIB = 1 << 20
BEGAN = datetime(2026, 11, 21, 2, 0, tzinfo=UTC)


class Dials:
    """Gauges that show what a test sets, and count how often they are read."""

    def __init__(self) -> None:
        self.free: dict[str, int] = {"/a": 500}
        self.left: MemoryUse | None = MemoryUse(Octets(300 * MIB + 5), Octets(40 * MIB))
        self.reads = 0
        self.now_ms = 0

    def disk(self, path: Path) -> DiskSpace | None:
        free = self.free.get(str(path))
        return None if free is None else DiskSpace(Octets(free * MIB), writable=True)

    def disk_writes(self, path: Path) -> DiskWrites | None:
        return None

    def files(self) -> FileDescriptors | None:
        return None

    def memory(self) -> MemoryUse | None:
        self.reads += 1
        return self.left

    def board(self) -> BoardHealth:
        return BoardHealth(under_voltage=True, slowed=False, celsius=61)

    def wall_ms(self) -> int:
        return 0

    def now(self) -> Millis:
        return Millis(self.now_ms)


def reporter(dials: Dials) -> HostReporter:
    return HostReporter(dials, [Path("/a"), Path("/b")], dials, wall=lambda: BEGAN)


def test_status_has_free_space_or_none() -> None:
    dials = Dials()
    machine = reporter(dials)
    dials.now_ms, dials.left = 61_999, None
    assert machine() == HostStatus(
        started="2026-11-21T02:00:00+00:00",
        up_s=61,
        free_mib={"/a": 500, "/b": None},
        available_mib=None,
        held_mib=None,
        under_voltage=True,
        slowed=False,
        celsius=61,
    )


def test_status_is_read_once_a_second() -> None:
    dials = Dials()
    machine = reporter(dials)
    for dials.now_ms in range(0, 3000, 10):
        machine()
    assert dials.reads == 3
    assert machine().available_mib == 300
