"""The accounts' file; every try at a passphrase is counted before it is checked."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from firmware.console.access.account_backup import accounts_text, back_up_accounts
from firmware.console.access.account_book import FILE_KIND, Account, AccountBook, ListedAccount
from firmware.console.access.address_tries import AddressTries
from firmware.console.access.backoff import Backoff
from firmware.console.access.passphrases import (
    HASH_COST,
    HashCost,
    check_passphrase,
    hash_passphrase,
    unmatchable_hash,
    verify_passphrase,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.restored_files import restore_file
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.technician.requests import AccountName, Person

ACCOUNTS_FILE: Final = "accounts.json"
OWNER_ONLY_MODE: Final = 0o600


class Accounts:
    """The accounts of a device, in its console's directory.

    Every failure is raised as RequestFailed. The file is read again under a lock each time. A
    damaged one is not repaired: no one can log in until it is replaced.
    """

    def __init__(
        self,
        directory: Path,
        monotonic_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
        hash_cost: HashCost = HASH_COST,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        backup_path: Path | None = None,
    ) -> None:
        self._file_path = directory / ACCOUNTS_FILE
        self._monotonic_ms = monotonic_ms
        self._wall_ms = wall_ms
        self._hash_cost = hash_cost
        self._backup_path = backup_path
        self._unwritten_tries: dict[str, Backoff] = {}
        self._address_tries = AddressTries()

    @property
    def is_empty(self) -> bool:
        """Whether there are no accounts yet."""
        return not self.account_names()

    def account_names(self) -> tuple[str, ...]:
        return tuple(account.name for account in self.list_accounts())

    def list_accounts(self) -> tuple[ListedAccount, ...]:
        """Return all accounts by name."""
        with self._lock_directory():
            accounts = self._read_book().accounts
        return tuple(
            ListedAccount(account.name, account.role, account.made) for account in accounts
        )

    def back_up(self) -> None:
        """Bring the backup up to date, where there is one. Raises RequestFailed."""
        if self._backup_path is not None:
            with self._lock_directory():
                back_up_accounts(self._read_book(), self._backup_path)

    def find_account(self, account_name: str) -> Account | None:
        """Return an account as the file has it now, without waiting for who tries a passphrase."""
        return self._read_book().find_account(account_name)

    def authenticate(self, account_name: str, passphrase: str, client_address: str = "") -> Person:
        """Return the person of a name and passphrase.

        Raises RequestFailed: `console.wrong`, or `console.wait` with the seconds to wait: by the
        account, and by the address of a client of the network. The try is stored as wrong before
        it is checked, so that pulling the plug does not undo it; an unknown name is hashed too, and
        so takes as long.
        """
        with self._lock_directory():
            account_book, now_ms = self._read_book(), self._monotonic_ms()
            _check_wait(self._address_tries.remaining_wait_ms(client_address, now_ms))
            tries_key = account_book.tries_key(account_name)
            due_tries = self._due_tries(account_book, tries_key)
            self._store_tries(account_book, {tries_key: due_tries.after_failure(now_ms)})
            self._address_tries.count_failure(client_address, now_ms)
            account = account_book.find_account(account_name)
            is_right = verify_passphrase(
                passphrase, account.phc if account else unmatchable_hash(self._hash_cost)
            )
            if account is None or not is_right:
                raise RequestFailed(Text("console.wrong"))
            self._store_tries(account_book, {tries_key: Backoff()})
            self._address_tries.forget(client_address)
        return Person(account.name, account.role)

    def check_name_free(self, account_name: str) -> None:
        """Raise RequestFailed if a name is invalid or taken."""
        _check_name(account_name)
        if account_name in self.account_names():
            raise RequestFailed(Text("console.people.taken", {"name": account_name}))

    def add_account(self, person: Person, passphrase: str) -> None:
        """Add an account. Raises RequestFailed on a taken or invalid name, or weak passphrase."""
        _check_name(person.name)
        check_passphrase(person.name, passphrase)
        with self._lock_directory():
            account_book = self._read_book()
            if account_book.find_account(person.name) is not None:
                raise RequestFailed(Text("console.people.taken", {"name": person.name}))
            made_at = datetime.fromtimestamp(self._wall_ms() // 1000, UTC).isoformat()
            new_account = Account(
                person.name, person.role, made_at, hash_passphrase(passphrase, self._hash_cost)
            )
            self._write_accounts(account_book, (*account_book.accounts, new_account))

    def change_passphrase(self, account_name: str, passphrase: str) -> None:
        """Replace an account's passphrase. Raises RequestFailed."""
        check_passphrase(account_name, passphrase)
        with self._lock_directory():
            account_book = self._read_book()
            old_account = _require_account(account_book, account_name)
            new_account = msgspec.structs.replace(
                old_account, phc=hash_passphrase(passphrase, self._hash_cost)
            )
            self._write_accounts(
                account_book,
                tuple(
                    new_account if account is old_account else account
                    for account in account_book.accounts
                ),
            )

    def remove_account(self, account_name: str) -> None:
        """Remove an account. Raises RequestFailed on the last technician's."""
        with self._lock_directory():
            account_book = self._read_book()
            removed_account = _require_account(account_book, account_name)
            remaining_accounts = tuple(
                account for account in account_book.accounts if account is not removed_account
            )
            if not any(account.role == "technician" for account in remaining_accounts):
                raise RequestFailed(Text("console.people.last_technician", {"name": account_name}))
            self._write_accounts(account_book, remaining_accounts)

    def restore(self, backup: AccountBook) -> bool:
        """Put the accounts of a backup in place of the present ones, which stay beside the file;
        return whether they were others. Raises RequestFailed.
        """
        with self._lock_directory():
            # tries at a passphrase, which are counted in that file alone, make no other accounts
            if accounts_text(self._read_book()) == accounts_text(backup):
                return False
            try:
                return restore_file(self._file_path, accounts_text(backup), OWNER_ONLY_MODE)
            except OSError:
                raise RequestFailed(
                    Text("console.people.unwritten", {"path": str(self._file_path)})
                ) from None

    # the tries

    def _due_tries(self, account_book: AccountBook, tries_key: str) -> Backoff:
        """Return the tries that are counted at a key. Raises RequestFailed if one must wait."""
        now_ms = self._monotonic_ms()
        stored_tries = account_book.tries.get(tries_key, Backoff())
        current_tries = stored_tries.after_reboot(now_ms)
        wait_ms = current_tries.remaining_wait_ms(now_ms)
        if wait_ms and current_tries != stored_tries:  # after a reboot: the wait starts from now
            self._store_tries(account_book, {tries_key: current_tries})
        _check_wait(wait_ms)
        return current_tries

    def _store_tries(self, account_book: AccountBook, changed_tries: dict[str, Backoff]) -> None:
        """Store the tries; if the disk can't be written, in this process only.

        A full disk must not lock out the technician who is to repair it.
        """
        self._unwritten_tries |= changed_tries
        try:
            self._write_book(account_book.with_tries(self._unwritten_tries))
        except OSError:
            return
        self._unwritten_tries = {}

    # the file

    @contextmanager
    def _lock_directory(self) -> Iterator[None]:
        """Lock the accounts against other consoles, which also hash one at a time thereby."""
        # not the file: each write replaces it, so a lock on it would be on an unlinked one
        try:
            directory_descriptor = os.open(self._file_path.parent, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            raise RequestFailed(
                Text("console.people.no_folder", {"path": str(self._file_path.parent)})
            ) from None
        try:
            fcntl.flock(directory_descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(directory_descriptor)

    def _read_book(self) -> AccountBook:
        try:
            account_book = msgspec.json.decode(self._file_path.read_bytes(), type=AccountBook)
        except FileNotFoundError:
            return AccountBook(salt=os.urandom(16).hex())
        except OSError:
            raise RequestFailed(
                Text("console.people.unreadable", {"path": str(self._file_path)})
            ) from None
        except ValueError:
            raise self._damaged_file_error() from None
        if account_book.kind != FILE_KIND or len(
            {account.name for account in account_book.accounts}
        ) < len(account_book.accounts):
            raise self._damaged_file_error()
        return account_book.with_tries(self._unwritten_tries)

    def _damaged_file_error(self) -> RequestFailed:
        return RequestFailed(Text("console.people.damaged", {"path": str(self._file_path)}))

    def _write_accounts(self, account_book: AccountBook, accounts: tuple[Account, ...]) -> None:
        """Write the accounts, and drop the tries of removed ones. Raises RequestFailed."""
        # of unknown names: they belong to no account (`AccountBook.tries_key`)
        other_tries = {
            tries_key: backoff
            for tries_key, backoff in account_book.tries.items()
            if tries_key.startswith("?")
        }
        account_tries = {
            account.name: account_book.tries[account.name]
            for account in accounts
            if account.name in account_book.tries
        }
        changed_book = msgspec.structs.replace(
            account_book, accounts=accounts, tries={**other_tries, **account_tries}
        )
        try:
            self._write_book(changed_book)
        except OSError:
            raise RequestFailed(
                Text("console.people.unwritten", {"path": str(self._file_path)})
            ) from None
        if self._backup_path is not None:
            back_up_accounts(changed_book, self._backup_path)

    def _write_book(self, account_book: AccountBook) -> None:
        json_text = msgspec.json.format(msgspec.json.encode(account_book), indent=1) + b"\n"
        write_atomically(self._file_path, json_text, OWNER_ONLY_MODE)


def _check_wait(wait_ms: int) -> None:
    if wait_ms > 0:
        raise RequestFailed(Text("console.wait", {"seconds": str(-(-wait_ms // 1000))}))


def _check_name(account_name: str) -> None:
    """Raise RequestFailed if a name is invalid."""
    try:
        msgspec.convert(account_name, type=AccountName)
    except msgspec.ValidationError:
        raise RequestFailed(Text("console.people.name")) from None


def _require_account(account_book: AccountBook, account_name: str) -> Account:
    account = account_book.find_account(account_name)
    if account is None:
        raise RequestFailed(Text("console.people.nobody", {"name": account_name}))
    return account
