"""The recipe of a card's image, its signed manifest, and the first start of the card."""

import lzma
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.shell.config.config import parse_config
from firmware.shell.trust.keys import read_private_key
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tests.kits.units import SYSTEMD, directives
from tools import release
from tools.image import manifest
from tools.image.__main__ import main
from tools.image.debian import Package, fetched
from tools.make_deb import of_a_real_table

RECIPE = ROOT / "tools" / "image"
CARD = RECIPE / "root"
DISK = CARD / "usr/local/sbin/croupier-disk"
SCRIPTS = [
    *sorted(RECIPE.glob("*.sh")),
    RECIPE / "boot" / "init",
    DISK,
    ROOT / "tools" / "mirror.sh",
]


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_shellcheck_accepts_image_scripts(script: Path) -> None:
    done = subprocess.run(["shellcheck", script], capture_output=True, text=True, check=False)  # noqa: S607
    assert (done.returncode, done.stdout) == (0, "")


# what is in the image


def test_every_folder_that_a_unit_writes_lasts() -> None:
    lasting = set(re.findall('(?m)^folders="(.*)"$', DISK.read_text())[0].split())
    written = {"$versions"}
    for unit in ("croupier.service", "croupier-console.service"):
        for folder in directives(unit).get("StateDirectory", []):
            written.add(f"/var/lib/{folder}")
        for folder in directives(unit).get("ConfigurationDirectory", []):
            written.add(f"/etc/{folder}")
    assert lasting == written


def test_card_has_the_package_s_accounts_with_fixed_numbers() -> None:
    card, package = (
        re.sub("(?m)^#.*\n", "", path.read_text())
        for path in (CARD / "etc/sysusers.d/croupier.conf", SYSTEMD / "croupier.sysusers")
    )
    numbered = re.compile(r"(?m)^([gu] \S+) (\d+)\b")
    assert numbered.sub(r"\1 -", card) == package
    numbers = [int(number) for _, number in numbered.findall(card)]
    assert len(set(numbers)) == len(numbers) == 4
    assert all(100 <= number < 1000 for number in numbers)


@pytest.mark.clause("Practice sandbox")
def test_root_is_read_only_and_nobody_logs_in() -> None:
    fstab = [line.split() for line in (CARD / "etc/fstab").read_text().splitlines()]
    assert [line[3] for line in fstab if line[1] == "/"] == ["ro,noatime"]
    assert {line[1] for line in fstab if line[2] == "tmpfs"} == {"/tmp", "/var/tmp", "/var/log"}  # noqa: S108
    volatile = (CARD / "etc/systemd/journald.conf.d/volatile.conf").read_text()
    assert "Storage=volatile" in volatile
    for unit in ("getty.target", "systemd-logind.service"):
        assert (CARD / "etc/systemd/system" / unit).readlink() == Path("/dev/null")
    # With an empty one no start is the first of all, in which systemd enables every unit.
    assert (CARD / "etc/machine-id").read_text() == ""


def test_firmware_starts_what_the_recipe_puts_there() -> None:
    recipe = (RECIPE / "image.sh").read_text()
    config = (RECIPE / "boot/config.txt").read_text()
    for name in re.findall(r"(?m)^(?:kernel=|initramfs )(\S+)", config):
        assert f"/firmware/{name}" in recipe
    (overlay,) = re.findall(r"(?m)^dtoverlay=(\S+)", config)
    assert f"overlays/{overlay}.dtbo" in recipe
    assert (RECIPE / "boot" / f"{overlay}.dts").exists()


def test_root_found_by_its_label_without_a_console_on_the_pins() -> None:
    arguments = (RECIPE / "boot/cmdline.txt").read_text().split()
    assert "root=LABEL=croupier-root" in arguments
    assert "ro" in arguments
    assert [word for word in arguments if word.startswith("console=")] == ["console=tty1"]
    assert "LABEL=croupier-root / " in (CARD / "etc/fstab").read_text()
    assert " -L croupier-root " in (RECIPE / "image.sh").read_text()


def test_any_table_gets_a_maker_and_a_console() -> None:
    text = (ROOT / "examples/baccarat.toml").read_text(encoding="utf-8")
    real = of_a_real_table(text)
    assert of_a_real_table(real) == real
    assert str(parse_config(real).trust) == "/etc/croupier/maker.pub"
    own = of_a_real_table(f'{text}\n[console]\nport = "/dev/ttyS0"\n')
    assert own.count("[console]") == own.count("[trust]") == 1


