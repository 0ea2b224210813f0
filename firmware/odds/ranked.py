"""The strengths of many poker hands at once, from tables that the core's own ranking fills.

A hand's strength is that of its ranks alone or, if enough of its cards are of one suit, of these
cards alone, whichever is higher. So a table by the ranks of a hand and one by the ranks of a suit
have every hand; the cards of two parts of a hand are added.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np

from firmware.core.ranks import Rank
from firmware.core.vocabulary.cards import CARDS, RANKS, SUITS, Card
from firmware.odds.against import Ints, Rows

ONE_SUIT = 1 << len(RANKS)
"""How many sets of ranks a suit may have."""

Line = tuple[str, str]
"""The combination and the rank by which a hand is paid."""


class Cards(NamedTuple):
    """Cards of many hands: the sum of their rank keys, and each suit's ranks as bits."""

    ranks: Ints
    suits: Sequence[Ints]

    def __add__(self, other: "Cards") -> "Cards":  # type: ignore[override]
        """Return the hands of both parts; they have no card in common."""
        suits = [one | more for one, more in zip(self.suits, other.suits, strict=True)]
        return Cards(self.ranks + other.ranks, suits)


def cards_in(pool: Sequence[Card], hands: Rows) -> Cards:
    """Return the cards of hands, each a row of places in the pool."""
    keys = np.array([card.rank_key for card in pool], np.int64)
    ranks = keys[hands].sum(axis=1)
    bits = [np.array([_bit(card, suit) for card in pool], np.int64) for suit in SUITS]
    return Cards(ranks, [np.bitwise_or.reduce(of[hands], axis=1) for of in bits])


def _bit(card: Card, suit: str) -> int:
    return 1 << RANKS.index(card.rank) if card.suit == suit else 0


class Ranked:
    """The ranks of hands of so many cards, of which `size` count; a code is a rank's place among
    all of them, the lowest first.
    """

    def __init__(self, rank: Callable[[Sequence[Card]], Rank], size: int, cards: int) -> None:
        mixed = {sum(c.rank_key for c in hand): rank(hand) for hand in _of_mixed_suits(cards)}
        suited = {
            sum(_bit(card, SUITS[0]) for card in hand): rank(hand)
            for hand in _of_one_suit(size, cards)
        }
        self.ranks = sorted({*mixed.values(), *suited.values()})
        self.every = np.array([each.strength for each in self.ranks], np.int64)
        """The strength of each code."""
        code = {each: at for at, each in enumerate(self.ranks)}
        self._sums = np.array(sorted(mixed), np.int64)
        self._mixed = np.array([code[mixed[each]] for each in sorted(mixed)], np.int64)
        self._suited = np.zeros(ONE_SUIT, np.int64)
        for bits, each in suited.items():
            self._suited[bits] = code[each]
        self.lines = list(dict.fromkeys((str(r.combination), r.high) for r in self.ranks))
        """Every line that a hand may have."""
        self.line = np.array([self.lines.index((str(r.combination), r.high)) for r in self.ranks])
        """The line of each code, by its place in `lines`."""

    def strengths(self, cards: Cards) -> Ints:
        """Return the strength of each hand."""
        return self.every[self.codes(cards)]

    def codes(self, cards: Cards) -> Ints:
        """Return the code of each hand."""
        return self.suited(self.mixed(cards.ranks), cards.suits)

    def mixed(self, ranks: Ints) -> Ints:
        """Return the codes of hands without a flush; those of no hand for what is none."""
        at = np.searchsorted(self._sums, ranks)
        return self._mixed[np.minimum(at, len(self._sums) - 1)]

    def suited(self, codes: Ints, suits: Iterable[Ints]) -> Ints:
        """Return the higher codes of hands that have a flush."""
        for suit in suits:
            codes = np.maximum(codes, self._suited[suit])
        return codes


def _of_mixed_suits(cards: int) -> Iterable[tuple[Card, ...]]:
    """Return a hand of each set of ranks, with as few cards of a suit as there can be."""
    for ranks in combinations_with_replacement(RANKS, cards):
        if max(Counter(ranks).values()) <= len(SUITS):
            yield tuple(CARDS[rank + SUITS[at % 4]] for at, rank in enumerate(ranks))


def _of_one_suit(size: int, cards: int) -> Iterable[tuple[Card, ...]]:
    for count in range(size, cards + 1):
        for ranks in combinations(RANKS, count):
            yield tuple(CARDS[rank + SUITS[0]] for rank in ranks)
