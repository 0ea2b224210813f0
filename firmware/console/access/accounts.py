"""Who may log in at the console, in one file; every try is counted before it is judged."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from firmware.console.access.backoff import Backoff
from firmware.console.access.book import KIND, Account, Book, Known
from firmware.console.access.passphrases import COST, Cost, check_fit, derive, matches, nobodys
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.atomic_file import write_whole
from firmware.shell.technician.requests import Name, Person

FILE: Final = "accounts.json"
USER_ALONE: Final = 0o600


class Accounts:
    """The accounts of a device, in its console's directory; `line` is the source of the tries.

    Every failure is raised as CannotBeDone. The file is read again under a lock each time, and a
    damaged one is left as it is: then nobody can log in.
    """

    def __init__(
        self,
        path: Path,
        line: str = "terminal",
        passed_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
        cost: Cost = COST,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._path = path / FILE
        self._line = f"@{line}"
        self._passed_ms = passed_ms
        self._wall_ms = wall_ms
        self._cost = cost
        self._unwritten: dict[str, Backoff] = {}

    @property
    def empty(self) -> bool:
        """Whether nobody has an account yet."""
        return not self.names()

    def names(self) -> tuple[str, ...]:
        return tuple(account.name for account in self.known())

    def known(self) -> tuple[Known, ...]:
        """Return all accounts by name."""
        with self._locked():
            accounts = self._read().accounts
        return tuple(Known(account.name, account.role, account.made) for account in accounts)

    def check(self, name: str, passphrase: str) -> Person:
        """Return who that is. Raises CannotBeDone: `console.wrong`, or `console.wait` with seconds.

        The try is counted as wrong first, so that no plug takes it back; a name that has no
        account takes as long.
        """
        with self._locked():
            book = self._read()
            tries = self._due(book, name)
            now = self._passed_ms()
            self._count(book, {place: one.failed(now) for place, one in tries.items()})
            account = book.account(name)
            right = matches(passphrase, account.phc if account else nobodys(self._cost))
            if account is None or not right:
                raise CannotBeDone(Text("console.wrong"))
            self._count(book, dict.fromkeys(tries, Backoff()))
        return Person(account.name, account.role)

    def check_free(self, name: str) -> None:
        """Raise CannotBeDone unless a new account may be called that."""
        _check_name(name)
        if name in self.names():
            raise CannotBeDone(Text("console.people.taken", {"name": name}))

    def add(self, person: Person, passphrase: str) -> None:
        _check_name(person.name)
        check_fit(person.name, passphrase)
        with self._locked():
            book = self._read()
            if book.account(person.name) is not None:
                raise CannotBeDone(Text("console.people.taken", {"name": person.name}))
            made = datetime.fromtimestamp(self._wall_ms() // 1000, UTC).isoformat()
            new = Account(person.name, person.role, made, derive(passphrase, self._cost))
            self._write_accounts(book, (*book.accounts, new))

    def change(self, name: str, passphrase: str) -> None:
        """Give an account another passphrase."""
        check_fit(name, passphrase)
        with self._locked():
            book = self._read()
            old = _there(book, name)
            new = msgspec.structs.replace(old, phc=derive(passphrase, self._cost))
            self._write_accounts(book, tuple(new if a is old else a for a in book.accounts))

    def remove(self, name: str) -> None:
        """Remove an account, except the last technician's, who could not be replaced."""
        with self._locked():
            book = self._read()
            gone = _there(book, name)
            left = tuple(account for account in book.accounts if account is not gone)
            if not any(account.role == "technician" for account in left):
                raise CannotBeDone(Text("console.people.last_technician", {"name": name}))
            self._write_accounts(book, left)

    # the tries

    def _due(self, book: Book, name: str) -> dict[str, Backoff]:
        """Return the tries at a name and from this line. Raises CannotBeDone if these must wait."""
        now, places = self._passed_ms(), (book.drawer(name), self._line)
        known = {place: book.tries.get(place, Backoff()) for place in places}
        tries = {place: one.by_clock(now) for place, one in known.items()}
        wait_ms = max(one.wait_ms(now) for one in tries.values())
        if wait_ms == 0:
            return tries
        if tries != known:
            self._count(book, tries)
        raise CannotBeDone(Text("console.wait", {"seconds": str(-(-wait_ms // 1000))}))

    def _count(self, book: Book, tries: dict[str, Backoff]) -> None:
        """Store the tries; if the disk can't be written, only in this process.

        A full disk is a reason to let the technician in.
        """
        self._unwritten |= tries
        try:
            self._write(book.counting(self._unwritten))
        except OSError:
            return
        self._unwritten = {}

    # the file

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the directory against every other console: also only one hashes at a time."""
        try:
            folder = os.open(self._path.parent, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            raise CannotBeDone(
                Text("console.people.no_folder", {"path": str(self._path.parent)})
            ) from None
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _read(self) -> Book:
        try:
            book = msgspec.json.decode(self._path.read_bytes(), type=Book)
        except FileNotFoundError:
            return Book(salt=os.urandom(16).hex())
        except OSError:
            raise CannotBeDone(
                Text("console.people.unreadable", {"path": str(self._path)})
            ) from None
        except ValueError:
            raise self._damaged() from None
        if book.kind != KIND or len({account.name for account in book.accounts}) < len(
            book.accounts
        ):
            raise self._damaged()
        return book.counting(self._unwritten)

    def _damaged(self) -> CannotBeDone:
        return CannotBeDone(Text("console.people.damaged", {"path": str(self._path)}))

    def _write_accounts(self, book: Book, accounts: tuple[Account, ...]) -> None:
        """Put other accounts in place of those. Raises CannotBeDone."""
        kept = {place: one for place, one in book.tries.items() if place[0] in "@?"}
        named = {a.name: book.tries[a.name] for a in accounts if a.name in book.tries}
        try:
            self._write(msgspec.structs.replace(book, accounts=accounts, tries={**kept, **named}))
        except OSError:
            raise CannotBeDone(
                Text("console.people.unwritten", {"path": str(self._path)})
            ) from None

    def _write(self, book: Book) -> None:
        text = msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"
        write_whole(self._path, text, USER_ALONE)


def _check_name(name: str) -> None:
    """Raise CannotBeDone unless an account may be called that."""
    try:
        msgspec.convert(name, type=Name)
    except msgspec.ValidationError:
        raise CannotBeDone(Text("console.people.name")) from None


def _there(book: Book, name: str) -> Account:
    found = book.account(name)
    if found is None:
        raise CannotBeDone(Text("console.people.nobody", {"name": name}))
    return found
