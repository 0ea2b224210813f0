"""The games of wheels, dice and balls: what `firmware.core.returns` plays, as figures."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from firmware.core.game.game import Game
from firmware.core.games.craps.bets import NUMBERS, ROLLS
from firmware.core.games.craps.craps import Craps
from firmware.core.games.keno.keno import Keno
from firmware.core.returns import Worth, worths_at
from firmware.core.vocabulary.rulings import base_name
from firmware.odds.figure import Chances, Figure, mixed

TICKET: Final = "ticket"
ON_ANY_POINT: Final = ("pass_odds", "dont_pass_odds")
"""Bets that are laid when the point is known, and named without it."""


def instrument(game: Game) -> Iterator[Figure]:
    """Every place of the layout; of Keno, a ticket by the count of its numbers.

    A craps bet that may get a number later is one bet from its start.
    """
    worths = worths_at(game)
    for on, worth in worths.items():
        if base_name(on) != on and base_name(on) in worths:
            continue
        bet = f"{TICKET}:{on}" if isinstance(game, Keno) else on
        yield Figure(bet, _profits(worth), bet)
    if isinstance(game, Craps):
        yield from (Figure(on, _on_any_point(worths, on), on) for on in ON_ANY_POINT)


def _profits(worth: Worth) -> Chances:
    return {back - 1: chance for back, chance in worth.chances.items()}


def _on_any_point(worths: Mapping[str, Worth], on: str) -> Chances:
    """Return the chances of a bet whatever the point is, each as probable as it is thrown."""
    points = [sum(roll) for roll in ROLLS if sum(roll) in NUMBERS]
    share = Fraction(1, len(points))
    return mixed((share, _profits(worths[f"{on}:{point}"])) for point in points)
