"""Pai gow poker: seven cards of the player against seven of the dealer, both set by the house way.

Player and dealer are dealt and set alike, so it is enough to count the pairs of hands in which one
wins both comparisons, and those in which one comparison is a tie. Disjoint pairs are counted by
inclusion and exclusion: for each set of shared cards, all hands that contain it are compared with
each other. Sets that differ only by a permutation of suits count once.

A set of cards is a bit mask: thirteen bits for each suit, then the joker's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from firmware.core.games.poker.pai_gow_poker import PaiGowPoker
from firmware.core.vocabulary.cards import (
    CARD_RANKS,
    CARD_SUITS,
    CARDS_BY_NAME,
    JOKER_CARD,
    JOKER_KEY,
    RANK_KEYS,
    Card,
)
from firmware.odds import house_ways
from firmware.odds.dealer_hands import IntArray, RowArray
from firmware.odds.figure import BEST, Figure
from firmware.odds.house_ways import HOUSE_WAY, gains_by_stake
from firmware.odds.pay_table_bets import profit_chances
from firmware.odds.shoe import CountArray
from firmware.odds.strategies import stakes_shown

HAND_SIZE: Final = 7
FLUSH_SIZE: Final = 5
MIMIC_PLAY: Final = "mimic"

RANK_COUNT: Final = len(CARD_RANKS)
SUIT_MASK: Final = (1 << RANK_COUNT) - 1
JOKER_BIT: Final = 1 << RANK_COUNT * len(CARD_SUITS)
FIELD_WIDTH: Final = 4
"""The bits of a suit's field in a count of cards."""
CARD_PER_SUIT: Final = sum(1 << FIELD_WIDTH * index for index in range(len(CARD_SUITS)))
FLUSH_OFFSET: Final = (1 << FIELD_WIDTH - 1) - FLUSH_SIZE
"""Added to a suit's field, so that a flush sets the field's top bit."""
HANDS_PER_STEP: Final = 1 << 17
"""About so many hands are compared in one step."""

_RANK_SETS: Final = np.arange(SUIT_MASK + 1)
_RANK_BITS: Final = _RANK_SETS >> np.arange(RANK_COUNT)[:, None] & 1
_RANK_KEY_SUMS: Final = np.array([RANK_KEYS[rank] for rank in CARD_RANKS], np.int64) @ _RANK_BITS
_RANK_SET_SIZES: Final = _RANK_BITS.sum(axis=0)


def main(game: PaiGowPoker) -> Iterator[Figure]:
    """At each stake, since the commission rises by steps (47). The best play returns at least as
    much.
    """
    deals_by_wins = count_wins(game, CARD_RANKS)
    for stake, gains_by_wins in gains_by_stake(
        game, HAND_SIZE, stakes_shown(game), house_ways.set_seven_cards
    ):
        chances = profit_chances(zip(gains_by_wins, deals_by_wins, strict=True))
        for play, figure_bound in ((BEST, "least"), (MIMIC_PLAY, "")):
            yield Figure("main", chances, "main", play, stake, bound=figure_bound, dealer=HOUSE_WAY)


def count_wins(game: PaiGowPoker, ranks: str) -> list[int]:
    """Return how many pairs of hands win neither, one or both comparisons, in a pack of these ranks
    and the joker.
    """
    card_count = len(ranks) * len(CARD_SUITS) + 1
    pair_counts = np.zeros(2, object)
    house_way_sets = _HandSets(game, ranks)
    for shared_count in range(HAND_SIZE + 1):
        pair_counts += (-1) ** shared_count * house_way_sets.hand_pairs(shared_count)
    double_wins, copy_losses = pair_counts.tolist()
    total_count = comb(card_count, HAND_SIZE) * comb(card_count - HAND_SIZE, HAND_SIZE)
    return [double_wins + copy_losses, total_count - 2 * double_wins - copy_losses, double_wins]


