"""The public cards of a table's last rounds, by playing its released records again.

The game says which of a round's cards everybody at the table has seen; no other is named.
"""

import threading
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Engine, func, select

from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.floor.store import KEPT, RECORD
from firmware.shell.history.records import decode
from firmware.shell.history.replay import Follower
from firmware.shell.rules.rules import RulesError

Hands = dict[str, tuple[str, ...]]
"""By hand, as a status names it: its cards."""
ENOUGH: Final = 1_000
"""Records that have the last rounds for certain."""
LAST: Final = 30
"""Rounds that are remembered: a screen is behind the records by a few."""


class _Known(NamedTuple):
    kept: int
    rounds: dict[int, Hands]


class Cards:
    """Those of all journals of a store; each is played again only if more was released."""

    def __init__(self, store: Engine) -> None:
        self._store = store
        self._known: dict[tuple[str, str], _Known] = {}
        self._playing = threading.Lock()

    def of(self, table: str, journal: str) -> dict[int, Hands]:
        """Return the cards by round, as far as its records are released; none of a table that this
        program can't play. Raises SQLAlchemyError.
        """
        with self._playing:
            kept, known = self._kept(table, journal), self._known.get((table, journal))
            if known is None or known.kept != kept:
                rounds = played(self._payloads(table, journal, kept))
                known = self._known[table, journal] = _Known(kept, rounds)
        return known.rounds

    def _kept(self, table: str, journal: str) -> int:
        """Return the last record before which none is missing; -1 if there is none."""
        of = KEPT.c.table_name == table, KEPT.c.journal == journal, KEPT.c.lane == "record"
        with self._store.connect() as connection:
            found = connection.scalar(select(KEPT.c.number).where(*of))
        return -1 if found is None else int(found)

    def _payloads(self, table: str, journal: str, kept: int) -> Iterator[bytes]:
        """Yield the records from the beginning of a segment on."""
        of = RECORD.c.table_name == table, RECORD.c.journal == journal, RECORD.c.number <= kept
        begins = (*of, RECORD.c.header.is_not(None), RECORD.c.number <= max(0, kept - ENOUGH))
        with self._store.connect() as connection:
            begin = connection.scalar(select(func.max(RECORD.c.number)).where(*begins))
            chosen = select(RECORD.c.payload).where(*of, RECORD.c.number >= (begin or 0))
            yield from connection.scalars(chosen.order_by(RECORD.c.number))


def played(payloads: Iterator[bytes]) -> dict[int, Hands]:
    """Return the cards of the last rounds in these records, the first of which begins a segment."""
    follower, found = Follower(), dict[int, Hands]()
    try:
        for payload in payloads:
            follower.take(decode(payload))
            state = follower.table.state if follower.table else None
            if state and not state.testing and (hands := _hands(state.game)):
                found[state.round.number] = hands
    except (RulesError, OptionRefused, msgspec.DecodeError):
        return {}
    return {number: found[number] for number in sorted(found)[-LAST:]}


def _hands(game: Game) -> Hands:
    return {hand: tuple(c.name for c in cards) for hand, cards in game.cards.items() if cards}
