"""The kinds of hand of the regulation's card games, and their ranking."""

from collections.abc import Collection
from functools import cache
from typing import Final

from firmware.core.ranks.lookup import JokerTable, ranking
from firmware.core.ranks.rank import Combination, Rank
from firmware.core.ranks.scale import Scale, straights
from firmware.core.vocabulary.cards import JOKER, Card

_OF_FIVE: Final = (
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
_WHEEL, *_BETWEEN, _BROADWAY = straights(5)

FIVE: Final = Scale(_OF_FIVE, straights(5))
"""Articles 67.2, 67.11, 67.44, 67.54."""

PAI_GOW: Final = Scale((Combination.FIVE_ACES, *_OF_FIVE), (*_BETWEEN, _WHEEL, _BROADWAY))
"""Article 40: A-2-3-4-5 is the second straight."""

FOUR: Final = Scale(
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

THREE: Final = Scale(
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

three_cards: Final = ranking(THREE)
"""Rank three cards (67.23, 67.43, 67.53)."""

four_cards: Final = ranking(FOUR)
"""Rank four cards (67.65)."""

best_four: Final = ranking(FOUR, 6)
"""Rank the best four of up to six cards (67.65, 67.76)."""

five_cards: Final = ranking(FIVE)
"""Rank five cards (67.2, 67.11, 67.44, 67.54)."""

best_five: Final = ranking(FIVE, 7)
"""Rank the best five of up to seven cards (67.50)."""

pai_gow_high: Final = ranking(PAI_GOW, table=JokerTable)
"""Rank a main forte: five cards, of which one may be the joker (39, 40)."""


def pai_gow_low(cards: Collection[Card]) -> Rank:
    """Rank a main faible: two cards, a pair or not (40, 10°); the joker is an ace (39)."""
    return _of_two("".join(["A" if card is JOKER else card.rank for card in cards]))


@cache
def _of_two(ranks: str) -> Rank:
    return PAI_GOW.rank(ranks, suited=False)


def low_above_high(low: Rank, high: Rank) -> bool:
    """Article 44, 3°: return whether a main faible ranks above the main forte, by combination, then
    by ranks pairwise; equal is legal.
    """
    return low > high
