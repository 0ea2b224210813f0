"""Blackjack by the values of cards: hands, and how many ways there are to draw them from a shoe.

Figures and tens are one value. A hand is the count of its cards of each value. All counts of ways
are of the next `ahead` cards of the shoe, in order, whether they are all drawn or not: so the ways
of any two ends of a round are comparable, and whole numbers.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from math import perm
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from firmware.core.vocabulary.cards import CARDS, Card

VALUES: Final = "A23456789T"
"""In the order of the counts of a hand."""
WORTH: Final = range(1, 11)
PER_PACK: Final = (*(4,) * 9, 16)
SUITS_IN_TURN: Final = "SHD"
ONE_SUIT: Final = "S"
SUMS_IN_INT64: Final = 7
"""All ways to draw so many cards of eight packs are less than an int64 holds."""
IN_INT64: Final = 10
"""As many ways to draw one given hand are, since only one of its values has more than 32 cards."""

Hand = tuple[int, ...]
NO_CARDS: Final[Hand] = (0,) * 10
Ways = NDArray[Any]


class Path(NamedTuple):
    """A final hand: its cards in one order in which they may come, and the number of orders."""

    cards: tuple[int, ...]
    orders: int
    result: Any
    """What the game makes of the hand."""


def with_card(hand: Hand, value: int) -> Hand:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


def of_values(values: Iterable[int]) -> Hand:
    hand = NO_CARDS
    for value in values:
        hand = with_card(hand, value)
    return hand


@cache
def hard(hand: Hand) -> int:
    return sum(count * worth for count, worth in zip(hand, WORTH, strict=True))


@cache
def total(hand: Hand) -> int:
    """Return the value of a hand (13)."""
    return hard(hand) + 10 * soft(hand)


@cache
def soft(hand: Hand) -> bool:
    return hand[0] > 0 and hard(hand) <= 11


def cards_of(values: Iterable[int], suits: str = SUITS_IN_TURN) -> list[Card]:
    """Return cards of these values and of these suits in turn."""
    return [CARDS[VALUES[value] + suits[at % len(suits)]] for at, value in enumerate(values)]


class Shoe:
    """What is left in the shoe when some cards are known."""

    def __init__(self, decks: int, known: Hand) -> None:
        self.left = [decks * count - gone for count, gone in zip(PER_PACK, known, strict=True)]
        self.cards = sum(self.left)

    def ways(
        self, gone: NDArray[np.int64], dealers: Mapping[Hand, Path], ahead: int
    ) -> dict[Any, Ways]:
        """Return by the dealer's result in how many ways it comes, for each row of cards that have
        gone before; `ahead` counts those as well.
        """
        falling = _Falling(np.array(self.left, np.int64) - gone)
        sizes = gone.sum(axis=1)
        found: dict[tuple[Any, int], Ways] = {}
        for hand, path in dealers.items():
            drawn = sum(hand)
            ways = falling.of(hand)
            ways = (ways if drawn <= SUMS_IN_INT64 else ways.astype(object)) * path.orders
            key = path.result, drawn
            found[key] = found[key] + ways if key in found else ways
        each: dict[Any, Ways] = {}
        for (result, drawn), ways in found.items():
            rest = [
                perm(self.cards - drawn - size, ahead - drawn - size)
                for size in range(ahead - drawn + 1)
            ]
            whole = ways.astype(object) * np.array(rest, object)[sizes]
            each[result] = each[result] + whole if result in each else whole
        return each

    def every(self, gone: Hand, ahead: int) -> int:
        """Return in how many ways the cards after these come; `ahead` counts those that have gone
        as well.
        """
        return perm(self.cards - sum(gone), ahead - sum(gone))

    def drawn(self, hands: NDArray[np.int64]) -> Ways:
        """Return in how many ways the cards of each row are drawn in one given order."""
        return _falling_rows(np.array(self.left, np.int64), hands)


class _Falling:
    """In how many ways cards are drawn in one given order, for each row of what is left."""

    def __init__(self, left: NDArray[np.int64]) -> None:
        self._left = left
        self._known: dict[tuple[int, int], Ways] = {}

    def of(self, hand: Hand) -> Ways:
        kind = np.int64 if sum(hand) <= IN_INT64 else object
        ways = np.ones(len(self._left), kind)
        for value, count in enumerate(hand):
            if count:
                ways = ways * self._of_value(value, count)
        return ways

    def _of_value(self, value: int, count: int) -> Ways:
        if (value, count) not in self._known:
            left = self._left[:, value].astype(np.int64 if count <= IN_INT64 else object)
            last = np.maximum(left - count + 1, 0)
            self._known[value, count] = (
                last * self._of_value(value, count - 1) if count > 1 else last
            )
        return self._known[value, count]


def _falling_rows(left: NDArray[np.int64], hands: NDArray[np.int64]) -> Ways:
    ways = np.ones(len(hands), object)
    for value, there in enumerate(left.tolist()):
        table = np.array(
            [perm(there, count) for count in range(int(hands[:, value].max()) + 1)], object
        )
        ways = ways * table[hands[:, value]]
    return ways
