"""The people of the pit of `make floor`, one of each role, with one passphrase of this folder."""

import secrets
from pathlib import Path
from typing import Final

from firmware.console.access.accounts import Accounts
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.technician.requests import Person, Role

PEOPLE: Final[dict[str, Role]] = {
    "anne": "supervisor",
    "simon": "supervisor",
    "dora": "dealer",
    "cleo": "cashier",
    "remi": "runner",
    "tom": "technician",
    "aude": "auditor",
}
OCTETS: Final = 8
ITS_OWNER: Final = 0o600


def accounts(folder: Path) -> Path:
    """Return the folder of the accounts."""
    return folder / "accounts"


def passphrase(folder: Path) -> str:
    """Return the passphrase of all of them; who has no account yet gets one with it."""
    file = folder / "passphrase"
    if not file.exists():
        write_atomically(file, secrets.token_hex(OCTETS).encode(), ITS_OWNER)
    secret = file.read_text(encoding="utf-8")
    accounts(folder).mkdir(exist_ok=True)
    known = Accounts(accounts(folder))
    for name in PEOPLE.keys() - known.account_names():
        known.add_account(Person(name, PEOPLE[name]), secret)
    return secret
