"""The facts with which a table closes a round: its progressive bets, and the amount it locked."""

from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, select, tuple_

from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.jackpot import JackpotLocked
from firmware.floor.store import FACT_TABLE
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulesError

BETS_LOCKED: Final = "BetsLocked"
LOT_LOCKED: Final = "LotLocked"
UNDONE: Final = "undone"
PREFIXES: Final = tuple(f'{{"{kind}":' for kind in (BETS_LOCKED, LOT_LOCKED, UNDONE))
MAX_ROUND_FACTS: Final = 500
"""Facts before a message that are searched for its round."""


class ClosedRound(NamedTuple):
    """The close of the last round before a message; None where it was taken back, or never came."""

    locked: JackpotLocked | None = None
    bets: tuple[str, ...] | None = None
    """The names of all bets of the round."""

    def progressive_bets(self, game: str) -> int | None:
        """Return how many bets were on the jackpot of a game."""
        try:
            names = default_pack().game_class(game).HIDDEN_SIDE_BETS
        except (KeyError, RulesError):
            return None
        return None if self.bets is None else sum(name in names for name in self.bets)


def closed_round(connection: Connection, journal: str, shoe: int, number: int) -> ClosedRound:
    """Return the close of the last round before a fact of a journal."""
    undone: set[tuple[int, int]] = set()
    locked: JackpotLocked | None = None
    for position, body in _facts_before(connection, journal, shoe, number):
        if UNDONE in body:
            undone |= _positions(body[UNDONE])
        elif position in undone:
            continue
        elif LOT_LOCKED in body and locked is None:
            locked = _converted(body[LOT_LOCKED])
        elif BETS_LOCKED in body:
            return ClosedRound(locked, _bet_names(body[BETS_LOCKED]))
    return ClosedRound(locked)


def _facts_before(
    connection: Connection, journal: str, shoe: int, number: int
) -> list[tuple[tuple[int, int], dict[str, Any]]]:
    """Return the facts that close or undo a round before a position, the last first."""
    columns = FACT_TABLE.c
    facts_before = (
        select(columns.shoe, columns.number, columns.body)
        .where(columns.journal == journal)
        .where(tuple_(columns.shoe, columns.number) < tuple_(shoe, number))
        .order_by(columns.shoe.desc(), columns.number.desc())
        .limit(MAX_ROUND_FACTS)
    )
    found = ((row, _plain(row.body)) for row in connection.execute(facts_before))
    return [((row.shoe, row.number), body) for row, body in found if body is not None]


def _plain(encoded: str) -> dict[str, Any] | None:
    """Return a fact that closes or undoes a round, None if it is another."""
    if not encoded.startswith(PREFIXES):
        return None
    try:
        return msgspec.json.decode(encoded, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return None


def _converted(fields: object) -> JackpotLocked | None:
    try:
        return msgspec.convert(fields, JackpotLocked)
    except msgspec.ValidationError:
        return None


def _positions(positions: object) -> set[tuple[int, int]]:
    try:
        return set(msgspec.convert(positions, list[tuple[int, int]]))
    except msgspec.ValidationError:
        return set()


def _bet_names(fields: object) -> tuple[str, ...] | None:
    try:
        bets = msgspec.convert(fields, dict[str, Any])["bets"]
        return tuple(base_bet_name(str(bet["place"][1])) for bet in bets)
    except (msgspec.ValidationError, KeyError, TypeError, IndexError):
        return None
