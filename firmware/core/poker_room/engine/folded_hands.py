"""Folded hands: folded, mucked or taken away (67.104 to 67.106)."""

from firmware.core.poker_room.engine.state import PokerGame
from firmware.core.vocabulary.money import Cents


def fold_hand(game: PokerGame, spot: int) -> None:
    """Fold a hand. It can still win a pot layer that no other live hand has contributed to
    (67.104).
    """
    own_cents = game.hands[spot].put_in_before
    next_cents = max(
        [
            game.hands[rival_spot].put_in_before
            for rival_spot in game.live_spots
            if rival_spot != spot
        ],
        default=own_cents,
    )
    game.change(spot, folded=True, owns_above=Cents(next_cents) if own_cents > next_cents else None)
