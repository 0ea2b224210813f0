"""The names of the roles, in words."""

from collections.abc import Iterable, Mapping
from typing import Final

from firmware.console.access.account_book import Account
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.requests import ROLE_KEYS, Role
from firmware.shell.words.words import Words

ROLE_LABELS: Final[Mapping[Role, str]] = {
    "technician": "console.people.technician",
    "supervisor": "console.people.supervisor",
    "auditor": "console.people.auditor",
}


def role_label(role: Role) -> Text:
    """Return the name of a role."""
    return Text(ROLE_LABELS[role])


def people_text(accounts: Iterable[Account], words: Words) -> str:
    """Return the names of accounts, each with its role."""
    return ", ".join(
        f"{account.name} ({words.render(Text(ROLE_KEYS[account.role]))})" for account in accounts
    )
