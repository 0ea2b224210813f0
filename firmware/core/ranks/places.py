"""The place of a hand's ranks among those of all hands of its size.

The entries of the first two fields of a sum of rank keys, found in two lists, add up to the place:
hands of other ranks have another one, and no place is left out. The twos follow from the others.
"""

from collections.abc import Iterator
from itertools import accumulate, combinations_with_replacement
from typing import NamedTuple

from firmware.core.vocabulary.cards import BASE, DIGITS, SUITS

ALIKE = len(SUITS)
"""Cards of one rank in a pack."""


class Places(NamedTuple):
    """The two lists, and how many places there are."""

    first: list[int]
    second: list[int]
    every: int


def places(size: int) -> Places:
    """Return the places of hands of so many cards."""
    first, second = ([0] * BASE ** len(ranks) for ranks in DIGITS[:2])
    parts = [list(_sums(len(DIGITS[0]), cards)) for cards in range(size + 1)]
    for place, digits in enumerate(digits for part in parts for digits in part):
        first[digits] = place
    fewer = [0, *accumulate(map(len, parts))]
    every = 0
    for cards in range(size + 1):
        least, most = max(0, size - cards - ALIKE), size - cards
        for digits in _sums(len(DIGITS[1]), cards):
            second[digits] = every - fewer[least]
            every += fewer[most + 1] - fewer[least]
    return Places(first, second, every)


def _sums(ranks: int, cards: int) -> Iterator[int]:
    """Yield the digits of so many cards of these ranks."""
    for drawn in combinations_with_replacement(range(ranks), cards):
        if all(drawn.count(rank) <= ALIKE for rank in drawn):
            yield sum(BASE**rank for rank in drawn)
