"""Who may sign in at the pit of `make floor`: one person, with a passphrase of this folder."""

import secrets
from pathlib import Path
from typing import Final

from firmware.console.access.accounts import Accounts
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.technician.requests import Person

NAME: Final = "anne"
OCTETS: Final = 8
ITS_OWNER: Final = 0o600


def accounts(folder: Path) -> Path:
    """Return the folder of the accounts."""
    return folder / "accounts"


def passphrase(folder: Path) -> str:
    """Return the passphrase of the one person, who gets it at the first time."""
    file = folder / "passphrase"
    if not file.exists():
        secret = secrets.token_hex(OCTETS)
        accounts(folder).mkdir(exist_ok=True)
        Accounts(accounts(folder)).add_account(Person(NAME, "supervisor"), secret)
        write_atomically(file, secret.encode(), ITS_OWNER)
    return file.read_text(encoding="utf-8")
