"""The folder of the console's accounts on the stick, whose files the service can't read.

Its name has the journal's identity, so that a console never writes on the stick of another table;
a link in the service's state directory leads there, which the console may follow.
"""

from pathlib import Path
from typing import Final

from firmware.shell.device.atomic_file import sync_directory
from firmware.shell.device.service_users import share_with_console

ACCOUNTS_LINK: Final = "accounts-backup"
"""In the state directory."""
OWNER_ONLY: Final = 0o700
OWNER_AND_GROUP: Final = 0o770


def accounts_folder(stick: Path, identity: str) -> Path:
    """Return the folder on a stick for the accounts of the table with this journal."""
    return stick / f"accounts-{identity}"


def make_accounts_folder(folder: Path, state_directory: Path) -> None:
    """Make the folder, and the link to it, unless they are there. Raises OSError."""
    if not folder.is_dir():
        folder.mkdir(OWNER_ONLY)
        share_with_console(folder, OWNER_AND_GROUP)
    link = state_directory / ACCOUNTS_LINK
    if not (link.is_symlink() and link.readlink() == folder):
        new_link = link.with_name(f"{ACCOUNTS_LINK}.half")
        new_link.unlink(missing_ok=True)
        new_link.symlink_to(folder)
        new_link.replace(link)
        sync_directory(state_directory)
