"""The content of the accounts' file."""

import hashlib
from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

import msgspec

from firmware.console.access.backoff import Backoff
from firmware.shell.technician.requests import AccountName, Role

FILE_KIND: Final = "croupier accounts 1"

# the digits bound the memory and the passes that a forged file can make the console spend
_PHC_PATTERN: Final = (
    r"^\$argon2id\$v=19\$m=\d{1,6},t=\d{1,2},p=\d\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}\Z"
)


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person who may log in. `made` is when the account was added, ISO 8601 in UTC."""

    name: AccountName
    role: Role
    made: str
    phc: Annotated[str, msgspec.Meta(pattern=_PHC_PATTERN)]

    def __repr__(self) -> str:  # no hash in a log
        return f"Account({self.name}, {self.role})"


class AccountBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file. Tries are counted by account and, for an unknown name, by
    one of 256 hashes (`?`): the name may be a passphrase typed in the wrong place, and must not be
    stored.
    """

    kind: str = FILE_KIND
    salt: str = ""
    accounts: tuple[Account, ...] = ()
    tries: dict[str, Backoff] = {}

    def find_account(self, account_name: str) -> Account | None:
        return next((account for account in self.accounts if account.name == account_name), None)

    def tries_key(self, account_name: str) -> str:
        """Return the key in `tries` at which the tries at a name are counted."""
        if self.find_account(account_name) is not None:
            return account_name
        hash_key = self.salt.encode()
        name_octets = account_name.encode("utf-8", "surrogatepass")
        return f"?{hashlib.blake2b(name_octets, key=hash_key, digest_size=1).hexdigest()}"

    def with_tries(self, changed_tries: Mapping[str, Backoff]) -> "AccountBook":
        """Return the book with these tries."""
        return msgspec.structs.replace(self, tries={**self.tries, **changed_tries})


class ListedAccount(NamedTuple):
    """An account without its hash."""

    name: str
    role: Role
    made: str
