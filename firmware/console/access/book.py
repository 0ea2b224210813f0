"""The content of the accounts' file."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

import msgspec

from firmware.console.access.backoff import Backoff
from firmware.shell.technician.requests import Name, Role

KIND: Final = "croupier accounts 1"

_PHC: Final = r"^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}\Z"


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who may log in. `made` is when he was entered, ISO 8601 in UTC."""

    name: Name
    role: Role
    made: str
    phc: Annotated[str, msgspec.Meta(pattern=_PHC)]

    def __repr__(self) -> str:
        return f"Account({self.name}, {self.role})"


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file. Tries are counted by account, by line (`@`) and, for an unknown
    name, by one of 256 drawers (`?`): the name itself may be a passphrase typed in the wrong place.
    """

    kind: str = KIND
    salt: str = ""
    accounts: tuple[Account, ...] = ()
    tries: dict[str, Backoff] = {}

    def account(self, name: str) -> Account | None:
        return next((account for account in self.accounts if account.name == name), None)

    def drawer(self, name: str) -> str:
        """Return where tries at `name` are counted."""
        if self.account(name) is not None:
            return name
        key = self.salt.encode()
        octets = name.encode("utf-8", "surrogatepass")
        return f"?{hashlib.blake2b(octets, key=key, digest_size=1).hexdigest()}"

    def counting(self, tries: Mapping[str, Backoff]) -> "Book":
        """Return the book with these tries."""
        return msgspec.structs.replace(self, tries={**self.tries, **tries})


class Known(NamedTuple):
    """An account as it may be shown."""

    name: str
    role: Role
    made: str
