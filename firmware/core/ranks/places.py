"""The place of seven cards' ranks in a table of rows, without a look at the twos.

The second field of a sum of place keys names a row, the first one a place in it. The twos follow
from the others, so hands of other ranks have other places.
"""

from collections.abc import Iterator
from itertools import accumulate, combinations_with_replacement
from typing import Final, TypeVar

from firmware.core.vocabulary.cards import PLACES, SUITS

Entry = TypeVar("Entry")

ALIKE: Final = len(SUITS)
"""Cards of one rank in a pack."""
SUMS: Final = ALIKE * PLACES[-1] + 3 * PLACES[-2] + 1
"""Of seven cards none is greater."""


def places(size: int) -> list[int]:
    """Return the place of up to so many cards by the sum of the first field, the fewest first;
    0 for a sum that no cards have.
    """
    found = [0] * SUMS
    parts = (_sums(cards) for cards in range(size + 1))
    for place, sum_ in enumerate(sum_ for part in parts for sum_ in part):
        found[sum_] = place
    return found


def rows(size: int, empty: Entry) -> list[list[Entry]]:
    """Return a row by the sum of the second field: as long as the cards that are left have
    places; without any for a sum that no cards have.
    """
    up_to = list(accumulate(len(list(_sums(cards))) for cards in range(size + 1)))
    found: list[list[Entry]] = [[]] * SUMS
    for cards in range(size + 1):
        for sum_ in _sums(cards):
            found[sum_] = [empty] * up_to[size - cards]
    return found


def _sums(cards: int) -> Iterator[int]:
    """Yield every sum that so many cards of one field have."""
    for drawn in combinations_with_replacement(PLACES, cards):
        if all(drawn.count(place) <= ALIKE for place in drawn):
            yield sum(drawn)
