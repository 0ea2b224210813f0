"""Ranks of poker hands by trying every five cards: 67.103, 004 12.

A high rank is better the higher it is; a low rank is better the lower it is.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product
from operator import itemgetter

FACES, SUITS = "A23456789TJQKA", "CDHS"
"""Ranks with the ace at both ends, and suits upwards, as the bring-in counts them."""
HIGH_NAMES = (
    *("high_card", "pair", "two_pairs", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "royal_flush"),
)
SHAPES = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}

Rank = tuple[int, ...]
Five = tuple[str, ...]
SUIT = itemgetter(1)


@cache
def value(card: str) -> int:
    """Return 2 to 14, the ace high."""
    return FACES.rindex(card[0]) + 1


@cache
def low_value(card: str) -> int:
    return FACES.index(card[0]) + 1


def alike(values: Iterable[int]) -> tuple[tuple[int, ...], Rank]:
    """Return how many there are of each rank, the most first, and the ranks in that order."""
    return _alike(tuple(sorted(values)))


@cache
def _alike(values: Rank) -> tuple[tuple[int, ...], Rank]:
    counted = sorted(((n, one) for one, n in Counter(values).items()), reverse=True)
    return tuple(n for n, _ in counted), tuple(one for _, one in counted)


@cache
def _run(ranks: Rank) -> int:
    """Return the highest card of a straight, 0 if five ranks are none."""
    if ranks == (14, 5, 4, 3, 2):
        return 5
    return ranks[0] if len(ranks) == 5 and ranks[0] - ranks[4] == 4 else 0


def high(five: Five) -> Rank:
    shape, ranks = alike(map(value, five))
    top, flush = _run(ranks), len(set(map(SUIT, five))) == 1
    if flush and top:
        return (9 if top == 14 else 8, top)
    if flush:
        return (5, *ranks)
    return (4, top) if top else (SHAPES[shape], *ranks)


def low(five: Five) -> Rank:
    """Return the ace-to-five rank: pairs are bad, straights and flushes don't count."""
    shape, ranks = alike(map(low_value, five))
    return (*shape, *ranks)


def is_eight_low(five: Five) -> bool:
    return len({card[0] for card in five}) == 5 and max(map(low_value, five)) <= 8


def fives(hole: Sequence[str], board: Sequence[str], *, two_of_hand: bool) -> list[Five]:
    """Return every five cards that may count."""
    if two_of_hand:
        held, common = combinations(hole, 2), combinations(board, 3)
        return [two + three for two, three in product(held, common)]
    return list(combinations((*hole, *board), 5))


def showing(cards: Sequence[str]) -> Rank:
    """Return the rank of the cards that one can see of a stud hand, from the fourth card on."""
    shape, ranks = alike(map(value, cards))
    return (*shape, *ranks)


def showing_low(cards: Sequence[str]) -> Rank:
    shape, ranks = alike(map(low_value, cards))
    return (*shape, *ranks)
