"""Pai gow poker: seven cards of the player against seven of the dealer, both set by the house way.

Player and dealer are dealt and set alike, so it is enough to count the pairs of hands in which one
wins both comparisons, and those in which one comparison is a tie. Disjoint pairs are counted by
inclusion and exclusion: for each set of shared cards, all hands that contain it are compared with
each other. Sets that differ only by a permutation of suits count once.
"""

from collections.abc import Iterator
from math import comb
from typing import Final

import numpy as np

from firmware.core.games.poker.pai_gow_poker import PaiGowPoker
from firmware.core.vocabulary.cards import (
    CARD_RANKS,
    CARD_SUITS,
    CARDS_BY_NAME,
    JOKER_CARD,
    Card,
)
from firmware.odds import house_ways
from firmware.odds.card_masks import JOKER_BIT, Completions, canonical_sets, card_bit, card_sets_of
from firmware.odds.dealer_hands import IntArray
from firmware.odds.figure import BEST, Figure
from firmware.odds.house_way_codes import HAND_SIZE, HouseWayCodes
from firmware.odds.house_ways import HOUSE_WAY, gains_by_stake
from firmware.odds.pay_table_bets import profit_chances
from firmware.odds.shoe import CountArray
from firmware.odds.strategies import stakes_shown

MIMIC_PLAY: Final = "mimic"

HANDS_PER_STEP: Final = 1 << 17
"""About so many hands are compared in one step."""


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
        completions = Completions(card_sets_of(self._card_bits, HAND_SIZE - shared_count))
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
        completions = Completions(card_sets_of(self._card_bits, HAND_SIZE - 1))
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
                canonical_sets(card_sets_of(non_joker_cards, shared_count)), return_counts=True
            )
        ]
        if shared_count:
            card_sets, class_sizes = np.unique(
                canonical_sets(card_sets_of(non_joker_cards, shared_count - 1)), return_counts=True
            )
            class_parts.append((card_sets | JOKER_BIT, class_sizes))
        card_sets, class_sizes = (
            np.concatenate(class_arrays) for class_arrays in zip(*class_parts, strict=True)
        )
        return card_sets, class_sizes


def _pack_of_ranks(ranks: str) -> list[Card]:
    return [*(CARDS_BY_NAME[rank + suit] for suit in CARD_SUITS for rank in ranks), JOKER_CARD]


def _count_pair_wins(hand_counts: IntArray) -> tuple[IntArray, IntArray]:
    """Return for each row the ordered pairs in which the first hand wins both comparisons, and
    those with a tie that the first hand loses.
    """
    cumulative_below = hand_counts.cumsum(axis=1).cumsum(axis=2)
    double_wins = (hand_counts[:, 1:, 1:] * cumulative_below[:, :-1, :-1]).sum(axis=(1, 2))
    high_ties, low_ties = ((hand_counts.sum(axis=index) ** 2).sum(axis=1) for index in (2, 1))
    return double_wins, (high_ties + low_ties) // 2
