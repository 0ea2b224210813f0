"""The games of wheels, dice and balls: the returns of `firmware.core.returns` as figures."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from firmware.core.game.game import Game
from firmware.core.games.craps.bets import ALL_ROLLS, NUMBERS
from firmware.core.games.craps.craps import Craps
from firmware.core.games.keno.keno import Keno
from firmware.core.returns import BetWorth, table_worths
from firmware.core.vocabulary.bets import base_bet_name
from firmware.odds.figure import Chances, Figure, mix_chances

TICKET_BET: Final = "ticket"
BETS_ON_ANY_POINT: Final = ("pass_odds", "dont_pass_odds")
"""Bets on the table's point, listed without it."""


def instrument(game: Game) -> Iterator[Figure]:
    """Every place of the layout; at Keno, a ticket by its count of numbers.

    A craps bet that may get a number later is one bet from its start.
    """
    returns_by_bet = table_worths(game)
    for bet_name, bet_return in returns_by_bet.items():
        if base_bet_name(bet_name) != bet_name and base_bet_name(bet_name) in returns_by_bet:
            continue
        bet = f"{TICKET_BET}:{bet_name}" if isinstance(game, Keno) else bet_name
        yield Figure(bet, _profit_chances(bet_return), bet)
    if isinstance(game, Craps):
        yield from (
            Figure(bet_name, _chances_on_any_point(returns_by_bet, bet_name), bet_name)
            for bet_name in BETS_ON_ANY_POINT
        )


def _profit_chances(bet_return: BetWorth) -> Chances:
    return {return_multiple - 1: chance for return_multiple, chance in bet_return.chances.items()}


def _chances_on_any_point(returns_by_bet: Mapping[str, BetWorth], bet_name: str) -> Chances:
    """Return the chances of a bet over all points, each equally probable."""
    points = [sum(roll) for roll in ALL_ROLLS if sum(roll) in NUMBERS]
    probability = Fraction(1, len(points))
    return mix_chances(
        (probability, _profit_chances(returns_by_bet[f"{bet_name}:{point}"])) for point in points
    )
