"""The rank of a poker hand."""

from enum import StrEnum, auto
from typing import NamedTuple


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


class Rank(NamedTuple):
    """A hand's place on its scale; two hands of one scale tie when their ranks are equal."""

    strength: int
    """Higher is better; not comparable with a rank of another scale."""
    combination: Combination
    high_rank: str
    """The rank of the pair, the higher pair, the three or four alike, or else the top card."""
