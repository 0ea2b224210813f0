"""A keeper at work: it folds whatever comes, and shows the newest line to the tables."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.floor.lot.book import Book
from firmware.floor.lot.keeper import Keeper
from firmware.floor.lot.line import Line
from firmware.floor.lot.terms import accepted, read_signed
from firmware.shell.evidence.known_devices import name_of
from firmware.shell.lots.signed import Signed
from firmware.shell.lots.socket import pass_on
from firmware.shell.sockets.line_socket import ControlError
from firmware.shell.trust.keys import fingerprint, read_public

SHOWN_MS: Final = 2000
"""How often the newest line is shown; at once if it is another."""
LOOK_S: Final = 0.2


def opened(
    engine: Engine, lot: str, key: Ed25519PrivateKey, terms: Path | None, people: Path
) -> Book:
    """Return a lot with its terms. Raises OSError; CannotBeDone if new ones don't count, or there
    are none.
    """
    book = Book(engine, lot)
    if terms is not None:
        _add(book, terms, people, key)
    if not book.terms:
        raise CannotBeDone(Text("linked.audit.no_lot", {"name": lot}))
    return book


def _add(book: Book, path: Path, people: Path, key: Ed25519PrivateKey) -> None:
    signed, line = read_signed(path), book.newest
    if any(signed.message == known for known in book.terms):
        return
    persons = frozenset(read_public(one).hex() for one in people.glob("*.pub"))
    generation = line.generation if line else 0
    book.add_terms(accepted(signed, path, persons, book.terms, generation, key))


def keeper_of(book: Book, key: Ed25519PrivateKey) -> Keeper:
    """Return a keeper that knows the devices in `known_devices`, by the names of their tables."""
    return Keeper(book, key, lambda public: name_of(fingerprint(bytes.fromhex(public))))


class Showing:
    """Shows lines to tables at their sockets; one that doesn't answer is tried again."""

    def __init__(self, book: Book, keeper: Keeper, tables: Sequence[Path]) -> None:
        self._book = book
        self._keeper = keeper
        self._tables = tables
        self._nonces: dict[Path, str] = {}
        """Of the tables that have asked, and were not answered."""
        self._version = 0
        self._at = 0

    def turn(self, now_ms: int) -> bool:
        """Fold a message and show the line if it is due; return whether more waits."""
        turn = self._keeper.turn()
        if turn.granted is not None:
            self._send(turn.granted)
        if turn.line.version != self._version or now_ms - self._at >= SHOWN_MS or self._nonces:
            self._show(turn.line, now_ms)
        return turn.more

    def _show(self, line: Line, now_ms: int) -> None:
        self._version, self._at = line.version, max(now_ms, self._at + 1)
        if self._nonces:
            for terms in self._book.signed_terms:
                self._send(terms)
        self._send(self._keeper.shows(line, tuple(self._nonces.values()), self._at))

    def _send(self, signed: Signed) -> None:
        for table in self._tables:
            self._nonces.pop(table, None)
            try:
                ask = pass_on(table, signed).ask
            except ControlError:
                continue
            if ask is not None:
                self._nonces[table] = ask.nonce


def keep(
    showing: Showing, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
) -> None:
    """Keep the lot, until the process ends."""
    while True:
        if not showing.turn(wall_ms()):
            time.sleep(LOOK_S)
