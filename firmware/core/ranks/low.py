"""Low hands of poker (67.88 (13), (15)): the ace is low, straights and flushes don't count.

The same order, by groups of equal ranks, says who shows the higher cards in stud.
"""

from collections.abc import Collection, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import PACK, Card

ACE_HIGH: Final = "23456789TJQKA"
ACE_LOW: Final = "A23456789TJQK"
PLACES: Final[Mapping[str, Mapping[Card, int]]] = {
    order: {card: order.index(card.rank) for card in PACK} for order in (ACE_HIGH, ACE_LOW)
}
"""How high each card is by its rank, in either order."""
FIVE: Final = 5
_TO_EIGHT: Final = frozenset("A2345678")
_ALL_DIFFERENT: Final = (1,) * FIVE


class Groups(NamedTuple):
    """Cards by their equal ranks: pairs above single cards, and so on; greater is higher."""

    counts: tuple[int, ...]
    ranks: tuple[int, ...]


def groups(cards: Collection[Card], order: str) -> Groups:
    """Return what equal ranks the cards make, the ranks in this order from the lowest."""
    places = PLACES[order]
    ranks = [places[card] for card in cards]
    alike = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return Groups(tuple([count for count, _ in alike]), tuple([rank for _, rank in alike]))


def lowest(cards: Collection[Card]) -> Groups:
    """Return the lowest hand within five or more cards."""
    places = PLACES[ACE_LOW]
    ranks = sorted({places[card] for card in cards})
    if len(ranks) >= FIVE:
        return Groups(_ALL_DIFFERENT, tuple(ranks[FIVE - 1 :: -1]))
    return min(groups(five, ACE_LOW) for five in combinations(cards, FIVE))


def eights(cards: Collection[Card]) -> tuple[Card, ...]:
    """Return those of eight or less, aces included."""
    return tuple([card for card in cards if card.rank in _TO_EIGHT])


def is_eight_or_better(cards: Collection[Card]) -> bool:
    """Return whether five of the cards have different ranks of eight or less."""
    return len({card.rank for card in cards if card.rank in _TO_EIGHT}) >= FIVE
