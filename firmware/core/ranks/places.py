"""The place of seven cards' ranks in a table of rows, without a look at the twos.

The digits of the second field of a sum of place keys name a row, those of the first one a place in
it. The twos follow from the others, so hands of other ranks have other places.
"""

from collections.abc import Iterator
from itertools import accumulate, combinations_with_replacement
from typing import Final, TypeVar

from firmware.core.vocabulary.cards import BASE, DIGITS, SUITS

Entry = TypeVar("Entry")

ALIKE: Final = len(SUITS)
"""Cards of one rank in a pack."""
FIRST, SECOND = map(len, DIGITS[:2])
"""The ranks of both fields."""


def places(size: int) -> list[int]:
    """Return the place of up to so many cards by the digits of the first field, the fewest first;
    0 for digits that no cards have.
    """
    found = [0] * BASE**FIRST
    parts = (_sums(FIRST, cards) for cards in range(size + 1))
    for place, digits in enumerate(digits for part in parts for digits in part):
        found[digits] = place
    return found


def rows(size: int, empty: Entry) -> list[list[Entry]]:
    """Return a row by the digits of the second field: as long as the cards that are left have
    places; without any for digits that no cards have.
    """
    up_to = list(accumulate(len(list(_sums(FIRST, cards))) for cards in range(size + 1)))
    found: list[list[Entry]] = [[]] * BASE**SECOND
    for cards in range(size + 1):
        for digits in _sums(SECOND, cards):
            found[digits] = [empty] * up_to[size - cards]
    return found


def _sums(ranks: int, cards: int) -> Iterator[int]:
    """Yield the digits of so many cards of these ranks."""
    for drawn in combinations_with_replacement(range(ranks), cards):
        if all(drawn.count(rank) <= ALIKE for rank in drawn):
            yield sum(BASE**rank for rank in drawn)
