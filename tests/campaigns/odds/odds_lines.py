"""Poker hands of five to seven cards by a second formulation, many at once: the line of each.

A hand is four numbers, the ranks of its cards of each suit, bit by bit from the two up; as one
number they are its 64 bits.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[Any]

RANKS: Final = range(13)
BITS: Final = 16
PACK: Final = [1 << BITS * suit + rank for suit in range(4) for rank in RANKS]
EVERY: Final = range(1 << len(RANKS))
TEN, ACE = 8, 12

LINES: Final = (
    *("nothing", "pair", "pair_from_tens", "two_pairs", "two_pairs_from_tens"),
    *("three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind"),
    *("straight_flush", "royal_flush"),
)
"""Rising; a straight is below a flush."""
AT: Final = {line: at for at, line in enumerate(LINES)}


def _ranks(bits: int) -> list[int]:
    return [rank for rank in RANKS if bits >> rank & 1]


def _runs(ranks: Sequence[int]) -> list[int]:
    """Return the highest ranks of five in a row; an ace may be below the two."""
    held = {*ranks, *([-1] if ACE in ranks else [])}
    return [top for top in ranks if held >= {*range(top - 4, top + 1)}]


def _straight(bits: int) -> int:
    return AT["straight"] if _runs(_ranks(bits)) else 0


def _suited(bits: int) -> int:
    ranks = _ranks(bits)
    if len(ranks) < len(range(5)):
        return 0
    runs = _runs(ranks)
    return AT["royal_flush" if ACE in runs else "straight_flush" if runs else "flush"]


def _paired(bits: int) -> int:
    """Return the line of hands by the ranks of which they have two or more cards."""
    ranks = _ranks(bits)
    if not ranks:
        return 0
    name = "pair" if len(ranks) == 1 else "two_pairs"
    return AT[f"{name}_from_tens" if max(ranks) >= TEN else name]


STRAIGHT, SUITED, PAIRED = (
    np.array([of(bits) for bits in EVERY], np.uint8) for of in (_straight, _suited, _paired)
)
SEVERAL: Final = np.array([bits.bit_count() > 1 for bits in EVERY])


def lines(hands: Ints) -> Ints:
    """Return the place of each hand's line."""
    a, b, c, d = hands.view(np.uint16).reshape(-1, 4).T
    two = a & b | c & d | (a | b) & (c | d)
    three = (a & b & (c | d) | (a | b) & c & d) > 0
    found = np.maximum(PAIRED[two], STRAIGHT[a | b | c | d])
    found = np.maximum(found, np.where(three, AT["three_of_a_kind"], 0).astype(np.uint8))
    full = np.where(three & SEVERAL[two], AT["full_house"], 0).astype(np.uint8)
    found = np.maximum(found, full)
    found = np.maximum(found, np.where(a & b & c & d, AT["four_of_a_kind"], 0).astype(np.uint8))
    for suit in (a, b, c, d):
        found = np.maximum(found, SUITED[suit])
    return found


def places(pool: int, size: int) -> Ints:
    """Return the places of every hand of so many cards of a pool, a row each."""
    return np.array(list(combinations(range(pool), size)), np.uint8)


def sums(pool: Sequence[int], hands: Ints) -> Ints:
    """Return hands of these places in a pool of cards."""
    return np.array(pool, np.uint64)[hands].sum(axis=1, dtype=np.uint64)


def alike(size: int) -> Mapping[int, int]:
    """Return one hand of each kind that differs only by suits, and how many there are of it."""
    found: Counter[int] = Counter()
    for hand in combinations(PACK, size):
        bits = sum(hand)
        suits = sorted(bits >> BITS * suit & EVERY[-1] for suit in range(4))
        found[sum(ranks << BITS * suit for suit, ranks in enumerate(suits))] += 1
    return found
