"""Low hands of poker (67.88 (13), (15)): the ace is low, straights and flushes don't count.

The same order, by groups of equal ranks, says who shows the higher cards in stud.
"""

from collections import Counter
from collections.abc import Collection
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import Card

ACE_HIGH: Final = "23456789TJQKA"
ACE_LOW: Final = "A23456789TJQK"
EIGHT: Final = ACE_LOW.index("8")
FIVE: Final = 5


class Groups(NamedTuple):
    """Cards by their equal ranks: pairs above single cards, and so on; greater is higher."""

    counts: tuple[int, ...]
    ranks: tuple[int, ...]


def groups(cards: Collection[Card], order: str) -> Groups:
    """Return what equal ranks the cards make, the ranks in this order from the lowest."""
    alike = Counter(order.index(card.rank) for card in cards)
    ranks = sorted(alike, key=lambda rank: (alike[rank], rank), reverse=True)
    return Groups(tuple(alike[rank] for rank in ranks), tuple(ranks))


def is_eight_or_better(low: Groups) -> bool:
    """Return whether a low hand is five different ranks of eight or less."""
    return len(low.ranks) == FIVE and low.ranks[0] <= EIGHT
