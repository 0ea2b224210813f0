"""A compact index of seven cards' ranks into a table of rows, without counting the twos.

The second field of a sum of place keys selects a row, the first one a place in it. The number of
twos follows from the other ranks, so different ranks always have different places.
"""

from collections.abc import Iterator
from itertools import accumulate, combinations_with_replacement
from typing import Final, TypeVar

from firmware.core.vocabulary.cards import CARD_SUITS, PLACE_SUMS

RowEntry = TypeVar("RowEntry")

CARDS_PER_RANK: Final = len(CARD_SUITS)
"""Cards of one rank in a pack."""
KEY_SUM_COUNT: Final = CARDS_PER_RANK * PLACE_SUMS[-1] + 3 * PLACE_SUMS[-2] + 1
"""No sum of seven cards is greater."""


def place_by_key_sum(max_cards: int) -> list[int]:
    """Return the place of up to `max_cards` cards by the sum of the first field, the fewest cards
    first; 0 for an impossible sum.
    """
    place_by_sum = [0] * KEY_SUM_COUNT
    sums_by_size = (_possible_sums(card_count) for card_count in range(max_cards + 1))
    for sum_place, key_sum in enumerate(
        key_sum for sums_of_size in sums_by_size for key_sum in sums_of_size
    ):
        place_by_sum[key_sum] = sum_place
    return place_by_sum


def empty_rows(max_cards: int, empty_entry: RowEntry) -> list[list[RowEntry]]:
    """Return a row for each sum of the second field, as long as there are places for the remaining
    cards; an empty one for an impossible sum.
    """
    cumulative_sums = list(
        accumulate(len(list(_possible_sums(card_count))) for card_count in range(max_cards + 1))
    )
    rows_by_sum: list[list[RowEntry]] = [[]] * KEY_SUM_COUNT
    for card_count in range(max_cards + 1):
        for key_sum in _possible_sums(card_count):
            rows_by_sum[key_sum] = [empty_entry] * cumulative_sums[max_cards - card_count]
    return rows_by_sum


def _possible_sums(card_count: int) -> Iterator[int]:
    """Yield every sum that so many cards of one field can have."""
    for card_places in combinations_with_replacement(PLACE_SUMS, card_count):
        if all(card_places.count(card_place) <= CARDS_PER_RANK for card_place in card_places):
            yield sum(card_places)
