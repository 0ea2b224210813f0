"""Counts of the dealer's hands that a player's hand beats, equals or loses to, by card removal.

The dealer's hands without a card of the player's are counted by inclusion and exclusion over the
subsets of the player's hand: those below a strength, minus those of them with one of his cards,
plus those with two, and so on. Tables of these counts are filled once from every hand of the
dealer; then a player's hand needs one look-up a subset, for all hands in one vectorized step.

A hand is a row of places in `card_pool`, ascending; its number is the one of the combinatorial
number system, which numbers all hands of one size without gaps.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations, permutations
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from firmware.core.vocabulary.cards import CARD_SUITS, Card

IntArray = NDArray[np.int64]
RowArray = NDArray[Any]

MAX_TABLE_CELLS: Final = 200_000_000
"""Above this size a table holds the strengths themselves instead of counts by strength."""
HANDS_PER_BATCH: Final = 1 << 17
"""Hands counted in one batch, which bounds the memory."""

BINOMIALS: Final = np.array(
    [[comb(size, chosen) for chosen in range(8)] for size in range(54)], dtype=np.int64
)


def all_hands(pool_size: int, hand_size: int) -> RowArray:
    """Return every hand of a size, one row each, in the order of `itertools.combinations`."""
    card_places = chain.from_iterable(combinations(range(pool_size), hand_size))
    return np.fromiter(card_places, np.uint8, comb(pool_size, hand_size) * hand_size).reshape(
        -1, hand_size
    )


def hand_numbers(hands: RowArray) -> IntArray:
    """Return the combinatorial number of each hand."""
    return sum(
        (BINOMIALS[hands[:, index], index + 1] for index in range(hands.shape[1])),
        np.zeros(len(hands), np.int64),
    )


def suit_classes(
    card_pool: Sequence[Card], hand_size: int, free_suits: str = CARD_SUITS
) -> tuple[RowArray, IntArray]:
    """Return one hand of each class of hands that differ only by a permutation of the free suits,
    and the size of each class.
    """
    hands = all_hands(len(card_pool), hand_size)
    canonical = canonical_numbers(card_pool, hands, free_suits)
    _, first_indices, class_sizes = np.unique(canonical, return_index=True, return_counts=True)
    return hands[first_indices], class_sizes


def canonical_numbers(
    card_pool: Sequence[Card], hands: RowArray, free_suits: str = CARD_SUITS
) -> IntArray:
    """Return for each hand the smallest number among its permutations of the free suits."""
    card_index = {card: index for index, card in enumerate(card_pool)}
    card_by_name = {(card.rank, card.suit): card for card in card_pool}
    canonical = hand_numbers(hands)
    for suit_order in permutations(free_suits):
        suit_map = dict(zip(free_suits, suit_order, strict=True))
        moved_places = [
            card_index[card_by_name[pool_card.rank, suit_map.get(pool_card.suit, pool_card.suit)]]
            for pool_card in card_pool
        ]
        canonical = np.minimum(
            canonical, hand_numbers(np.sort(np.array(moved_places, np.uint8)[hands], axis=1))
        )
    return canonical


class DealerHands:
    """The dealer's hands of a size from a card pool, by strength."""

    def __init__(
        self,
        card_pool: Sequence[Card],
        hand_size: int,
        strengths_of: Callable[[RowArray], IntArray],
    ) -> None:
        self._card_pool, self.hand_size = card_pool, hand_size
        self.hands = all_hands(len(card_pool), hand_size)
        self.hand_strengths, strength_codes = np.unique(
            strengths_of(self.hands), return_inverse=True
        )
        # some thousand strengths at most: 16 bits save memory at millions of hands
        self.strength_codes = strength_codes.astype(np.int16)
        """The index of each hand's strength in `hand_strengths`."""
        self._card_masks: IntArray | None = None
        self._count_tables = [
            self._count_table(subset_size) for subset_size in range(hand_size + 1)
        ]

    def count_below(self, hands: RowArray, hand_strengths: IntArray, *, or_equal: bool) -> IntArray:
        """Return for each of the player's hands how many disjoint hands of the dealer are below a
        strength.
        """
        strength_codes = np.searchsorted(
            self.hand_strengths, hand_strengths, "right" if or_equal else "left"
        )
        batch_starts = range(0, len(hands), HANDS_PER_BATCH)
        counts_below = [
            self._count_batch_below(
                hands[index : index + HANDS_PER_BATCH],
                strength_codes[index : index + HANDS_PER_BATCH],
            )
            for index in batch_starts
        ]
        return np.concatenate(counts_below)

    def example_hand(
        self, hand: RowArray, min_strength: int, max_strength: int
    ) -> Sequence[Card] | None:
        """Return a hand of the dealer that is disjoint from this one and within these strengths, or
        None.
        """
        if self._card_masks is None:
            self._card_masks = np.bitwise_or.reduce(
                np.int64(1) << self.hands.astype(np.int64), axis=1
            )
        low_code, high_code = np.searchsorted(self.hand_strengths, [min_strength, max_strength + 1])
        own_mask = np.bitwise_or.reduce(np.int64(1) << hand.astype(np.int64))
        is_match = (
            (self._card_masks & own_mask == 0)
            & (self.strength_codes >= low_code)
            & (self.strength_codes < high_code)
        )
        index = int(np.argmax(is_match))
        return (
            [self._card_pool[card_place] for card_place in self.hands[index]]
            if is_match[index]
            else None
        )

    def _count_table(self, subset_size: int) -> RowArray:
        """Return, by the number of a card subset, how many hands that contain it are below each
        strength; if that table is too large, the strengths of these hands.
        """
        set_count, strength_count = (
            comb(len(self._card_pool), subset_size),
            len(self.hand_strengths),
        )
        card_subsets = combinations(range(self.hand_size), subset_size)
        subset_numbers = [hand_numbers(self.hands[:, list(subset)]) for subset in card_subsets]
        if set_count * strength_count > MAX_TABLE_CELLS:
            # every subset is in equally many hands, so sorted codes form a rectangle
            sort_order = np.argsort(np.concatenate(subset_numbers), kind="stable")
            return np.tile(self.strength_codes, len(subset_numbers))[sort_order].reshape(
                set_count, -1
            )
        # column 0 stays empty, so a look-up of code c gives the hands strictly below it
        table_cells = np.concatenate(
            [subset * (strength_count + 1) + self.strength_codes + 1 for subset in subset_numbers]
        )
        count_table = np.bincount(table_cells, minlength=set_count * (strength_count + 1)).reshape(
            set_count, strength_count + 1
        )
        return np.cumsum(count_table, axis=1, dtype=np.int32)

    def _count_batch_below(self, hands: RowArray, strength_codes: IntArray) -> IntArray:
        counts_below = np.zeros(len(hands), np.int64)
        for subset_size in range(min(self.hand_size, hands.shape[1]) + 1):
            # inclusion and exclusion over the player's cards that the dealer's hand may share
            for subset in combinations(range(hands.shape[1]), subset_size):
                subset_numbers = hand_numbers(hands[:, list(subset)])
                counts_below += (-1) ** subset_size * self._count_holding(
                    subset_size, subset_numbers, strength_codes
                )
        return counts_below

    def _count_holding(
        self, subset_size: int, subset_numbers: IntArray, strength_codes: IntArray
    ) -> IntArray:
        count_table = self._count_tables[subset_size]
        if count_table.dtype == np.int32:
            return count_table[subset_numbers, strength_codes].astype(np.int64)
        return np.asarray(
            (count_table[subset_numbers] < strength_codes[:, None]).sum(axis=1), np.int64
        )


def cards_at(card_pool: Sequence[Card], hand_places: Iterable[int]) -> list[Card]:
    return [card_pool[card_place] for card_place in hand_places]
