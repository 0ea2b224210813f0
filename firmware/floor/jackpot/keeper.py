"""The keeper of a linked lot: it folds what tables fed and won into the line, one message a turn.

It remembers nothing: any number of keepers may run, and each may end at any time.
"""

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.jackpot import LotTerms
from firmware.floor.jackpot.ledger_line import Line, first_line, fold, shown
from firmware.floor.jackpot.store import Book
from firmware.shell.history.records import Attested
from firmware.shell.jackpot.signed import Signed, is_attested, sign

AGAIN: Final = 16
"""Grants that are said again to tables which ask: a table waits for no more than one or two."""


class Turn(NamedTuple):
    """The result of a turn: the newest line, its grants, and whether more messages wait."""

    line: Line
    granted: Signed | None = None
    more: bool = False


class Keeper:
    """Keeps the lot of a book. `name_of` returns a device's table by its public key, in
    hexadecimal.
    """

    def __init__(
        self, book: Book, key: Ed25519PrivateKey, name_of: Callable[[str], str | None]
    ) -> None:
        self._book = book
        self._key = key
        self._name_of = name_of

    def turn(self) -> Turn:
        """Fold one message; if another keeper was faster, nothing is folded. Facts are looked
        through once no message waits.

        Raises OutOfTurn if the lot has no terms for its first line.
        """
        terms = self._book.terms
        line = self._newest(terms)
        record = self._book.next_message(line)
        if record is None and self._book.gather(self._is_known):
            record = self._book.next_message(line)
        if record is None:
            return Turn(line)
        folded = fold(line, record.message, terms)
        if not self._book.insert(folded.line, folded.granted):
            return Turn(self._newest(terms), more=True)
        granted = sign(folded.granted, self._key) if folded.granted else None
        return Turn(folded.line, granted, more=True)

    def shows(self, line: Line, nonces: tuple[str, ...], at: int) -> Signed:
        """Return an inserted line, signed, as it is shown to the tables."""
        return sign(shown(line, self._book.terms, nonces, at), self._key)

    def granted_to(self, tables: Collection[str]) -> list[Signed]:
        """Return the last grants of these tables, signed, the oldest first."""
        own = [granted for granted in self._book.grants if granted.table in tables]
        return [sign(granted, self._key) for granted in own[-AGAIN:]]

    def _newest(self, terms: list[LotTerms]) -> Line:
        """Return the newest line; begin the lot if it has none, unless another has."""
        line = self._book.newest
        if line is not None:
            return line
        self._book.insert(first_line(terms))
        return self._newest(terms)

    def _is_known(self, record: Attested, table: str, journal: str) -> bool:
        """Return whether a fact of that journal is a message of the table that the house knows."""
        message = record.message
        named = (message.table, message.journal) == (table, journal)
        return named and self._name_of(record.device) == table and is_attested(record)
