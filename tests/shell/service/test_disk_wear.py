"""A disk's wear goes on over starts of the service and of the machine, by its file system."""

from datetime import UTC, datetime
from pathlib import Path

from firmware.core.vocabulary.health import DiskWear
from firmware.shell.device.disk_wear import FILE_NAME, WearLog
from hal.disk_writes import DiskWrites
from sim.bench.gauges import SimGauges
from tests.kits.offenders import each

MIB = 1 << 20
CARD, STICK = Path("/card"), Path("/stick")


class Table:
    """A table's gauges and its state directory, over several starts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gauges = SimGauges(lambda: 0)
        self.day = 2
        self.log = self.start()

    def start(self) -> WearLog:
        self.log = WearLog(
            self.gauges,
            [CARD, STICK],
            self.folder,
            lambda: datetime(2026, 10, self.day, tzinfo=UTC),
        )
        return self.log

    def count(self, path: Path, file_system: str, boot: str, mib: int, flushes: int = 0) -> None:
        self.gauges.writes[path] = DiskWrites(file_system, boot, mib * MIB, flushes)

    def wear(self, path: Path) -> DiskWear | None:
        return self.log.disks()[str(path)]


def test_count_of_the_kernel_goes_on_over_its_starts(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.count(CARD, "a", "boot 1", 100, 7)
    table.log.store()
    table.count(CARD, "a", "boot 1", 130, 9)
    assert table.wear(CARD) == DiskWear(130, 9, "2026-10-02")
    table.log.store()
    # the second boot has counted further than the first when it is read first
    table.count(CARD, "a", "boot 2", 150, 2)
    table.day = 9
    table.start()
    assert table.wear(CARD) == DiskWear(280, 11, "2026-10-02")


def test_power_cut_loses_what_was_not_stored(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.count(CARD, "a", "boot 1", 100)
    table.log.store()
    table.count(CARD, "a", "boot 1", 5000)
    table.count(CARD, "a", "boot 2", 3)
    table.start()
    assert table.wear(CARD) == DiskWear(103, 0, "2026-10-02")


def test_service_that_starts_again_counts_nothing_twice(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.count(CARD, "a", "boot 1", 100)
    for _ in range(3):
        table.start().store()
    assert table.wear(CARD) == DiskWear(100, 0, "2026-10-02")


def test_stick_plugged_in_again_is_counted_from_zero(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.count(STICK, "b", "boot 1", 100)
    table.log.store()
    table.count(STICK, "b", "boot 1", 4)
    assert table.wear(STICK) == DiskWear(104, 0, "2026-10-02")


def test_exchanged_stick_begins_its_own_count(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.count(STICK, "b", "boot 1", 100)
    table.log.store()
    table.day = 30
    table.count(STICK, "c", "boot 1", 2)
    assert table.wear(STICK) == DiskWear(2, 0, "2026-10-30")
    table.log.store()
    table.count(STICK, "b", "boot 2", 1)
    table.start()
    assert table.wear(STICK) == DiskWear(101, 0, "2026-10-02")


def test_disk_that_is_not_counted_is_none(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert table.log.disks() == {"/card": None, "/stick": None}
    table.log.store()


@each("content", [b"", b"{", b"[]", b'{"a": {"octets": "many"}}'])
def test_unreadable_file_begins_again(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    table = Table(tmp_path)
    table.count(CARD, "a", "boot 1", 100)
    assert table.wear(CARD) == DiskWear(100, 0, "2026-10-02")


def test_disk_that_takes_no_totals_is_no_fault(tmp_path: Path) -> None:
    table = Table(tmp_path / "gone")
    table.count(CARD, "a", "boot 1", 100)
    table.log.store()
    assert table.wear(CARD) == DiskWear(100, 0, "2026-10-02")
