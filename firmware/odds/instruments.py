"""The games of wheels, dice and balls: what `firmware.core.returns` plays, as figures."""

from collections.abc import Iterator

from firmware.core.game.game import Game
from firmware.core.games.keno.keno import Keno
from firmware.core.returns import worths_at
from firmware.core.vocabulary.rulings import base_name
from firmware.odds.figure import Figure

TICKET = "ticket"


def instrument(game: Game) -> Iterator[Figure]:
    """Every place of the layout; of Keno, a ticket by the count of its numbers.

    A craps bet that may get a number later is one bet from its start.
    """
    worths = worths_at(game)
    for on, worth in worths.items():
        if base_name(on) != on and base_name(on) in worths:
            continue
        bet = f"{TICKET}:{on}" if isinstance(game, Keno) else on
        profits = {back - 1: chance for back, chance in worth.chances.items()}
        yield Figure(bet, profits, bet)
