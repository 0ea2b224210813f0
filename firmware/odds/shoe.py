"""Blackjack hands by card values, and the number of ways to draw them from a shoe.

Figures and tens are one value. A hand is the count of its cards of each value. All deal counts are
of the next `cards_ahead` cards of the shoe, in order, whether they are all drawn or not: so the
counts of any two ends of a round are comparable, and integers.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from math import perm
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from firmware.core.vocabulary.cards import CARDS_BY_NAME, Card

CARD_VALUE_NAMES: Final = "A23456789T"
"""In the order of a hand's counts."""
CARD_VALUES: Final = range(1, 11)
CARDS_PER_PACK: Final = (*(4,) * 9, 16)
SUIT_SEQUENCE: Final = "SHD"
SINGLE_SUIT: Final = "S"
INT64_SUM_CARDS: Final = 7
"""The sum of all orders of so many cards of eight packs still fits an int64."""
INT64_ORDER_CARDS: Final = 10
"""The orders of one hand of so many cards fit an int64: only one value has more than 32 cards."""

Hand = tuple[int, ...]
NO_CARDS: Final[Hand] = (0,) * 10
CountArray = NDArray[Any]


class DealerPath(NamedTuple):
    """A final hand of the dealer: its cards in one possible order, and the number of orders."""

    cards: tuple[int, ...]
    order_count: int
    dealer_result: Any
    """The game's result of the hand."""


def with_card(hand: Hand, value: int) -> Hand:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


def hand_of_values(values: Iterable[int]) -> Hand:
    hand = NO_CARDS
    for value in values:
        hand = with_card(hand, value)
    return hand


@cache
def hard_total(hand: Hand) -> int:
    return sum(count * card_value for count, card_value in zip(hand, CARD_VALUES, strict=True))


@cache
def hand_total(hand: Hand) -> int:
    """Return the total of a hand (13)."""
    return hard_total(hand) + 10 * is_soft(hand)


@cache
def is_soft(hand: Hand) -> bool:
    return hand[0] > 0 and hard_total(hand) <= 11


def cards_of_values(values: Iterable[int], suits: str = SUIT_SEQUENCE) -> list[Card]:
    """Return cards of these values, with these suits cyclically."""
    return [
        CARDS_BY_NAME[CARD_VALUE_NAMES[value] + suits[card_index % len(suits)]]
        for card_index, value in enumerate(values)
    ]


class Shoe:
    """The cards left in the shoe when some are known."""

    def __init__(self, pack_count: int, known_cards: Hand) -> None:
        self.cards_left = [
            pack_count * count - removed_cards
            for count, removed_cards in zip(CARDS_PER_PACK, known_cards, strict=True)
        ]
        self.card_count = sum(self.cards_left)

    def deal_counts(
        self,
        removed_cards: NDArray[np.int64],
        dealer_paths: Mapping[Hand, DealerPath],
        cards_ahead: int,
    ) -> dict[Any, CountArray]:
        """Return, by the dealer's result, the number of deals for each row of removed cards;
        `cards_ahead` includes these.
        """
        removed_counts = removed_cards.sum(axis=1)
        counts_by_result: dict[Any, CountArray] = {}
        # grouped by the number of drawn cards: one multiplication by the rest for each size
        for (dealer_result, drawn_count), drawing_orders in self._drawing_orders(
            removed_cards, dealer_paths
        ).items():
            orders_of_rest = [
                perm(
                    self.card_count - drawn_count - removed_count,
                    cards_ahead - drawn_count - removed_count,
                )
                for removed_count in range(cards_ahead - drawn_count + 1)
            ]
            full_orders = (
                drawing_orders.astype(object) * np.array(orders_of_rest, object)[removed_counts]
            )
            counts_by_result[dealer_result] = (
                counts_by_result[dealer_result] + full_orders
                if dealer_result in counts_by_result
                else full_orders
            )
        return counts_by_result

    def _drawing_orders(
        self, removed_cards: NDArray[np.int64], dealer_paths: Mapping[Hand, DealerPath]
    ) -> dict[tuple[Any, int], CountArray]:
        """Return the orders of the dealer's draws, by his result and the number of drawn cards."""
        falling_factorials = _FallingFactorials(np.array(self.cards_left, np.int64) - removed_cards)
        counts_by_result_and_size: dict[tuple[Any, int], CountArray] = {}
        for hand, dealer_path in dealer_paths.items():
            drawn_count = sum(hand)
            drawing_orders = falling_factorials.orders_of_hand(hand)
            drawing_orders = (
                drawing_orders if drawn_count <= INT64_SUM_CARDS else drawing_orders.astype(object)
            ) * dealer_path.order_count
            result_and_size = dealer_path.dealer_result, drawn_count
            counts_by_result_and_size[result_and_size] = (
                counts_by_result_and_size[result_and_size] + drawing_orders
                if result_and_size in counts_by_result_and_size
                else drawing_orders
            )
        return counts_by_result_and_size

    def every_order(self, removed_cards: Hand, cards_ahead: int) -> int:
        """Return the number of orders of the cards after these; `cards_ahead` includes the removed
        ones.
        """
        return perm(self.card_count - sum(removed_cards), cards_ahead - sum(removed_cards))

    def order_counts(self, drawn_hands: NDArray[np.int64]) -> CountArray:
        """Return for each row the number of ways to draw its cards in one given order."""
        return _orders_of_rows(np.array(self.cards_left, np.int64), drawn_hands)


class _FallingFactorials:
    """Falling factorials: the ways to draw cards in one given order, for each row of cards left."""

    def __init__(self, cards_left: NDArray[np.int64]) -> None:
        self._cards_left = cards_left
        self._known_factorials: dict[tuple[int, int], CountArray] = {}

    def orders_of_hand(self, hand: Hand) -> CountArray:
        number_type = np.int64 if sum(hand) <= INT64_ORDER_CARDS else object
        drawing_orders = np.ones(len(self._cards_left), number_type)
        for value, count in enumerate(hand):
            if count:
                drawing_orders = drawing_orders * self._orders_of_value(value, count)
        return drawing_orders

    def _orders_of_value(self, value: int, count: int) -> CountArray:
        if (value, count) not in self._known_factorials:
            value_left = self._cards_left[:, value].astype(
                np.int64 if count <= INT64_ORDER_CARDS else object
            )
            # 0 once more cards are drawn than there are
            last_factor = np.maximum(value_left - count + 1, 0)
            self._known_factorials[value, count] = (
                last_factor * self._orders_of_value(value, count - 1) if count > 1 else last_factor
            )
        return self._known_factorials[value, count]


def _orders_of_rows(counts_left: NDArray[np.int64], drawn_hands: NDArray[np.int64]) -> CountArray:
    drawing_orders = np.ones(len(drawn_hands), object)
    for value, copies_left in enumerate(counts_left.tolist()):
        order_table = np.array(
            [perm(copies_left, count) for count in range(int(drawn_hands[:, value].max()) + 1)],
            object,
        )
        drawing_orders = drawing_orders * order_table[drawn_hands[:, value]]
    return drawing_orders
