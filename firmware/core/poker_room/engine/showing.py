"""The cards of stud that lie open: who brings it in, and who speaks first (67.88 (10))."""

from firmware.core.poker_room.engine.hands import HEIGHTS
from firmware.core.poker_room.engine.state import Game
from firmware.core.poker_room.engine.variants import Variant
from firmware.core.ranks.low import ACE_HIGH, ACE_LOW, ALIKE


def brings_in(variant: Variant, game: Game) -> int:
    """Return the spot of the lowest card, at razz of the highest."""
    if variant.high:
        return min(game.live, key=lambda spot: HEIGHTS[ACE_HIGH][game.hands[spot].up[0]])
    return max(game.live, key=lambda spot: HEIGHTS[ACE_LOW][game.hands[spot].up[0]])


def speaks_first(variant: Variant, game: Game) -> int:
    """Return the spot of the highest hand showing, at razz of the lowest; the first of equals."""
    alike, first = (ALIKE[ACE_HIGH], max) if variant.high else (ALIKE[ACE_LOW], min)
    in_it = [(spot, hand) for spot, hand in game.hands.items() if not hand.folded]
    showing = [alike[sum([card.rank_key for card in hand.up])] for _, hand in in_it]
    return in_it[showing.index(first(showing))][0]
