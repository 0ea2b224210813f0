"""The order of stud: who brings it in, and who acts first, by the up cards (67.88 (10))."""

from firmware.core.poker_room.engine.hands import CARD_HEIGHTS
from firmware.core.poker_room.engine.state import PokerGame
from firmware.core.poker_room.engine.variants import Variant
from firmware.core.ranks.low_hands import ACE_HIGH, ACE_LOW, RANK_GROUPS


def bring_in_seat(variant: Variant, game: PokerGame) -> int:
    """Return the spot of the lowest up card; at razz of the highest."""
    if variant.high:
        return min(game.live_spots, key=lambda spot: CARD_HEIGHTS[ACE_HIGH][game.hands[spot].up[0]])
    return max(game.live_spots, key=lambda spot: CARD_HEIGHTS[ACE_LOW][game.hands[spot].up[0]])


def first_by_showing(variant: Variant, game: PokerGame) -> int:
    """Return the first spot with the highest showing hand, at razz with the lowest."""
    strengths = RANK_GROUPS[ACE_HIGH if variant.high else ACE_LOW]
    showing = {
        spot: strengths[sum([card.rank_key for card in hand.up])]
        for spot, hand in game.hands.items()
        if not hand.folded
    }
    return (max if variant.high else min)(showing, key=showing.__getitem__)
