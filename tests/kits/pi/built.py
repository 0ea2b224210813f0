"""What `make pi` has built, in `.pi`: QEMU, and the card with what starts it."""

import fcntl
import json
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.kits.paths import ROOT

CACHE: Final = ROOT / ".pi"
EMULATOR: Final = CACHE / "bin" / "qemu-system-aarch64"
CARD, PREPARED = CACHE / "card.img", CACHE / "prepared.img"
MAKER: Final = CACHE / "maker"
"""The keys of the card's maker."""
KERNEL, INITRD, DEVICE_TREE = CACHE / "vmlinuz", CACHE / "initrd.img", CACHE / "pi3.dtb"
LINUX_ARGUMENTS: Final = CACHE / "cmdline.txt"
SERVICE_ACCOUNT: Final = "872:872"
"""The numbers of user and group on every card."""
SECTOR: Final = 512
LASTING: Final = ("/opt/croupier/versions", "/var/lib/croupier", "/var/lib/croupier-console")
CARD_SIZE, STICK_SIZE = "2G", "1G"
"""A card's is a power of two, as QEMU wants it."""


def is_complete() -> bool:
    return all(
        path.exists() for path in (EMULATOR, CARD, KERNEL, INITRD, DEVICE_TREE, LINUX_ARGUMENTS)
    )


def blank_card(path: Path) -> Path:
    """Write the image to a new card, which `path` holds the differences of."""
    image = ("-f", "qcow2", "-F", "raw", "-b", str(CARD.resolve()))
    _run(str(CACHE / "bin" / "qemu-img"), "create", "-q", *image, str(path), CARD_SIZE)
    return path


def prepared_card(path: Path) -> Path:
    """Make a new card whose third partition is as the first start of a blank one leaves it.

    That makes the file system and copies the program, for minutes of an emulated card.
    """
    with PREPARED.with_suffix(".lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)  # another process of the tests may be making it
        if not PREPARED.exists() or PREPARED.stat().st_mtime < CARD.stat().st_mtime:
            _prepare(PREPARED)
    image = ("-f", "qcow2", "-F", "raw", "-b", str(PREPARED.resolve()))
    _run(str(CACHE / "bin" / "qemu-img"), "create", "-q", *image, str(path), CARD_SIZE)
    return path


def _prepare(image: Path) -> None:
    half = image.with_suffix(".half")
    _run("cp", "--sparse=always", "--no-preserve=timestamps", str(CARD), str(half))
    _run("truncate", "--size", CARD_SIZE, str(half))
    root = json.loads(_run("sfdisk", "--json", str(half)))["partitiontable"]["partitions"][-1]
    behind = root["start"] + root["size"]
    _run("sfdisk", "--quiet", "--append", str(half), given=f"{behind},,L\n")
    place = f"offset={behind * SECTOR},nodiscard"
    kibibytes = (half.stat().st_size - behind * SECTOR) // 1024
    with TemporaryDirectory() as folder:
        _copy_lasting(half, root["start"] * SECTOR, Path(folder))
        _run(
            *("mke2fs", "-q", "-F", "-t", "ext4", "-L", "croupier-one", "-E", place),
            *("-d", folder, str(half), f"{kibibytes}k"),
        )
    half.rename(image)


def _copy_lasting(image: Path, root_offset: int, folder: Path) -> None:
    """Copy out of the root what the script `croupier-disk` would; not the configuration."""
    for name in LASTING:
        path = folder / name.replace("/", ".")
        path.mkdir()
        _run("debugfs", "-R", f"rdump {name} {path}", f"{image}?offset={root_offset}")
        (dumped,) = path.iterdir()
        dumped.rename(folder / "dumped")
        path.rmdir()
        (folder / "dumped").rename(path)


def make_stick(path: Path, content: Path | None = None, label: str = "croupier-two") -> Path:
    """Make the stick of a journal's second copy, as docs/en/card.md says, with a folder's files."""
    options = ["-q", "-F", "-t", "ext4", "-L", label]
    options += ["-E", f"root_owner={SERVICE_ACCOUNT}"]
    if content is not None:
        options += ["-d", str(content)]
    _run("mke2fs", *options, str(path), STICK_SIZE)
    return path


def emulator_version() -> str:
    """Return QEMU's own words."""
    return _run(str(EMULATOR), "--version").splitlines()[0]


def _run(*command: str, given: str | None = None) -> str:
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        command, check=True, input=given, stdout=subprocess.PIPE, text=True, env=environment
    ).stdout
