"""Which bets and keys a table of a game has."""

from collections.abc import Iterable, Mapping

from firmware.core.events import Key
from firmware.core.game import Game
from firmware.core.pack import GameRules
from firmware.core.rulings import base_name

FOR_SEVERAL = frozenset({Key.INSURANCE, Key.BANK, Key.NUMBER})
"""Decisions that are not asked of one spot after the other: the dealer says whose he keys."""


def limited(kind: type[Game], rules: GameRules) -> list[str]:
    """Return the bets, without argument, that the house sets limits for (3, 9)."""
    bases = dict.fromkeys(map(base_name, kind.BETS))
    return [bet for bet in bases if bet not in kind.IN_PLAY and bet not in rules.stakes]


def wired(
    kind: type[Game], rules: GameRules, limits: Iterable[str], options: Mapping[str, object]
) -> list[str]:
    """Return the bets of a spot in the order in which they are wired.

    Those with limits come first, as they are written; then those that need none, where they are
    bet at all: places of decisions, and fixed stakes that the table shows.
    """
    shown = options.get("side_bets", kind.SIDE_BETS)
    side = {*kind.SIDE_BETS, *kind.HIDDEN_SIDE_BETS}
    free = [
        bet
        for bet in dict.fromkeys(map(base_name, kind.BETS))
        if bet in kind.IN_PLAY or (bet in rules.stakes and (bet not in side or bet in shown))  # type: ignore[operator]
    ]
    return [bet for base in (*limits, *free) for bet in kind.BETS if base_name(bet) == base]


def keys_of(kind: type[Game]) -> list[Key]:
    """Return the keys that the decisions of a game need."""
    decisions = list(kind.DECISIONS)
    if FOR_SEVERAL.intersection(decisions):
        decisions.append(Key.PLACE)
    if Key.SET in decisions:
        decisions.append(Key.PICK)
    return decisions
