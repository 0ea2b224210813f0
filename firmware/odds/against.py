"""How many of the dealer's hands a player's hand beats, equals or loses to, cards removed.

The dealer's hands that hold no card of the player's are counted by inclusion and exclusion over the
subsets of the player's hand: those below a strength, less those of them with one of his cards, plus
those with two of them, and so on. The tables of these counts are filled from every hand of the
dealer's once; then a player's hand takes one look-up a subset, for all hands together.

A hand is a row of places in `pool`, rising; its number is that of the combinatorial number system.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations, permutations
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from firmware.core.vocabulary.cards import SUITS, Card

Ints = NDArray[np.int64]
Rows = NDArray[Any]

MOST_CELLS: Final = 200_000_000
"""A table of counts by strength is no larger; the strengths themselves are kept instead."""
AT_ONCE: Final = 1 << 17
"""How many hands are counted at once."""

BINOMIAL: Final = np.array([[comb(n, k) for k in range(8)] for n in range(54)], dtype=np.int64)


def every_hand(pool: int, size: int) -> Rows:
    """Return every hand of so many cards, a row each, in the order of `combinations`."""
    places = chain.from_iterable(combinations(range(pool), size))
    return np.fromiter(places, np.uint8, comb(pool, size) * size).reshape(-1, size)


def numbered(hands: Rows) -> Ints:
    """Return the number of each hand among those of its size."""
    return sum(
        (BINOMIAL[hands[:, at], at + 1] for at in range(hands.shape[1])),
        np.zeros(len(hands), np.int64),
    )


def classes(pool: Sequence[Card], size: int, free: str = SUITS) -> tuple[Rows, Ints]:
    """Return one hand of each class that differs only by an exchange of the free suits, and the
    number of hands in each.
    """
    hands = every_hand(len(pool), size)
    least = least_alike(pool, hands, free)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return hands[first], counts


def least_alike(pool: Sequence[Card], hands: Rows, free: str = SUITS) -> Ints:
    """Return the least number of a hand that differs only by an exchange of the free suits."""
    place = {card: at for at, card in enumerate(pool)}
    by_name = {(card.rank, card.suit): card for card in pool}
    least = numbered(hands)
    for order in permutations(free):
        suit = dict(zip(free, order, strict=True))
        moved = [place[by_name[c.rank, suit.get(c.suit, c.suit)]] for c in pool]
        least = np.minimum(least, numbered(np.sort(np.array(moved, np.uint8)[hands], axis=1)))
    return least


class Against:
    """The dealer's hands of `size` cards from a pool, by their strengths."""

    def __init__(self, pool: Sequence[Card], size: int, strengths: Callable[[Rows], Ints]) -> None:
        self._pool, self.size = pool, size
        self.hands = every_hand(len(pool), size)
        self.strengths, codes = np.unique(strengths(self.hands), return_inverse=True)
        self.codes = codes.astype(np.int16)
        """The place of each hand's strength among `strengths`."""
        self._masks: Ints | None = None
        self._tables = [self._table(taken) for taken in range(size + 1)]

    def below(self, hands: Rows, strengths: Ints, *, or_equal: bool) -> Ints:
        """Return how many of the dealer's hands without a card of the player's are below (or equal
        to) a strength, for each of the player's hands and its strength.
        """
        codes = np.searchsorted(self.strengths, strengths, "right" if or_equal else "left")
        parts = range(0, len(hands), AT_ONCE)
        found = [self._below(hands[at : at + AT_ONCE], codes[at : at + AT_ONCE]) for at in parts]
        return np.concatenate(found)

    def example(self, hand: Rows, least: int, most: int) -> Sequence[Card] | None:
        """Return a hand of the dealer's without a card of this one, of a strength in between."""
        if self._masks is None:
            self._masks = np.bitwise_or.reduce(np.int64(1) << self.hands.astype(np.int64), axis=1)
        low, high = np.searchsorted(self.strengths, [least, most + 1])
        own = np.bitwise_or.reduce(np.int64(1) << hand.astype(np.int64))
        fits = (self._masks & own == 0) & (self.codes >= low) & (self.codes < high)
        at = int(np.argmax(fits))
        return [self._pool[place] for place in self.hands[at]] if fits[at] else None

    def _table(self, taken: int) -> Rows:
        """Return by the number of a set of so many cards, the hands that hold it: how many are
        below each strength; or if that is too large, the strengths of all of them.
        """
        sets, worths = comb(len(self._pool), taken), len(self.strengths)
        subsets = combinations(range(self.size), taken)
        numbers = [numbered(self.hands[:, list(each)]) for each in subsets]
        if sets * worths > MOST_CELLS:
            order = np.argsort(np.concatenate(numbers), kind="stable")
            return np.tile(self.codes, len(numbers))[order].reshape(sets, -1)
        cells = np.concatenate([each * (worths + 1) + self.codes + 1 for each in numbers])
        table = np.bincount(cells, minlength=sets * (worths + 1)).reshape(sets, worths + 1)
        return np.cumsum(table, axis=1, dtype=np.int32)

    def _below(self, hands: Rows, codes: Ints) -> Ints:
        found = np.zeros(len(hands), np.int64)
        for taken in range(min(self.size, hands.shape[1]) + 1):
            for each in combinations(range(hands.shape[1]), taken):
                held = numbered(hands[:, list(each)])
                found += (-1) ** taken * self._holding(taken, held, codes)
        return found

    def _holding(self, taken: int, held: Ints, codes: Ints) -> Ints:
        table = self._tables[taken]
        if table.dtype == np.int32:
            return table[held, codes].astype(np.int64)
        return np.asarray((table[held] < codes[:, None]).sum(axis=1), np.int64)


def cards_of(pool: Sequence[Card], hand: Iterable[int]) -> list[Card]:
    return [pool[place] for place in hand]
