"""The rank of a poker hand."""

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Final, NamedTuple


class Combination(StrEnum):
    """The combinations of the regulation, in the words of the pay tables."""

    FIVE_ACES = auto()
    ROYAL_FLUSH = auto()
    STRAIGHT_FLUSH = auto()
    FOUR_OF_A_KIND = auto()
    FULL_HOUSE = auto()
    FLUSH = auto()
    STRAIGHT = auto()
    THREE_OF_A_KIND = auto()
    TWO_PAIRS = auto()
    PAIR = auto()
    HIGH_CARD = auto()


COMBINATION_KEYS: Final[Mapping[Combination, str]] = {
    Combination.FIVE_ACES: "combination.five_aces",
    Combination.ROYAL_FLUSH: "combination.royal_flush",
    Combination.STRAIGHT_FLUSH: "combination.straight_flush",
    Combination.FOUR_OF_A_KIND: "combination.four_of_a_kind",
    Combination.FULL_HOUSE: "combination.full_house",
    Combination.FLUSH: "combination.flush",
    Combination.STRAIGHT: "combination.straight",
    Combination.THREE_OF_A_KIND: "combination.three_of_a_kind",
    Combination.TWO_PAIRS: "combination.two_pairs",
    Combination.PAIR: "combination.pair",
    Combination.HIGH_CARD: "combination.high_card",
}
"""The message key of each combination."""


class Rank(NamedTuple):
    """A hand's rank on its scale; two hands of one scale tie if their ranks are equal."""

    strength: int
    """Higher is better; not comparable with a rank of another scale."""
    combination: Combination
    high_rank: str
    """The rank of the pair, the higher pair, the three or four of a kind, or else of the top card.
    """
