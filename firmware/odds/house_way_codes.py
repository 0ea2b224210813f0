"""The house way of every hand at Pai gow poker as a code, looked up for many hands at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np

from firmware.core.games.poker.pai_gow_poker import PaiGowPoker
from firmware.core.vocabulary.cards import (
    CARD_SUITS,
    CARDS_BY_NAME,
    JOKER_CARD,
    Card,
)
from firmware.odds import house_ways
from firmware.odds.card_masks import (
    CARD_PER_SUIT,
    FIELD_WIDTH,
    FLUSH_OFFSET,
    FLUSH_SIZE,
    RANK_COUNT,
    Completions,
    card_bit,
    rank_key_sums,
    suit_counts_of,
    suit_ranks_of,
)
from firmware.odds.dealer_hands import IntArray, RowArray

HAND_SIZE: Final = 7


class HouseWayCodes:
    """The house way of every hand, by its ranks, and by its suited ranks if it holds a flush."""

    def __init__(self, game: PaiGowPoker, ranks: str) -> None:
        offsuit_hands = {_rank_key_sum(hand): hand for hand in _offsuit_hands(ranks)}
        suited_hands = {
            _rank_key_sum(hand) << RANK_COUNT | _first_suit_ranks(hand): hand
            for hand in _flush_hands(ranks)
        }
        ranks_by_key = {
            hand_key: house_ways.set_seven_cards(game, hand).ranks
            for hands in (offsuit_hands, suited_hands)
            for hand_key, hand in hands.items()
        }
        low_ranks, high_ranks = (
            sorted({set_ranks[index] for set_ranks in ranks_by_key.values()}) for index in range(2)
        )
        low_index, high_index = (
            {rank: index for index, rank in enumerate(ordered_ranks)}
            for ordered_ranks in (low_ranks, high_ranks)
        )
        self.low_count, self.code_count = len(low_ranks), len(low_ranks) * len(high_ranks)
        code_table = {
            hand_key: high_index[set_ranks[1]] * self.low_count + low_index[set_ranks[0]]
            for hand_key, set_ranks in ranks_by_key.items()
        }
        self._offsuit_table, self._flush_table = (
            _CodeTable(offsuit_hands, code_table),
            _CodeTable(suited_hands, code_table),
        )

    def codes_of_hands(self, card_sets: IntArray, completions: Completions) -> RowArray:
        """Return the codes of all hands that contain each of these sets, one row each."""
        disjoint = (completions.card_sets & card_sets[:, None]) == 0
        hand_keys = rank_key_sums(card_sets)[:, None] + completions.distinct_key_sums
        hand_codes = self._offsuit_table.find_codes(hand_keys)[:, completions.key_sum_index][
            disjoint
        ]
        suit_counts = (suit_counts_of(card_sets)[:, None] + completions.suit_counts)[
            disjoint
        ] + FLUSH_OFFSET * CARD_PER_SUIT
        # few hands have a flush, so the suited look-up runs for these alone
        flush_indices = np.flatnonzero(suit_counts & CARD_PER_SUIT << FIELD_WIDTH - 1)
        if len(flush_indices):
            hands = (card_sets[:, None] | completions.card_sets)[disjoint][flush_indices]
            flush_suit_bits = suit_counts[flush_indices] >> FIELD_WIDTH - 1 & CARD_PER_SUIT
            flush_ranks = sum(
                np.where(flush_suit_bits >> FIELD_WIDTH * index & 1, suit_ranks, 0)
                for index, suit_ranks in enumerate(suit_ranks_of(hands))
            )
            hand_codes[flush_indices] = self._flush_table.find_codes(
                rank_key_sums(hands) << RANK_COUNT | flush_ranks
            )
        return np.asarray(hand_codes.reshape(len(card_sets), -1))

    def count_by_code(self, hand_codes: RowArray) -> IntArray:
        """Return the hand counts by row, high hand and low hand; only hands that occur in the row,
        ascending.
        """
        row_numbers = np.arange(len(hand_codes))[:, None]
        (high_place, high_counts), (low_place, low_counts) = map(
            _compact_codes, np.divmod(hand_codes, self.low_count)
        )
        table_cells = (row_numbers * high_counts + high_place) * low_counts + low_place
        hand_counts = np.bincount(
            table_cells.ravel(), minlength=len(hand_codes) * high_counts * low_counts
        )
        return hand_counts.reshape(-1, high_counts, low_counts)


class _CodeTable:
    """Codes by hand key."""

    def __init__(self, hand_keys: Iterable[int], code_table: Mapping[int, int]) -> None:
        sorted_keys = sorted(hand_keys)
        self._sorted_keys = np.array(sorted_keys, np.int64)
        self._code_by_key = np.array([code_table[hand_key] for hand_key in sorted_keys], np.int32)

    def find_codes(self, hand_keys: IntArray) -> RowArray:
        """Return the codes of these keys; an unknown key gets an arbitrary code, which the caller
        masks.
        """
        index = np.searchsorted(self._sorted_keys, hand_keys)
        return self._code_by_key[np.minimum(index, len(self._sorted_keys) - 1)]


def _rank_key_sum(hand: Sequence[Card]) -> int:
    return sum(card.rank_key for card in hand)


def _first_suit_ranks(hand: Sequence[Card]) -> int:
    """Return the ranks in the first suit as bits."""
    return sum(card_bit(card) for card in hand if card.suit == CARD_SUITS[0])


def _offsuit_hands(ranks: str) -> Iterator[Sequence[Card]]:
    """Yield a hand without a flush for each seven ranks."""
    for joker_part in ([], [JOKER_CARD]):
        for held_ranks in combinations_with_replacement(ranks, HAND_SIZE - len(joker_part)):
            if max(map(held_ranks.count, held_ranks)) <= len(CARD_SUITS):
                yield [
                    *(
                        CARDS_BY_NAME[side_rank + CARD_SUITS[index % 4]]
                        for index, side_rank in enumerate(held_ranks)
                    ),
                    *joker_part,
                ]


def _flush_hands(ranks: str) -> Iterator[Sequence[Card]]:
    """Yield a hand for each flush in the first suit with every choice of side ranks."""
    for joker_part in ([], [JOKER_CARD]):
        for count in range(FLUSH_SIZE - len(joker_part), HAND_SIZE - len(joker_part) + 1):
            for flush_ranks in combinations(ranks, count):
                flush_cards = [CARDS_BY_NAME[rank + CARD_SUITS[0]] for rank in flush_ranks]
                for side_ranks in combinations_with_replacement(
                    ranks, HAND_SIZE - len(joker_part) - count
                ):
                    if all(
                        side_ranks.count(side_rank) + (side_rank in flush_ranks) <= len(CARD_SUITS)
                        for side_rank in side_ranks
                    ):
                        side_cards = (
                            CARDS_BY_NAME[side_rank + CARD_SUITS[1 + index]]
                            for index, side_rank in enumerate(side_ranks)
                        )
                        yield [*flush_cards, *side_cards, *joker_part]


def _compact_codes(hand_codes: RowArray) -> tuple[RowArray, int]:
    """Replace the codes of each row by their index among the row's codes; return the largest count
    too.
    """
    row_numbers = np.arange(len(hand_codes))[:, None]
    present_codes = np.zeros((len(hand_codes), int(hand_codes.max()) + 1), bool)
    present_codes[row_numbers, hand_codes] = True
    code_places = present_codes.cumsum(axis=1, dtype=np.int32) - 1
    return code_places[row_numbers, hand_codes], int(code_places[:, -1].max()) + 1
