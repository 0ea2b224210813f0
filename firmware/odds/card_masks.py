"""Sets of cards as bit masks: thirteen bits for each suit, then the joker's."""

from collections.abc import Sequence
from math import comb
from typing import Final

import numpy as np

from firmware.core.vocabulary.cards import (
    CARD_RANKS,
    CARD_SUITS,
    JOKER_CARD,
    JOKER_KEY,
    RANK_KEYS,
    Card,
)
from firmware.odds.dealer_hands import IntArray

FLUSH_SIZE: Final = 5
RANK_COUNT: Final = len(CARD_RANKS)
SUIT_MASK: Final = (1 << RANK_COUNT) - 1
JOKER_BIT: Final = 1 << RANK_COUNT * len(CARD_SUITS)
FIELD_WIDTH: Final = 4
"""The bits of a suit's field in a count of cards."""
CARD_PER_SUIT: Final = sum(1 << FIELD_WIDTH * index for index in range(len(CARD_SUITS)))
FLUSH_OFFSET: Final = (1 << FIELD_WIDTH - 1) - FLUSH_SIZE
"""Added to a suit's field, so that a flush sets the field's top bit."""

_RANK_SETS: Final = np.arange(SUIT_MASK + 1)
_RANK_BITS: Final = _RANK_SETS >> np.arange(RANK_COUNT)[:, None] & 1
_RANK_KEY_SUMS: Final = np.array([RANK_KEYS[rank] for rank in CARD_RANKS], np.int64) @ _RANK_BITS
_RANK_SET_SIZES: Final = _RANK_BITS.sum(axis=0)


def card_bit(card: Card) -> int:
    if card is JOKER_CARD:
        return JOKER_BIT
    return 1 << RANK_COUNT * CARD_SUITS.index(card.suit) + CARD_RANKS.index(card.rank)


def card_sets_of(cards: Sequence[int], set_size: int) -> IntArray:
    """Return every set of so many of these cards: first those without the last card, and so on."""
    card_sets = np.zeros(1, np.int64)
    for size in range(1, set_size + 1):
        sets_by_last_card = [
            card_sets[: comb(index, size - 1)] | card for index, card in enumerate(cards)
        ]
        card_sets = np.concatenate(sets_by_last_card)
    return card_sets


def suit_ranks_of(card_sets: IntArray) -> list[IntArray]:
    return [card_sets >> RANK_COUNT * index & SUIT_MASK for index in range(len(CARD_SUITS))]


def canonical_sets(card_sets: IntArray) -> IntArray:
    """Return for each set the one of its class whose suits are sorted."""
    sorted_suits = np.sort(np.array(suit_ranks_of(card_sets)), axis=0)
    return sum(
        (suit_ranks << RANK_COUNT * index for index, suit_ranks in enumerate(sorted_suits)),
        np.zeros(len(card_sets), np.int64),
    )


def rank_key_sums(card_sets: IntArray) -> IntArray:
    """Return the sums of the rank keys."""
    key_sums: IntArray = (card_sets // JOKER_BIT) * JOKER_KEY
    for suit_ranks in suit_ranks_of(card_sets):
        key_sums += _RANK_KEY_SUMS[suit_ranks]
    return key_sums


def suit_counts_of(card_sets: IntArray) -> IntArray:
    """Return the number of cards of each suit, one field each; the joker counts in every suit."""
    suit_counts: IntArray = (card_sets // JOKER_BIT) * CARD_PER_SUIT
    for suit_index, suit_ranks in enumerate(suit_ranks_of(card_sets)):
        suit_counts += _RANK_SET_SIZES[suit_ranks] << FIELD_WIDTH * suit_index
    return suit_counts


class Completions:
    """The sets of cards that may complete a hand, with their cached sums."""

    def __init__(self, card_sets: IntArray) -> None:
        self.card_sets = card_sets
        self.suit_counts = suit_counts_of(card_sets)
        self.distinct_key_sums, self.key_sum_index = np.unique(
            rank_key_sums(card_sets), return_inverse=True
        )
        """The distinct sums of rank keys, and the index of each set's sum."""