INDEX = """Package: libc6
Version: 2:2.41-12
Architecture: arm64
Description: library
 Package: of a description
SHA256: {0}

Package: libc6
Version: 2:2.41-13
Architecture: arm64
SHA256: {2}

Package: tzdata
Version: 2026a-0
Architecture: all
SHA256: {1}
"""


def test_packages_have_the_digests_of_the_signed_index(tmp_path: Path) -> None:
    digests = [f"{number:064x}" for number in range(3)]
    for name, text in {
        "var/lib/apt/lists/d_Packages": INDEX.format(*digests),
        "var/cache/apt/archives/tzdata_2026a-0_all.deb": "",
        "var/cache/apt/archives/libc6_2%3a2.41-12_arm64.deb": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert list(fetched(tmp_path)) == [
        Package("libc6", "2:2.41-12", "arm64", digests[0]),
        Package("tzdata", "2026a-0", "all", digests[1]),
    ]


# its manifest

SECTOR = 512
FIRST, FIRMWARE, SYSTEM = 8, 16, 24
"""Of a small image, in sectors."""


def partition(first: int, count: int) -> bytes:
    return bytes(8) + first.to_bytes(4, "little") + count.to_bytes(4, "little")


@pytest.fixture(scope="module")
def maker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maker")
    release.make_maker(folder)
    return folder


@pytest.fixture
def image(tmp_path: Path, maker: Path) -> Path:
    """A small image with its manifest."""
    table = bytes(446) + partition(FIRST, FIRMWARE) + partition(FIRST + FIRMWARE, SYSTEM)
    path = tmp_path / "croupier.img"
    octets = table.ljust(FIRST * SECTOR, b"\0") + b"f" * FIRMWARE * SECTOR + b"s" * SYSTEM * SECTOR
    path.write_bytes(octets)
    (tmp_path / "table.deb").write_bytes(b"a table")
    package = Package("libc6", "2.41-12", "arm64", "0" * 64)
    manifest.sign(path, tmp_path / "table.deb", (package,), read_private_key(maker / "maker.key"))
    return path


def verify(image: Path, maker: Path) -> int:
    return main(["verify", str(image), "--maker", str(maker / "maker.pub")])


def test_image_is_verified_compressed_too(
    image: Path, maker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(image, maker) == 0
    assert "24576 octets, all as signed by" in capsys.readouterr().out
    packed = image.with_name("croupier.img.xz")
    packed.write_bytes(lzma.compress(image.read_bytes()))
    image.unlink()
    assert verify(packed, maker) == 0


def flipped(place: int) -> Callable[[bytes], bytes]:
    return lambda octets: octets[:place] + bytes([octets[place] ^ 1]) + octets[place + 1 :]


@each(
    "change, why",
    [
        (flipped(0), "not as signed in the partition table, octets 0 to 4095"),
        (flipped(4096), "not as signed in the firmware, octets 4096 to 12287"),
        (flipped(12287), "not as signed in the firmware, octets 4096 to 12287"),
        (flipped(12288), "not as signed in the root, octets 12288 to 24575"),
        (lambda octets: octets[:-1], "cut after octet 24575 of 24576, in the root"),
        (lambda octets: octets[:5000], "cut after octet 5000 of 24576, in the firmware"),
        (lambda octets: b"", "cut after octet 0 of 24576, in the partition table"),
        (lambda octets: octets + b"\0", "longer than the 24576 octets that are signed"),
    ],
)
def test_changed_image_is_refused_with_its_place(
    image: Path,
    maker: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[bytes], bytes],
    why: str,
) -> None:
    whole = image.read_bytes()
    image.write_bytes(change(whole))
    status = verify(image, maker)
    image.write_bytes(whole)
    assert (status, capsys.readouterr().err) == (1, f"image: {image}: {why}\n")


def test_cut_compressed_image_is_refused(
    image: Path, maker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = image.with_name("croupier.img.xz")
    packed.write_bytes(lzma.compress(image.read_bytes())[:-40])
    assert verify(packed, maker) == 1
    assert "cut after octet" in capsys.readouterr().err


def test_changed_manifest_is_not_the_maker_s(
    image: Path, maker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    described = manifest.place_of(image)
    described.write_bytes(described.read_bytes().replace(b"2.41-12", b"2.41-13"))
    assert verify(image, maker) == 1
    assert f"image: {described}: not signed by the maker" in capsys.readouterr().err


def test_manifest_of_another_maker_is_refused(image: Path, tmp_path: Path) -> None:
    release.make_maker(tmp_path / "other")
    assert verify(image, tmp_path / "other") == 1


def test_image_without_a_manifest_is_not_judged(
    image: Path, maker: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest.place_of(image).unlink()
    assert verify(image, maker) == 3
    assert str(manifest.place_of(image)) in capsys.readouterr().err


def test_octets_outside_of_the_partitions_are_not_signed(image: Path, maker: Path) -> None:
    image.write_bytes(image.read_bytes() + bytes(SECTOR))
    with pytest.raises(manifest.Refused, match="its partitions end at 24576"):
        manifest.sign(image, image, (), read_private_key(maker / "maker.key"))


# the first start of the card

COMMANDS = {
    "blkid": '[ "$1" = -o ] && echo "$LABEL" || exit 2',
    "mountpoint": "echo 179:2",
    "sfdisk": 'cat >"$CARD/asked"',
    "partx": 'mkdir "$CARD/$THIRD" && echo 3 >"$CARD/$THIRD/partition"',
    "udevadm": "",
    "mkfs.ext4": "",
    "fsck.ext4": "exit 8",
}
"""The system's commands; the last ends the script before it mounts."""
SECTORS = 8192
"""Of each partition, and of the gap before the first."""


def start_card(
    tmp_path: Path, card: str, prefix: str, partitions: int, label: str = ""
) -> list[str]:
    """Start a card of so many partitions, without udev; return the commands that change it."""
    block = tmp_path / "sys" / "devices" / card
    for number in range(1, partitions + 1):
        (block / f"{prefix}{number}").mkdir(parents=True)
        values = {"partition": number, "start": SECTORS * number, "size": SECTORS}
        for name, value in values.items():
            (block / f"{prefix}{number}" / name).write_text(f"{value}\n")
    (tmp_path / "sys/dev/block").mkdir(parents=True)
    (tmp_path / "sys/dev/block/179:2").symlink_to(block / f"{prefix}2")
    commands, calls = tmp_path / "bin", tmp_path / "calls"
    commands.mkdir()
    for name, does in COMMANDS.items():
        script = f'#!/bin/sh\necho "{name} $*" >>"{calls}"\n{does}\n'
        (commands / name).write_text(script)
        (commands / name).chmod(0o755)
    path = f"{commands}:/usr/bin:/bin"
    environment = {"PATH": path, "CARD": str(block), "THIRD": f"{prefix}3", "LABEL": label}
    subprocess.run(["sh", DISK, tmp_path / "sys"], env=environment, check=False)  # noqa: S607
    changes = ("sfdisk", "partx", "mkfs.ext4", "fsck.ext4")
    return [line for line in calls.read_text().splitlines() if line.startswith(changes)]


@each("card, prefix", [("mmcblk0", "mmcblk0p"), ("sda", "sda"), ("nvme0n1", "nvme0n1p")])
def test_first_start_makes_the_third_partition(tmp_path: Path, card: str, prefix: str) -> None:
    assert start_card(tmp_path, card, prefix, 2) == [
        f"sfdisk --append --wipe-partitions never --no-reread --no-tell-kernel /dev/{card}",
        f"partx --add --nr 3 /dev/{card}",
        f"mkfs.ext4 -q -L croupier-one /dev/{prefix}3",
        f"fsck.ext4 -p /dev/{prefix}3",
    ]


def test_third_partition_begins_behind_the_root(tmp_path: Path) -> None:
    start_card(tmp_path, "sda", "sda", 2)
    assert (tmp_path / "sys/devices/sda/asked").read_text() == f"{3 * SECTORS},,L\n"


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


def test_journal_of_an_earlier_image_is_not_formatted(tmp_path: Path) -> None:
    commands = start_card(tmp_path, "mmcblk0", "mmcblk0p", 2, label="croupier-one")
    assert [line.split()[0] for line in commands] == ["sfdisk", "partx", "fsck.ext4"]
