"""The kinds of hand of the regulation's card games, and their ranking."""

from collections.abc import Collection
from functools import cache
from typing import Final

from firmware.core.ranks.rank import Combination, Rank
from firmware.core.ranks.rank_tables import JokerTable, make_ranking
from firmware.core.ranks.scale import RankingScale, straights
from firmware.core.vocabulary.cards import JOKER_CARD, Card

_FIVE_CARD_COMBINATIONS: Final = (
    Combination.ROYAL_FLUSH,
    Combination.STRAIGHT_FLUSH,
    Combination.FOUR_OF_A_KIND,
    Combination.FULL_HOUSE,
    Combination.FLUSH,
    Combination.STRAIGHT,
    Combination.THREE_OF_A_KIND,
    Combination.TWO_PAIRS,
    Combination.PAIR,
    Combination.HIGH_CARD,
)
_WHEEL, *_MIDDLE_STRAIGHTS, _BROADWAY = straights(5)

FIVE_CARD_SCALE: Final = RankingScale(_FIVE_CARD_COMBINATIONS, straights(5))
"""Articles 67.2, 67.11, 67.44, 67.54."""

PAI_GOW_SCALE: Final = RankingScale(
    (Combination.FIVE_ACES, *_FIVE_CARD_COMBINATIONS), (*_MIDDLE_STRAIGHTS, _WHEEL, _BROADWAY)
)
"""Article 40: A-2-3-4-5 is the second straight."""

FOUR_CARD_SCALE: Final = RankingScale(
    (
        Combination.FOUR_OF_A_KIND,
        Combination.STRAIGHT_FLUSH,
        Combination.THREE_OF_A_KIND,
        Combination.FLUSH,
        Combination.STRAIGHT,
        Combination.TWO_PAIRS,
        Combination.PAIR,
        Combination.HIGH_CARD,
    ),
    straights(4),
)
"""Articles 67.65 and 67.76."""

THREE_CARD_SCALE: Final = RankingScale(
    (
        Combination.STRAIGHT_FLUSH,
        Combination.THREE_OF_A_KIND,
        Combination.STRAIGHT,
        Combination.FLUSH,
        Combination.PAIR,
        Combination.HIGH_CARD,
    ),
    straights(3),
)
"""Articles 67.23, 67.43, 67.53."""

three_cards: Final = make_ranking(THREE_CARD_SCALE)
"""Rank three cards (67.23, 67.43, 67.53)."""

four_cards: Final = make_ranking(FOUR_CARD_SCALE)
"""Rank four cards (67.65)."""

best_four: Final = make_ranking(FOUR_CARD_SCALE, 6)
"""Rank the best four of up to six cards (67.65, 67.76)."""

five_cards: Final = make_ranking(FIVE_CARD_SCALE)
"""Rank five cards (67.2, 67.11, 67.44, 67.54)."""

best_five: Final = make_ranking(FIVE_CARD_SCALE, 7)
"""Rank the best five of up to seven cards (67.50)."""

pai_gow_high: Final = make_ranking(PAI_GOW_SCALE, rank_table=JokerTable)
"""Rank a main forte: five cards, of which one may be the joker (39, 40)."""


def pai_gow_low(cards: Collection[Card]) -> Rank:
    """Rank a main faible: two cards, a pair or not (40, 10°); the joker is an ace (39)."""
    return _rank_two_cards("".join(["A" if card is JOKER_CARD else card.rank for card in cards]))


@cache
def _rank_two_cards(ranks: str) -> Rank:
    return PAI_GOW_SCALE.rank(ranks, is_suited=False)


def is_low_above_high(low_rank: Rank, high_rank: Rank) -> bool:
    """Article 44, 3°: return whether a main faible ranks above the main forte, by combination, then
    by ranks pairwise; equal is legal.
    """
    return low_rank > high_rank
