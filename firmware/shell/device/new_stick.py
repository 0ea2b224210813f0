"""A disk that is to become the journal's second one, and why it must not be erased.

What the kernel says of it is read in /sys and /proc, what is on it with blkid and debugfs, which
write nothing.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.disks import command_output

OWN_LABELS: Final = "croupier-"
"""How the labels of a table's disks begin."""
_SEGMENT_NAME: Final = re.compile(r"\d{6,}\.seg")


@dataclass(frozen=True)
class DiskTools:
    """Where the kernel says what disks there are, and the programs that look into one."""

    root: Path = Path("/")
    output_of: Callable[..., str] = command_output
    """Returns what a command prints, nothing if it fails."""


def require_erasable(device: Path, tools: DiskTools = DiskTools()) -> None:
    """Raise RequestFailed if a disk is in use, is no stick, or holds what a table has recorded."""
    name = device.resolve().name
    sys_folder = tools.root / "sys/class/block" / name
    if not sys_folder.exists():
        raise _refusal("disk.no_device", device)
    for why in (*_uses(sys_folder.resolve(), tools), *_contents(device, tools)):
        raise _refusal(why, device)


def _uses(sys_folder: Path, tools: DiskTools) -> Iterator[str]:
    """Yield the keys of what the disk is to this machine."""
    is_partition = (sys_folder / "partition").exists()
    partitions = [] if is_partition else [path.parent for path in sys_folder.glob("*/partition")]
    if any(_is_mounted(folder, tools) for folder in (sys_folder, *partitions)):
        yield "disk.mounted"
    if any(sys_folder.glob("holders/*")):
        yield "disk.mounted"
    disk_folder = sys_folder.parent if is_partition else sys_folder
    if _text(disk_folder / "removable") != "1" and "/usb" not in str(disk_folder):
        yield "disk.fixed"
    if partitions:
        yield "disk.partitions"


def _is_mounted(sys_folder: Path, tools: DiskTools) -> bool:
    number = _text(sys_folder / "dev")
    mounts = _text(tools.root / "proc/self/mountinfo").splitlines()
    swaps = _text(tools.root / "proc/swaps").splitlines()
    return any(line.split()[2] == number for line in mounts) or any(
        line.split()[0].endswith(f"/{sys_folder.name}") for line in swaps
    )


def _contents(device: Path, tools: DiskTools) -> Iterator[str]:
    """Yield the keys of what is on the disk."""
    label, kind = (
        tools.output_of("blkid", "-p", "-o", "value", "-s", tag, str(device)).strip()
        for tag in ("LABEL", "TYPE")
    )
    if label.startswith(OWN_LABELS):
        yield "disk.own_label"
    if kind.startswith("ext"):
        names = set(_names_below(device, tools))
        if not names:  # even an empty one has its lost+found
            yield "disk.unreadable"
        elif any(map(_SEGMENT_NAME.fullmatch, names)):
            yield "disk.journal"


def _names_below(device: Path, tools: DiskTools) -> Iterator[str]:
    """Yield the names in the root of a file system, and in each of its folders."""
    for name in _listed_names("/", device, tools):
        yield name
        yield from _listed_names(f"/{name}", device, tools)


def _listed_names(folder: str, device: Path, tools: DiskTools) -> list[str]:
    # each line is /inode/mode/user/group/name/size/
    listing = tools.output_of("debugfs", "-R", f'ls -p "{folder}"', str(device))
    fields = (line.split("/") for line in listing.splitlines())
    names = (field[5] for field in fields if len(field) > len("imugns"))
    return [name for name in names if name not in (".", "..")]


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _refusal(key: str, device: Path) -> RequestFailed:
    return RequestFailed(Text(key, {"device": os.fspath(device)}))
