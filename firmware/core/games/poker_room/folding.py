"""A hand that is no longer in: folded, thrown in, or taken away (67.104 to 67.106)."""

from firmware.core.games.poker_room.state import Game
from firmware.core.vocabulary.money import Cents


def fold_hand(game: Game, spot: int) -> None:
    """Take a hand out of the game; what only it could win by now stays its own (67.104)."""
    hand = game.hands[spot]
    others = [game.hands[other].collected for other in game.live if other != spot]
    if hand.collected > max(others, default=hand.collected):
        hand.owns_above = Cents(max(others))
    hand.folded = True
