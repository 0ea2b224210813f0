"""A hand that is no longer in: folded, thrown in, or taken away (67.104 to 67.106)."""

from firmware.core.poker_room.engine.state import Game
from firmware.core.vocabulary.money import Cents


def fold_hand(game: Game, spot: int) -> None:
    """Take a hand out of the game; what only it could win by now stays its own (67.104)."""
    mine = game.hands[spot].collected
    most = max([game.hands[other].collected for other in game.live if other != spot], default=mine)
    game.change(spot, folded=True, owns_above=Cents(most) if mine > most else None)
