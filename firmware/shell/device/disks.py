"""The disks of the machine: which of them has a label, and the mount of the table's second one."""

import os
import subprocess
from pathlib import Path
from typing import Final

STICK_LABEL: Final = "croupier-two"
STICK_FOLDER: Final = Path("/media/croupier")
MOUNT_UNIT: Final = "media-croupier.mount"
COMMAND_PATIENCE_S: Final = 30


def labelled_disks(label: str) -> tuple[str, ...]:
    """Return the devices whose file system has a label; none to who is not root."""
    return tuple(command_output("blkid", "-t", f"LABEL={label}", "-o", "device").split())


def mount_stick(folder: Path) -> None:
    """Mount the table's second disk as its service would, if root may and it is not mounted."""
    if folder == STICK_FOLDER and os.geteuid() == 0 and not folder.is_mount():
        command_output("systemctl", "start", MOUNT_UNIT)


def command_output(*command: str) -> str:
    """Return what a command prints; nothing if it fails, or is not on this machine."""
    try:
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, check=False, timeout=COMMAND_PATIENCE_S
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
