"""Octets written to the disk under a path, and its flushes, since the kernel found that disk.

    /sys/dev/block/MAJOR:MINOR         the partition; its disk is the folder above it
    DISK/stat                          field 7: sectors of 512 octets written; field 16: flushes,
                                       counted for whole disks only, since Linux 5.5
                                       (Documentation/block/stat.rst)
    DISK/device/life_time              of eMMC alone: 0x01 to 0x0A are tenths of its life, begun;
                                       0x0B is beyond it; one of each kind of memory (JESD84-B51,
                                       DEVICE_LIFE_TIME_EST_TYP)

The octets are of the whole disk and of all programs, since all of them wear it. An SD card and a
stick have no count of their life.
"""

import os
from pathlib import Path
from typing import Final, NamedTuple

SYSFS: Final = Path("/sys")
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
SECTOR_OCTETS: Final = 512
_WRITTEN_SECTORS: Final = 6
_FLUSHES: Final = 15


class DiskWrites(NamedTuple):
    """One reading of a disk."""

    file_system: str
    """Its number, on this and on any other machine."""
    boot: str
    """The start of the kernel, with which it counts from 0 again."""
    octets: int
    flushes: int
    life_used_percent: int | None = None
    """The part of its life that is used, at most; None if the disk has no count of it."""


def read_disk_writes(path: Path, sysfs: Path = SYSFS, boot_id: Path = BOOT_ID) -> DiskWrites | None:
    """Read the disk of a path; None if its kernel does not count here."""
    try:
        device = path.stat().st_dev
        block = (sysfs / f"dev/block/{os.major(device)}:{os.minor(device)}").resolve(strict=True)
        disk = block.parent if (block / "partition").exists() else block
        fields = (disk / "stat").read_text(encoding="ascii").split()
        return DiskWrites(
            file_system=f"{os.statvfs(path).f_fsid:x}",
            boot=boot_id.read_text(encoding="ascii").strip(),
            octets=int(fields[_WRITTEN_SECTORS]) * SECTOR_OCTETS,
            flushes=int(fields[_FLUSHES]),
            life_used_percent=_life_used_percent(disk),
        )
    except (OSError, ValueError, IndexError):
        return None


def _life_used_percent(disk: Path) -> int | None:
    try:
        tenths = [int(field, 16) for field in (disk / "device/life_time").read_text().split()]
    except (OSError, ValueError):
        return None
    return 10 * max(tenths) if any(tenths) else None
