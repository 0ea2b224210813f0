"""The recipe of a card's image: its scripts are sound, and do to a root what its page says."""

import shutil
import subprocess
from pathlib import Path

import pytest

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
