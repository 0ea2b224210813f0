"""Low hands of poker (67.88 (13), (15)): the ace is low, straights and flushes don't count.

The same order, by groups of equal ranks, says who shows the higher cards in stud. As in `lookup`
the sum of the cards' rank keys identifies them, in any order.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware.core.ranks.lookup import ranks_of
from firmware.core.vocabulary.cards import PACK, RANK_KEYS, Card

ACE_HIGH: Final = "23456789TJQKA"
ACE_LOW: Final = "A23456789TJQK"
PLACES: Final[Mapping[str, Mapping[Card, int]]] = {
    order: {card: order.index(card.rank) for card in PACK} for order in (ACE_HIGH, ACE_LOW)
}
"""How high each card is by its rank, in either order."""
FIVE: Final = 5
EIGHT: Final = ACE_LOW.index("8")


class Groups(NamedTuple):
    """Cards by their equal ranks: pairs above single cards, and so on; greater is higher."""

    counts: tuple[int, ...]
    ranks: tuple[int, ...]
    """Their places in the order, in that of the counts, and downwards."""


class Alike(dict[int, Groups]):
    """What equal ranks cards make, by the sum of their rank keys, each found at its first use."""

    def __init__(self, order: str) -> None:
        super().__init__()
        self._order = order

    def __missing__(self, cards: int) -> Groups:
        counted = Counter(map(self._order.index, ranks_of(cards)))
        alike = sorted([(count, place) for place, count in counted.items()], reverse=True)
        self[cards] = found = Groups(*zip(*alike, strict=True))
        return found


ALIKE: Final[Mapping[str, Alike]] = {order: Alike(order) for order in (ACE_HIGH, ACE_LOW)}


class Low(NamedTuple):
    """A low hand of five cards."""

    strength: int
    """Greater is better, which is lower."""
    ranks: tuple[int, ...]
    """The places of its ranks."""


class Lowest(dict[int, Low]):
    """The lowest hand within five or more cards, by the same sum."""

    def __missing__(self, cards: int) -> Low:
        counts, ranks = ALIKE[ACE_LOW][cards]
        if sum(counts) == FIVE:
            digits = bytes((*counts, *[0] * (FIVE - len(counts)), *ranks))
            low = Low(-int.from_bytes(digits.ljust(2 * FIVE, b"\0"), "big"), ranks)
        else:
            low = max([self[cards - RANK_KEYS[ACE_LOW[place]]] for place in ranks])
        self[cards] = low
        return low


LOWEST: Final = Lowest()


def is_eight_or_better(low: Low) -> bool:
    """Return whether a hand is five different ranks of eight or less, aces included."""
    return len(low.ranks) == FIVE and low.ranks[0] <= EIGHT
