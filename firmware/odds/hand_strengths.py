"""The strengths of many poker hands at once, from tables filled by the core's own ranking.

A hand's strength is that of its ranks, or of its suited cards alone if they are enough for a flush,
whichever is higher. So one table by ranks and one by the ranks of a suit cover every hand; the sums
of two parts of a hand are added.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from firmware.core.ranks import Rank
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, CARDS_BY_NAME, Card
from firmware.odds.dealer_hands import IntArray, RowArray

RANK_SET_COUNT = 1 << len(CARD_RANKS)
"""The number of sets of ranks in a suit."""

PaymentLine = tuple[str, str]
"""The combination and the rank that determine a hand's payment."""


class HandSums(NamedTuple):
    """Many hands, summed up: the sums of rank keys, and each suit's ranks as bits."""

    rank_key_sums: IntArray
    suit_bits: Sequence[IntArray]

    def __add__(self, added_hands: "HandSums") -> "HandSums":  # type: ignore[override]
        """Return the hands joined from both parts, which share no card."""
        suit_bits = [
            own_bits | added_bits
            for own_bits, added_bits in zip(self.suit_bits, added_hands.suit_bits, strict=True)
        ]
        return HandSums(self.rank_key_sums + added_hands.rank_key_sums, suit_bits)


def sum_hands(card_pool: Sequence[Card], hands: RowArray) -> HandSums:
    """Return the sums of hands, each a row of places in the pool."""
    rank_keys = np.array([card.rank_key for card in card_pool], np.int64)
    rank_key_sums = rank_keys[hands].sum(axis=1)
    bits_by_suit = [
        np.array([_rank_bit(card, suit) for card in card_pool], np.int64) for suit in CARD_SUITS
    ]
    return HandSums(
        rank_key_sums,
        [np.bitwise_or.reduce(card_bits[hands], axis=1) for card_bits in bits_by_suit],
    )


def _rank_bit(card: Card, suit: str) -> int:
    return 1 << CARD_RANKS.index(card.rank) if card.suit == suit else 0


class HandStrengths:
    """The ranks of hands of so many cards, of which `counted_cards` are ranked; a code is a rank's
    index in ascending order.
    """

    def __init__(
        self, rank_hand: Callable[[Sequence[Card]], Rank], counted_cards: int, card_count: int
    ) -> None:
        offsuit_by_sum = {
            sum(hand_card.rank_key for hand_card in hand): rank_hand(hand)
            for hand in _offsuit_hands(card_count)
        }
        suited_by_bits = {
            sum(_rank_bit(card, CARD_SUITS[0]) for card in hand): rank_hand(hand)
            for hand in _single_suit_hands(counted_cards, card_count)
        }
        self.ordered_ranks = sorted({*offsuit_by_sum.values(), *suited_by_bits.values()})
        self.strength_by_code = np.array(
            [hand_rank.strength for hand_rank in self.ordered_ranks], np.int64
        )
        """The strength of each code."""
        code_of_rank = {hand_rank: index for index, hand_rank in enumerate(self.ordered_ranks)}
        self._rank_sums = np.array(sorted(offsuit_by_sum), np.int64)
        self._offsuit_codes = np.array(
            [code_of_rank[offsuit_by_sum[rank_key_sum]] for rank_key_sum in sorted(offsuit_by_sum)],
            np.int64,
        )
        self._suited_codes = np.zeros(RANK_SET_COUNT, np.int64)
        for rank_bits, hand_rank in suited_by_bits.items():
            self._suited_codes[rank_bits] = code_of_rank[hand_rank]
        self.payment_lines = list(
            dict.fromkeys(
                (str(hand_rank.combination), hand_rank.high_rank)
                for hand_rank in self.ordered_ranks
            )
        )
        """Every payment line of a hand."""
        self.line_by_code = np.array(
            [
                self.payment_lines.index((str(hand_rank.combination), hand_rank.high_rank))
                for hand_rank in self.ordered_ranks
            ]
        )
        """The payment line of each code, as an index into `payment_lines`."""

    def strengths_of(self, hand_sums: HandSums) -> IntArray:
        """Return the strength of each hand."""
        return self.strength_by_code[self.codes_of(hand_sums)]

    def codes_of(self, hand_sums: HandSums) -> IntArray:
        """Return the code of each hand."""
        return self.with_flushes(self.offsuit_codes(hand_sums.rank_key_sums), hand_sums.suit_bits)

    def offsuit_codes(self, rank_key_sums: IntArray) -> IntArray:
        """Return the codes of hands without a flush; an impossible sum gets an arbitrary code."""
        code_index = np.searchsorted(self._rank_sums, rank_key_sums)
        return self._offsuit_codes[np.minimum(code_index, len(self._rank_sums) - 1)]

    def with_flushes(self, strength_codes: IntArray, suit_bits: Iterable[IntArray]) -> IntArray:
        """Raise the codes of the hands that have a flush."""
        # a rank set of too few cards has code 0, which never wins
        for rank_bits in suit_bits:
            strength_codes = np.maximum(strength_codes, self._suited_codes[rank_bits])
        return strength_codes


def _offsuit_hands(card_count: int) -> Iterable[tuple[Card, ...]]:
    """Return a hand for each multiset of ranks, with as few cards of one suit as possible."""
    for hand_ranks in combinations_with_replacement(CARD_RANKS, card_count):
        if max(Counter(hand_ranks).values()) <= len(CARD_SUITS):
            yield tuple(
                CARDS_BY_NAME[rank + CARD_SUITS[index % 4]] for index, rank in enumerate(hand_ranks)
            )


def _single_suit_hands(counted_cards: int, card_count: int) -> Iterable[tuple[Card, ...]]:
    for count in range(counted_cards, card_count + 1):
        for hand_ranks in combinations(CARD_RANKS, count):
            yield tuple(CARDS_BY_NAME[rank + CARD_SUITS[0]] for rank in hand_ranks)
