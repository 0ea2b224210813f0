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
    order_by_rank, pick_best = (
        (RANK_GROUPS[ACE_HIGH], max) if variant.high else (RANK_GROUPS[ACE_LOW], min)
    )
    live_hands = [(spot, hand) for spot, hand in game.hands.items() if not hand.folded]
    showing_strengths = [
        order_by_rank[sum([card.rank_key for card in hand.up])] for _, hand in live_hands
    ]
    return live_hands[showing_strengths.index(pick_best(showing_strengths))][0]
