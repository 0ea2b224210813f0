"""A real full disk, and one that can only be read, as the host sees them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.shell.device.host import DISK_FULL, POLL_INTERVAL_MS, HostMonitor
from hal.gauges import DiskSpace, LinuxGauges
from hal.ports import Millis

MIB = 1 << 20


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 100 MiB."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux may mount a file system")
    mount = ["/bin/mount", "-t", "tmpfs", "-o", "size=100m", "croupier-test", str(tmp_path)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield tmp_path
    subprocess.run(["/bin/umount", str(tmp_path)], check=True)


def disk(path: Path) -> DiskSpace:
    found = LinuxGauges().disk(path)
    assert found is not None
    return found


def test_filling_disk_reports_space_left(small_disk: Path) -> None:
    before = disk(small_disk)
    assert before.writable
    assert before.free_octets <= 100 * MIB
    (small_disk / "journal").write_bytes(bytes(60 * MIB))
    assert before.free_octets - disk(small_disk).free_octets >= 60 * MIB
    with pytest.raises(OSError, match="No space"):
        (small_disk / "more").write_bytes(bytes(60 * MIB))
    assert disk(small_disk).free_octets < 4096


def test_copy_of_a_pulled_disk_is_none_of_its_parent(small_disk: Path) -> None:
    """As where a card's read-only system is all that is left at the stick's mount."""
    subprocess.run(["/bin/mount", "-o", "remount,ro", str(small_disk)], check=True)
    pulled = small_disk / "journal"
    assert LinuxGauges().disk(pulled) is None
    host = HostMonitor(LinuxGauges(), [pulled])
    host.start(Millis(0))
    faults = [event for event in host.poll(Millis(0)) if isinstance(event, FaultRaised)]
    assert [fault for fault in faults if fault.code.startswith("disk_")] == []


def test_disk_remounted_read_only_says_so(small_disk: Path) -> None:
    subprocess.run(["/bin/mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert not disk(small_disk).writable


@pytest.mark.clause("ANZ 1.29 low memory, p. 1947")
def test_fault_can_still_be_recorded(small_disk: Path) -> None:
    (small_disk / "first").mkdir()
    host = HostMonitor(LinuxGauges(), [small_disk / "first"])
    host.start(Millis(0))

    def of_disks(now: int) -> list[Event]:
        events = host.poll(Millis(now))
        return [event for event in events if getattr(event, "code", "").startswith("disk_")]

    path = {"path": str(small_disk / "first")}
    low, ended = FaultRaised("host", "disk_low", path), FaultEnded("host", "disk_full")
    assert of_disks(0) == [low, ended]
    (small_disk / "log").write_bytes(bytes(69 * MIB))
    assert of_disks(POLL_INTERVAL_MS) == [FaultRaised("host", "disk_full", path)]
    assert disk(small_disk).free_octets > DISK_FULL.fault_below - 2 * MIB
    (small_disk / "first" / "1.seg").write_bytes(bytes(MIB))
    (small_disk / "log").unlink()
    assert of_disks(2 * POLL_INTERVAL_MS) == [ended]
