"""The recipe of a card's image: its scripts are sound, and do to a root what its page says."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.kits.offenders import each
from tests.kits.paths import ROOT

STAGE = ROOT / "tools" / "image" / "stage-croupier"
RECIPE = STAGE / "00-table"
SCRIPTS = [STAGE / "prerun.sh", RECIPE / "01-run.sh", RECIPE / "files" / "croupier-disk"]
CMDLINE = (
    "console=serial0,115200 console=tty1 root=PARTUUID=x rootfstype=ext4 quiet"
    " init=/usr/lib/raspberrypi-sys-mods/firstboot resize"
)
FSTAB = """proc /proc proc defaults 0 0
PARTUUID=x-01  /boot/firmware  vfat  defaults  0  2
PARTUUID=x-02  /  ext4  defaults,noatime  0  1
"""


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_accepts_image_scripts(script: Path) -> None:
    done = subprocess.run(["shellcheck", script], capture_output=True, text=True, check=False)  # noqa: S607
    assert (done.returncode, done.stdout) == (0, "")


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """The stage, with a root as the stages before leave it."""
    shutil.copytree(RECIPE, tmp_path / "stage")
    for name, text in {
        "boot/firmware/config.txt": "dtparam=audio=on\n",
        "boot/firmware/cmdline.txt": f"{CMDLINE}\n",
        "etc/fstab": FSTAB,
        "etc/croupier/maker.pub": "",
        "etc/systemd/system/x": "",
        "usr/local/sbin/x": "",
        "tmp/x": "",
    }.items():
        (tmp_path / "root" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "root" / name).write_text(text)
    return tmp_path


def run(stage: Path) -> subprocess.CompletedProcess[str]:
    """Run the stage as pi-gen does, with what is to run in the root printed."""
    script = "on_chroot() { cat; }; export -f on_chroot; exec ./01-run.sh"
    return subprocess.run(
        ["bash", "-c", script],  # noqa: S607
        cwd=stage / "stage",
        env={"ROOTFS_DIR": str(stage / "root"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_root_read_only_without_radio(stage: Path) -> None:
    for name in ("croupier.deb", "table.toml", "chips.csv"):
        (stage / "stage" / "files" / name).write_text("")
    done = run(stage)
    assert (done.returncode, done.stderr) == (0, "")
    root = stage / "root"
    boot = (root / "boot/firmware/config.txt").read_text()
    for line in ("dtoverlay=disable-wifi", "dtoverlay=disable-bt", "dtoverlay=i2c-rtc,ds3231"):
        assert line in boot.splitlines()
    # A Pi 5 without a cell would take the time of its own clock, rtc0; other models have none.
    assert "\n[pi5]\ndtparam=rtc=off\n[all]\n" in boot
    cmdline = (root / "boot/firmware/cmdline.txt").read_text().split()
    assert cmdline == ["console=tty1", "root=PARTUUID=x", "rootfstype=ext4", "quiet"]
    fstab = (root / "etc/fstab").read_text().splitlines()
    assert "PARTUUID=x-02  /  ext4  defaults,ro,noatime  0  1" in fstab
    assert "PARTUUID=x-01  /boot/firmware  vfat  defaults  0  2" in fstab
    assert {line.split()[1] for line in fstab if line.startswith("tmpfs")} == {
        *("/tmp", "/var/tmp", "/var/log")  # noqa: S108
    }
    assert "Storage=volatile" in (root / "etc/systemd/journald.conf.d/volatile.conf").read_text()
    assert {path.name for path in (root / "etc/croupier").iterdir()} == {
        *("maker.pub", "table.toml", "chips.csv")
    }
    for command in ("apt-get install -y /tmp/croupier.deb", "systemctl enable croupier-disk"):
        assert command in done.stdout


def test_missing_file_is_named(stage: Path) -> None:
    refused = run(stage)
    assert refused.returncode == 1
    assert "files/croupier.deb is missing" in refused.stderr
    assert (stage / "root/boot/firmware/config.txt").read_text() == "dtparam=audio=on\n"


# the first start of the card

DISK = RECIPE / "files" / "croupier-disk"
COMMANDS = {
    "blkid": "exit 2",
    "findmnt": "echo 179:2",
    "sfdisk": "cat >/dev/null",
    "partx": 'mkdir "$CARD/$THIRD" && echo 3 >"$CARD/$THIRD/partition"',
    "udevadm": "",
    "mkfs.ext4": "",
    "fsck.ext4": "exit 8",
}
"""The system's commands; the last ends the script before it mounts."""


def start_card(tmp_path: Path, card: str, prefix: str, partitions: int) -> list[str]:
    """Start a card of so many partitions, without udev; return the commands that change it."""
    block = tmp_path / "sys" / "devices" / card
    for number in range(1, partitions + 1):
        (block / f"{prefix}{number}").mkdir(parents=True)
        (block / f"{prefix}{number}" / "partition").write_text(f"{number}\n")
    (tmp_path / "sys/dev/block").mkdir(parents=True)
    (tmp_path / "sys/dev/block/179:2").symlink_to(block / f"{prefix}2")
    commands, calls = tmp_path / "bin", tmp_path / "calls"
    commands.mkdir()
    for name, does in COMMANDS.items():
        script = f'#!/bin/sh\necho "{name} $*" >>"{calls}"\n{does}\n'
        (commands / name).write_text(script)
        (commands / name).chmod(0o755)
    path = f"{commands}:/usr/bin:/bin"
    environment = {"PATH": path, "CARD": str(block), "THIRD": f"{prefix}3"}
    subprocess.run(["sh", DISK, tmp_path / "sys"], env=environment, check=False)  # noqa: S607
    changes = ("sfdisk", "partx", "mkfs.ext4", "fsck.ext4")
    return [line for line in calls.read_text().splitlines() if line.startswith(changes)]


@each("card, prefix", [("mmcblk0", "mmcblk0p"), ("sda", "sda"), ("nvme0n1", "nvme0n1p")])
def test_first_start_makes_the_third_partition(tmp_path: Path, card: str, prefix: str) -> None:
    assert start_card(tmp_path, card, prefix, 2) == [
        f"sfdisk --append --no-reread --no-tell-kernel /dev/{card}",
        f"partx --add --nr 3 /dev/{card}",
        f"mkfs.ext4 -q -L croupier-one /dev/{prefix}3",
        f"fsck.ext4 -p /dev/{prefix}3",
    ]


def test_start_after_a_cut_takes_the_partition(tmp_path: Path) -> None:
    assert start_card(tmp_path, "mmcblk0", "mmcblk0p", 3) == [
        "mkfs.ext4 -q -L croupier-one /dev/mmcblk0p3",
        "fsck.ext4 -p /dev/mmcblk0p3",
    ]


def test_missing_partition_is_not_formatted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMMANDS, "partx", "")
    assert [line.split()[0] for line in start_card(tmp_path, "sda", "sda", 2)] == [
        *("sfdisk", "partx")
    ]
