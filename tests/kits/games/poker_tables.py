"""The poker tables that a room or a tournament may have, for the sentences that hold at them."""

from itertools import product
from typing import Any, Final

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import (
    HOLDEM_TOURNAMENT,
    POKER_ROOM,
    PokerTerms,
    read_terms,
)
from firmware.shell.rules.rule_book import BookSentence
from tests.kits.games.books import sentences
from tests.kits.games.poker_room.options import BOARD, STUD

GAMES: Final = (POKER_ROOM, HOLDEM_TOURNAMENT)
FIXED: Final = {"limit": "fixed", "bets": [200, 400]}
BRING_IN: Final = {**FIXED, "bring_in": 100}
TABLE: Final = {"role": "table"}
CHOICES: Final[tuple[tuple[dict[str, Any], ...], ...]] = (
    ({}, {"limit": "pot"}, FIXED),
    ({}, {"ante": 100}, {"ante": 100, "ante_by": "big_blind"}),
    ({}, {"straddle": True}),
    ({}, {"readers": "seats"}),
    ({}, {"min_stake": 2000, "max_stake": 90000}),
    ({}, {"rejoin_minutes": 0}),
)
"""What a table may choose, of any game."""
OF_CASH: Final[tuple[tuple[dict[str, Any], ...], ...]] = (
    (
        {},
        {"commission": {"percent": 5, "cap": 700}},
        {"commission": {"percent": 5, "without_flop": True}},
        {"commission": {"steps": [[1000, 100], [4000, 200]]}},
    ),
    ({}, {"time_charge": {"cents": 500, "minutes": 30}}),
)


def tables(game: str) -> list[PokerTerms]:
    """Return the terms of tables of every structure that a game allows."""
    pokers = [{"poker": name} for name in BOARD] + [
        {"poker": name, **BRING_IN, "ante": 100} for name in STUD
    ]
    own = ([TABLE],) if game == HOLDEM_TOURNAMENT else (pokers, *OF_CASH)
    chosen = [
        {key: value for part in parts for key, value in part.items()}
        for parts in product(*CHOICES, *own)
    ]
    return [terms for options in chosen if (terms := terms_of(game, options))]


def terms_of(game: str, options: dict[str, Any]) -> PokerTerms | None:
    """Return the terms of a table, None if it refuses its options."""
    try:
        return read_terms(game, options)
    except OptionRefused:
        return None


def poker_sentences(game: str) -> tuple[BookSentence, ...]:
    """Return the sentences of a game's tables."""
    return tuple(
        sentence for sentence in sentences(game) if sentence.when.get("role") != "tournament"
    )
