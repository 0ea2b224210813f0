"""A disk is formatted only if it is a USB stick, in nobody's use, and holds no table's journal."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.new_stick import DiskTools, require_erasable

USB = "devices/platform/scb/fd500000.pcie/usb1/1-1/1-1.3/host0/target0/block/sda"
CARD = "devices/platform/emmc2bus/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0"
MOUNTS = "24 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw\n"


class Machine:
    """A machine with a memory card, and a stick in a USB socket."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.labels = {"sda1": ("", "vfat")}
        self.listings: dict[str, str] = {}
        self._block = root / "sys/class/block"
        self._block.mkdir(parents=True)
        (root / "proc/self").mkdir(parents=True)
        self.mount(MOUNTS)
        self._add(USB, "8:0", removable="1")
        self._add(f"{USB}/sda1", "8:1", partition="1")
        self._add(CARD, "179:0", removable="0")
        self._add(f"{CARD}/mmcblk0p2", "179:2", partition="2")

    def mount(self, table: str, swaps: str = "Filename Type\n") -> None:
        (self.root / "proc/self/mountinfo").write_text(table)
        (self.root / "proc/swaps").write_text(swaps)

    def write(self, path: str, text: str) -> None:
        (self.root / "sys" / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / "sys" / path).write_text(text)

    def _add(self, path: str, number: str, **attributes: str) -> None:
        for name, value in {"dev": number, **attributes}.items():
            self.write(f"{path}/{name}", f"{value}\n")
        (self._block / os.path.basename(path)).symlink_to(self.root / "sys" / path)

    def output_of(self, *command: str) -> str:
        program, device = command[0], os.path.basename(command[-1])
        if program == "blkid":
            label, kind = self.labels.get(device, ("", ""))
            return f"{label if command[5] == 'LABEL' else kind}\n"
        return self.listings.get(command[2], "")

    def why(self, device: str) -> str:
        try:
            require_erasable(Path("/dev") / device, DiskTools(self.root, self.output_of))
        except RequestFailed as refused:
            return refused.why.key
        return ""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def listing(*names: str) -> str:
    """What `ls -p` of debugfs prints: /inode/mode/user/group/name/size/."""
    return "".join(f"/12/040700/0/0/{name}/\n" for name in (".", "..", *names))


def test_new_stick_may_be_formatted(machine: Machine) -> None:
    assert machine.why("sda1") == ""


def test_fixed_disk_in_a_usb_socket_is_a_stick(machine: Machine) -> None:
    machine.write(f"{USB}/removable", "0\n")
    assert machine.why("sda1") == ""


def test_stick_without_partitions_may_be_formatted(machine: Machine) -> None:
    (machine.root / "sys" / USB / "sda1" / "partition").unlink()
    assert machine.why("sda") == ""


def test_disk_of_a_table_is_refused_by_its_label(machine: Machine) -> None:
    for label in ("croupier-one", "croupier-two"):
        machine.labels["sda1"] = (label, "ext4")
        assert machine.why("sda1") == "disk.own_label"


def test_journal_is_found_under_any_label(machine: Machine) -> None:
    machine.labels["sda1"] = ("backup", "ext4")
    machine.listings = {
        'ls -p "/"': listing("lost+found", "table 7"),
        'ls -p "/table 7"': listing("000001.seg"),
    }
    assert machine.why("sda1") == "disk.journal"
    machine.listings['ls -p "/table 7"'] = listing("photograph.png")
    assert machine.why("sda1") == ""


def test_file_system_that_cant_be_looked_into_is_refused(machine: Machine) -> None:
    machine.labels["sda1"] = ("", "ext4")
    assert machine.why("sda1") == "disk.unreadable"


def test_mounted_disk_is_refused(machine: Machine) -> None:
    machine.mount(f"{MOUNTS}36 24 8:1 / /media/croupier rw shared:2 - ext4 /dev/sda1 rw\n")
    assert machine.why("sda1") == "disk.mounted"
    assert machine.why("sda") == "disk.mounted"


def test_swap_is_refused(machine: Machine) -> None:
    machine.mount(MOUNTS, "Filename Type\n/dev/sda1 partition 102396 0 -2\n")
    assert machine.why("sda1") == "disk.mounted"


def test_disk_below_another_is_refused(machine: Machine) -> None:
    machine.write(f"{USB}/sda1/holders/dm-0/dev", "253:0\n")
    assert machine.why("sda1") == "disk.mounted"


def test_memory_card_is_refused(machine: Machine) -> None:
    machine.mount("")
    assert machine.why("mmcblk0p2") == "disk.fixed"


def test_whole_stick_with_partitions_is_refused(machine: Machine) -> None:
    assert machine.why("sda") == "disk.partitions"


@pytest.mark.parametrize("device", ["sdz1", "null", "../etc/passwd"])
def test_what_is_no_disk_is_refused(machine: Machine, device: str) -> None:
    assert machine.why(device) == "disk.no_device"


@pytest.mark.skipif(
    not all(map(shutil.which, ("mkfs.ext4", "debugfs", "blkid"))), reason="needs e2fsprogs"
)
def test_real_tools_find_a_journal_on_a_real_file_system(machine: Machine, tmp_path: Path) -> None:
    disk, orders = tmp_path / "sda1", tmp_path / "orders"
    disk.touch()
    os.truncate(disk, 8 << 20)
    subprocess.run(["mkfs.ext4", "-q", "-L", "other", disk], check=True)  # noqa: S607
    tools = DiskTools(machine.root)
    require_erasable(disk, tools)
    orders.write_text("mkdir journal\nwrite /dev/null journal/000001.seg\n")
    subprocess.run(["debugfs", "-w", "-f", orders, disk], check=True, capture_output=True)  # noqa: S607
    with pytest.raises(RequestFailed) as refused:
        require_erasable(disk, tools)
    assert refused.value.why.key == "disk.journal"
