"""What `make pi` has built, in `.pi`: QEMU, and the card with what starts it."""

import os
import subprocess
from pathlib import Path
from typing import Final

from tests.kits.paths import ROOT

CACHE: Final = ROOT / ".pi"
EMULATOR: Final = CACHE / "bin" / "qemu-system-aarch64"
CARD: Final = CACHE / "card.img"
MAKER: Final = CACHE / "maker"
"""The keys of the card's maker."""
KERNEL, INITRD, DEVICE_TREE = CACHE / "vmlinuz", CACHE / "initrd.img", CACHE / "pi3.dtb"
LINUX_ARGUMENTS: Final = CACHE / "cmdline.txt"
SERVICE_ACCOUNT: Final = "872:872"
"""The numbers of user and group on every card."""
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


def _run(*command: str) -> str:
    path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment
    ).stdout