class _HandSets:
    """All hands of seven cards, set by the house way."""

    def __init__(self, game: PaiGowPoker, ranks: str) -> None:
        self._card_bits = [card_bit(card) for card in _pack_of_ranks(ranks)]
        self._house_way_codes = HouseWayCodes(game, ranks)

    def hand_pairs(self, shared_count: int) -> CountArray:
        """Return, over all sets of so many shared cards, the ordered pairs of hands that contain
        the set: those of which one wins both comparisons, and those with a tie in one.
        """
        if shared_count == HAND_SIZE:
            # all seven shared: the same hand twice, a copy in both comparisons
            return np.array([0, comb(len(self._card_bits), HAND_SIZE)], object)
        if shared_count == 0:
            return np.array(
                [int(pair_count[0]) for pair_count in _count_pair_wins(self._all_hand_counts())],
                object,
            )
        completions = Completions(_card_sets(self._card_bits, HAND_SIZE - shared_count))
        pair_counts = np.zeros(2, object)
        card_sets, class_sizes = self._suit_classes(shared_count)
        batch_size = max(1, HANDS_PER_STEP // len(completions.card_sets))
        for index in range(0, len(card_sets), batch_size):
            hand_counts = self._house_way_codes.count_by_code(
                self._house_way_codes.codes_of_hands(
                    card_sets[index : index + batch_size], completions
                )
            )
            class_weights = class_sizes[index : index + batch_size].astype(object)
            pair_counts += [
                (pair_count.astype(object) * class_weights).sum()
                for pair_count in _count_pair_wins(hand_counts)
            ]
        return pair_counts

    def _all_hand_counts(self) -> IntArray:
        """Return the hand counts by code, each hand counted once for each of its cards and then
        divided.
        """
        completions = Completions(_card_sets(self._card_bits, HAND_SIZE - 1))
        hand_counts = np.zeros(self._house_way_codes.code_count, np.int64)
        for class_set, class_size in zip(*self._suit_classes(1), strict=True):
            hand_codes = self._house_way_codes.codes_of_hands(np.array([class_set]), completions)
            hand_counts = hand_counts + class_size * np.bincount(
                hand_codes[0], minlength=self._house_way_codes.code_count
            )
        # each hand was found once for each of its seven cards
        return (hand_counts // HAND_SIZE).reshape(1, -1, self._house_way_codes.low_count)

    def _suit_classes(self, shared_count: int) -> tuple[IntArray, IntArray]:
        """Return one set of each class that differs only by a permutation of suits, and the class
        sizes.
        """
        non_joker_cards = [card for card in self._card_bits if card != JOKER_BIT]
        class_parts = [
            np.unique(
                _canonical_sets(_card_sets(non_joker_cards, shared_count)), return_counts=True
            )
        ]
        if shared_count:
            card_sets, class_sizes = np.unique(
                _canonical_sets(_card_sets(non_joker_cards, shared_count - 1)), return_counts=True
            )
            class_parts.append((card_sets | JOKER_BIT, class_sizes))
        card_sets, class_sizes = (
            np.concatenate(class_arrays) for class_arrays in zip(*class_parts, strict=True)
        )
        return card_sets, class_sizes


def _pack_of_ranks(ranks: str) -> list[Card]:
    return [*(CARDS_BY_NAME[rank + suit] for suit in CARD_SUITS for rank in ranks), JOKER_CARD]


def card_bit(card: Card) -> int:
    if card is JOKER_CARD:
        return JOKER_BIT
    return 1 << RANK_COUNT * CARD_SUITS.index(card.suit) + CARD_RANKS.index(card.rank)


def _card_sets(cards: Sequence[int], set_size: int) -> IntArray:
    """Return every set of so many of these cards: first those without the last card, and so on."""
    card_sets = np.zeros(1, np.int64)
    for size in range(1, set_size + 1):
        sets_by_last_card = [
            card_sets[: comb(index, size - 1)] | card for index, card in enumerate(cards)
        ]
        card_sets = np.concatenate(sets_by_last_card)
    return card_sets


def _suit_ranks(card_sets: IntArray) -> list[IntArray]:
    return [card_sets >> RANK_COUNT * index & SUIT_MASK for index in range(len(CARD_SUITS))]


def _canonical_sets(card_sets: IntArray) -> IntArray:
    """Return for each set the one of its class whose suits are sorted."""
    sorted_suits = np.sort(np.array(_suit_ranks(card_sets)), axis=0)
    return sum(
        (suit_ranks << RANK_COUNT * index for index, suit_ranks in enumerate(sorted_suits)),
        np.zeros(len(card_sets), np.int64),
    )


def _rank_key_sums(card_sets: IntArray) -> IntArray:
    """Return the sums of the rank keys."""
    key_sums: IntArray = (card_sets // JOKER_BIT) * JOKER_KEY
    for suit_ranks in _suit_ranks(card_sets):
        key_sums += _RANK_KEY_SUMS[suit_ranks]
    return key_sums


def _suit_counts(card_sets: IntArray) -> IntArray:
    """Return the number of cards of each suit, one field each; the joker counts in every suit."""
    suit_counts: IntArray = (card_sets // JOKER_BIT) * CARD_PER_SUIT
    for suit_index, suit_ranks in enumerate(_suit_ranks(card_sets)):
        suit_counts += _RANK_SET_SIZES[suit_ranks] << FIELD_WIDTH * suit_index
    return suit_counts


class Completions:
    """The sets of cards that may complete a hand, with their cached sums."""

    def __init__(self, card_sets: IntArray) -> None:
        self.card_sets = card_sets
        self.suit_counts = _suit_counts(card_sets)
        self.distinct_key_sums, self.key_sum_index = np.unique(
            _rank_key_sums(card_sets), return_inverse=True
        )
        """The distinct sums of rank keys, and the index of each set's sum."""


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
        hand_keys = _rank_key_sums(card_sets)[:, None] + completions.distinct_key_sums
        hand_codes = self._offsuit_table.find_codes(hand_keys)[:, completions.key_sum_index][
            disjoint
        ]
        suit_counts = (_suit_counts(card_sets)[:, None] + completions.suit_counts)[
            disjoint
        ] + FLUSH_OFFSET * CARD_PER_SUIT
        # few hands have a flush, so the suited look-up runs for these alone
        flush_indices = np.flatnonzero(suit_counts & CARD_PER_SUIT << FIELD_WIDTH - 1)
        if len(flush_indices):
            hands = (card_sets[:, None] | completions.card_sets)[disjoint][flush_indices]
            flush_suit_bits = suit_counts[flush_indices] >> FIELD_WIDTH - 1 & CARD_PER_SUIT
            flush_ranks = sum(
                np.where(flush_suit_bits >> FIELD_WIDTH * index & 1, suit_ranks, 0)
                for index, suit_ranks in enumerate(_suit_ranks(hands))
            )
            hand_codes[flush_indices] = self._flush_table.find_codes(
                _rank_key_sums(hands) << RANK_COUNT | flush_ranks
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


def _count_pair_wins(hand_counts: IntArray) -> tuple[IntArray, IntArray]:
    """Return for each row the ordered pairs in which the first hand wins both comparisons, and
    those with a tie that the first hand loses.
    """
    cumulative_below = hand_counts.cumsum(axis=1).cumsum(axis=2)
    double_wins = (hand_counts[:, 1:, 1:] * cumulative_below[:, :-1, :-1]).sum(axis=(1, 2))
    high_ties, low_ties = ((hand_counts.sum(axis=index) ** 2).sum(axis=1) for index in (2, 1))
    return double_wins, (high_ties + low_ties) // 2


def _compact_codes(hand_codes: RowArray) -> tuple[RowArray, int]:
    """Replace the codes of each row by their index among the row's codes; return the largest count
    too.
    """
    row_numbers = np.arange(len(hand_codes))[:, None]
    present_codes = np.zeros((len(hand_codes), int(hand_codes.max()) + 1), bool)
    present_codes[row_numbers, hand_codes] = True
    code_places = present_codes.cumsum(axis=1, dtype=np.int32) - 1
    return code_places[row_numbers, hand_codes], int(code_places[:, -1].max()) + 1
