"""What a disk has taken, in a sysfs as the kernel lays it out (Documentation/block/stat.rst)."""

import os
from pathlib import Path

from hal.disk_writes import DiskWrites, read_disk_writes
from tests.kits.offenders import each

# reads 21, merged 3, sectors 1688, ms 9; writes 800, merged 40, sectors 9007, ms 77; in flight 0,
# ms 60, 86; discards 0 0 0 0; flushes 312, ms 5
STAT = "21 3 1688 9 800 40 9007 77 0 60 86 0 0 0 0 312 5\n"
OF_PARTITION = STAT.replace("9007", "100").replace("312 5", "0 0")


def sysfs(folder: Path, *, partition: bool = True, **files: str) -> Path:
    """Lay a disk out, with the path's file system in its partition or on the whole disk."""
    disk = folder / "devices/platform/mmc_host/mmc0/block/mmcblk0"
    block = disk / "mmcblk0p2" if partition else disk
    (block / "holders").mkdir(parents=True)
    (disk / "stat").write_text(files.get("stat", STAT))
    if partition:
        (block / "partition").write_text("2\n")
        (block / "stat").write_text(OF_PARTITION)
    if "life_time" in files:
        (disk / "device").mkdir()
        (disk / "device/life_time").write_text(files["life_time"])
    device = folder.stat().st_dev
    (folder / "dev/block").mkdir(parents=True)
    (folder / f"dev/block/{os.major(device)}:{os.minor(device)}").symlink_to(block)
    (folder / "boot_id").write_text("0e5c\n")
    return folder


def read(folder: Path) -> DiskWrites | None:
    return read_disk_writes(folder, folder, folder / "boot_id")


@each("partition", [True, False])
def test_whole_disk_is_counted(tmp_path: Path, partition: bool) -> None:
    writes = read(sysfs(tmp_path / str(partition), partition=partition))
    file_system = f"{os.statvfs(tmp_path).f_fsid:x}"
    assert writes == DiskWrites(file_system, "0e5c", 9007 * 512, 312)


@each(
    "life_time, percent",
    [
        ("0x01 0x01\n", 10),
        ("0x02 0x0b\n", 110),
        ("0x00 0x03\n", 30),
        ("0x00 0x00\n", None),
        ("soon\n", None),
    ],
)
def test_life_of_an_emmc_is_its_worse_half(
    tmp_path: Path, life_time: str, percent: int | None
) -> None:
    folder = tmp_path / life_time.strip().replace(" ", "")
    writes = read(sysfs(folder, life_time=life_time))
    assert writes is not None
    assert writes.life_used_percent == percent


@each("stat", ["", "21 3\n", STAT.replace("9007", "many"), "1 " * 11])
def test_count_that_cannot_be_read_is_none(tmp_path: Path, stat: str) -> None:
    assert read(sysfs(tmp_path / str(len(stat)), stat=stat)) is None


def test_file_system_without_a_disk_is_none(tmp_path: Path) -> None:
    assert read(tmp_path) is None
    assert read(tmp_path / "gone") is None
