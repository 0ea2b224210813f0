"""A keeper at work: it folds each message of a table, and chooses the messages to the tables."""

from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.floor.jackpot.keeper import Keeper
from firmware.floor.jackpot.ledger_line import Line
from firmware.floor.jackpot.store import Book
from firmware.floor.jackpot.terms import accepted, read_signed
from firmware.shell.evidence.known_devices import name_of
from firmware.shell.jackpot.signed import Signed
from firmware.shell.trust.keys import fingerprint, read_public

SHOWN_MS: Final = 2000
"""How often the newest line is shown; at once if it is another."""
LONGEST_NONCE: Final = 64
MOST_ASKS: Final = 256
"""Answered by one line, which must stay short enough for every table of the lot."""


class Due(NamedTuple):
    """The messages to publish now, in this order, and whether more wait to be folded."""

    messages: list[Signed]
    more: bool


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
    """Chooses the messages to the tables of a lot; its only I/O is the store's.

    An ask is answered once. A table that did not hear the answer asks again.
    """

    def __init__(self, book: Book, keeper: Keeper) -> None:
        self._book = book
        self._keeper = keeper
        self._nonces: dict[str, str] = {}
        self._version = 0
        self._shown_ms = 0
        self._at = 0
        """The time of the last line, which a clock that is set back does not make earlier."""

    def ask(self, table: str, nonce: str) -> None:
        """Have the next line answer a table."""
        if len(nonce) <= LONGEST_NONCE and len(self._nonces) < MOST_ASKS:
            self._nonces[table] = nonce

    def turn(self, now_ms: int) -> Due:
        """Fold a message; return what is due."""
        turn = self._keeper.turn()
        messages = [] if turn.granted is None else [turn.granted]
        rested = 0 <= now_ms - self._shown_ms < SHOWN_MS
        if not rested or turn.line.version != self._version or self._nonces:
            messages += self._shown(turn.line, now_ms)
        return Due(messages, turn.more)

    def _shown(self, line: Line, now_ms: int) -> list[Signed]:
        """Return the line, behind terms and grants if a table has asked."""
        nonces, self._nonces = self._nonces, {}
        self._version, self._shown_ms = line.version, now_ms
        self._at = max(now_ms, self._at + 1)
        asked = [*self._book.signed_terms, *self._keeper.granted_to(nonces)] if nonces else []
        return [*asked, self._keeper.shows(line, tuple(nonces.values()), self._at)]
