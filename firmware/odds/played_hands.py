"""Hands of Blackjack by one play: the gains of its decisions, and of both hands of a split."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from firmware.core.vocabulary.keys import Key
from firmware.odds.blackjack_hands import DecisionGains, GainCounts, PlayerHands, weighted_sum
from firmware.odds.blackjack_rounds import DealtHand, HandValue
from firmware.odds.dealer_hands import IntArray
from firmware.odds.figure import Chances
from firmware.odds.shoe import (
    NO_CARDS,
    CountArray,
    Hand,
    hand_of_values,
)

KeyChooser = Callable[[Sequence[int], DecisionGains], Key]
"""A play: returns the decision for these cards."""

BITS_PER_VALUE: Final = 5
"""The bits for the count of one value in a packed hand."""


class FinishedHand(NamedTuple):
    """A finished hand: its value, an example, the cards drawn, and the number of orders."""

    hand_value: HandValue
    dealt_hand: DealtHand
    drawn_cards: Hand
    order_count: int


class PlayedHands:
    """Hands played by one play."""

    def __init__(self, hands: PlayerHands, choose_key: KeyChooser) -> None:
        self.hands, self._choose_key = hands, choose_key
        self._known_decisions: dict[Hand, tuple[Key | None, GainCounts]] = {}

    def decision_at(self, drawn_cards: Hand) -> tuple[Key | None, GainCounts]:
        """Return the decision for a hand, None if it is finished, and its gain counts."""
        if drawn_cards not in self._known_decisions:
            decision_gains = self.decision_gains(drawn_cards)
            decision_key = (
                self._choose_key(self.hands.cards_of_hand(drawn_cards), decision_gains)
                if decision_gains
                else None
            )
            gain_counts = (
                decision_gains[decision_key]
                if decision_key
                else self.hands.gain_counts(drawn_cards)
            )
            self._known_decisions[drawn_cards] = decision_key, gain_counts
        return self._known_decisions[drawn_cards]

    def decision_gains(self, drawn_cards: Hand) -> DecisionGains:
        """Return the gain counts of each decision except a split; {} for a finished hand."""
        open_keys, hands = self.hands.open_decisions(drawn_cards), self.hands
        counts_by_key: dict[Key, GainCounts] = {}
        if Key.STAND in open_keys:
            counts_by_key[Key.STAND] = hands.gain_counts(drawn_cards)
        if Key.HIT in open_keys:
            counts_by_key[Key.HIT] = weighted_sum(
                (self.decision_at(next_hand)[1], count)
                for next_hand, count in hands.next_hands(drawn_cards)
            )
        if Key.DOUBLE in open_keys:
            doubled_gains = (
                (hands.gain_counts(next_hand, drawn_cards), count)
                for next_hand, count in hands.next_hands(drawn_cards)
            )
            counts_by_key[Key.DOUBLE] = weighted_sum(doubled_gains)
        if Key.SURRENDER in open_keys:
            counts_by_key[Key.SURRENDER] = hands.surrendered_gain_counts(drawn_cards)
        return counts_by_key

    def first_split_hand(self) -> Chances:
        """Return the gain chances of one hand of a split, before its second card."""
        cards = self.hands.shoe.cards_left
        gain_counts = weighted_sum(
            (self.decision_at(hand_of_values([value]))[1], count)
            for value, count in enumerate(cards)
            if count
        )
        return self.hands.gain_chances(gain_counts, NO_CARDS)

    def finished_hands(self, excluded_value: int | None = None) -> list[FinishedHand]:
        """Return every finished hand of a split with its number of orders, without those whose
        second card is of the excluded value.
        """
        orders_by_hand: dict[tuple[Hand, Hand | None], int] = {}
        second_values = (
            value
            for value, count in enumerate(self.hands.shoe.cards_left)
            if count and value != excluded_value
        )
        frontier = {hand_of_values([value]): 1 for value in second_values}
        while frontier:
            next_frontier: dict[Hand, int] = {}
            for drawn_cards, order_count in frontier.items():
                decision_key, _ = self.decision_at(drawn_cards)
                for next_hand, _ in (
                    self.hands.next_hands(drawn_cards)
                    if decision_key in (Key.HIT, Key.DOUBLE)
                    else ()
                ):
                    if decision_key is Key.HIT:
                        next_frontier[next_hand] = next_frontier.get(next_hand, 0) + order_count
                    else:
                        orders_by_hand[next_hand, drawn_cards] = order_count
                if decision_key in (Key.STAND, None):
                    orders_by_hand[drawn_cards, None] = order_count
            frontier = next_frontier
        return [
            FinishedHand(
                *self.hands.finished_hand(drawn_cards, doubled_from), drawn_cards, order_count
            )
            for (drawn_cards, doubled_from), order_count in orders_by_hand.items()
        ]

    def both_split_hands(self, excluded_value: int | None = None) -> Chances:
        """Return the gain chances of both hands of a split, without second cards of the excluded
        value.

        Every finished hand is dealt with every other one, and the dealer's results after both.
        """
        finished_hands = self.finished_hands(excluded_value)
        finished_key = frozenset(
            (entry.hand_value, entry.drawn_cards, entry.order_count) for entry in finished_hands
        )
        # plays that finish their hands alike share the result
        if finished_key not in self.hands.split_chances:
            self.hands.split_chances[finished_key] = self._both_split_hands(finished_hands)
        return self.hands.split_chances[finished_key]

    def _both_split_hands(self, finished_hands: Sequence[FinishedHand]) -> Chances:
        hand_values = list(dict.fromkeys(entry.hand_value for entry in finished_hands))
        example_by_value = {entry.hand_value: entry.dealt_hand for entry in finished_hands}
        value_index = np.array([hand_values.index(entry.hand_value) for entry in finished_hands])
        order_count = np.array([entry.order_count for entry in finished_hands], np.int64)
        packed_hands = np.array(
            [_pack_hand(entry.drawn_cards) for entry in finished_hands], np.int64
        )
        grouped_pairs = _group_pairs(packed_hands, value_index, order_count, len(hand_values))
        deals_by_result = self.hands.joint_deal_counts(_unpack_hands(grouped_pairs.drawn_cards))
        counts_by_gain: dict[Fraction, int] = {}
        for dealer_result, path in self.hands.paths_by_result.items():
            deal_count = (
                deals_by_result[dealer_result][grouped_pairs.drawn_index]
                * grouped_pairs.order_count
            )
            for value_pair in np.unique(grouped_pairs.value_pair).tolist():
                first_hand, second_hand = (
                    hand_values[index] for index in divmod(value_pair, len(hand_values))
                )
                spot_hands = [
                    (first_hand, example_by_value[first_hand]),
                    (second_hand, example_by_value[second_hand]),
                ]
                spot_gain = self.hands.profit(spot_hands, path)
                counts_by_gain[spot_gain] = counts_by_gain.get(spot_gain, 0) + int(
                    deal_count[grouped_pairs.value_pair == value_pair].sum()
                )
        total_orders = sum(counts_by_gain.values())
        return {
            spot_gain: Fraction(count, total_orders)
            for spot_gain, count in counts_by_gain.items()
            if count
        }


class _GroupedPairs(NamedTuple):
    """Pairs of finished hands, grouped by all drawn cards and by the two hand values."""

    drawn_cards: IntArray
    """The distinct packed sums of drawn cards."""
    drawn_index: IntArray
    """By group: the index into `drawn_cards`."""
    value_pair: IntArray
    order_count: CountArray


def _group_pairs(
    packed_hands: IntArray, value_index: IntArray, order_count: IntArray, value_count: int
) -> _GroupedPairs:
    drawn_cards, drawn_index = np.unique(
        (packed_hands[:, None] + packed_hands[None, :]).ravel(), return_inverse=True
    )
    value_pair = (value_index[:, None] * value_count + value_index[None, :]).ravel()
    pair_weight = (order_count[:, None] * order_count[None, :]).ravel()
    # one integer for drawn cards and value pair together
    table_cells, group_index = np.unique(
        drawn_index * value_count**2 + value_pair, return_inverse=True
    )
    summed_orders = np.zeros(len(table_cells), np.int64)
    np.add.at(summed_orders, group_index, pair_weight)
    return _GroupedPairs(
        drawn_cards,
        table_cells // value_count**2,
        table_cells % value_count**2,
        summed_orders.astype(object),
    )


def _pack_hand(hand: Hand) -> int:
    return sum(count << BITS_PER_VALUE * value for value, count in enumerate(hand))


def _unpack_hands(packed_hands: IntArray) -> IntArray:
    return np.array(
        [packed_hands >> BITS_PER_VALUE * value & (1 << BITS_PER_VALUE) - 1 for value in range(10)]
    ).T
