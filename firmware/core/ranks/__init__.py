"""The ranks of poker hands: one scale of combinations for each kind of hand."""

from firmware.core.ranks.hands import (
    best_five,
    best_four,
    five_cards,
    four_cards,
    is_low_above_high,
    pai_gow_high,
    pai_gow_low,
    three_cards,
)
from firmware.core.ranks.rank import COMBINATION_KEYS, Combination, Rank

__all__ = [
    "COMBINATION_KEYS",
    "Combination",
    "Rank",
    "best_five",
    "best_four",
    "five_cards",
    "four_cards",
    "is_low_above_high",
    "pai_gow_high",
    "pai_gow_low",
    "three_cards",
]
