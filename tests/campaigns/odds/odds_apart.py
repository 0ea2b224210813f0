"""Pairs of hands of five without a card in common, counted by groups of hands: each group is of the
hands between two strengths.

They are counted by inclusion and exclusion over the cards that both hold. Two hands of one group
are as often lower as higher, less those that are equal.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np

from tests.campaigns.odds.odds_lines import PACK, Ints, places, sums

FIVE: Final = 5
CHOSEN: Final = np.array(
    [[comb(card, nth) for nth in range(FIVE + 1)] for card in range(len(PACK))]
)
"""The numbers of the combinatorial number system."""


class Dealt(NamedTuple):
    """Every hand of five cards: the places of its cards, and its bits."""

    places: Ints
    hands: Ints


def dealt() -> Dealt:
    found = places(len(PACK), FIVE)
    return Dealt(found, sums(PACK, found))


class Pairs:
    """How many pairs there are, by the group of the player's hand; groups rise."""

    def __init__(self, every: Dealt, group: Ints, strength: Ints) -> None:
        """Take the group of each hand, and a number that equal hands alone have in common."""
        self._groups = int(group.max()) + 1
        self.apart = self._apart(every.places, group)
        """By his group and the dealer's."""
        self.equal = self._equal(every.places, group, strength)

    def lower(self, group: int, least: int = 0) -> int:
        """Return how often the dealer's hand is lower; from a group on."""
        below = int(self.apart[group, least:group].sum())
        return below + (self._within(group) if group >= least else 0)

    def higher(self, group: int, least: int = 0) -> int:
        """Return how often the dealer's hand is higher; from a group on."""
        above = int(self.apart[group, max(group + 1, least) :].sum())
        return above + (self._within(group) if group >= least else 0)

    def _within(self, group: int) -> int:
        return int(self.apart[group, group] - self.equal[group]) // 2

    def _apart(self, every: Ints, group: Ints) -> Ints:
        itself = np.diag(np.bincount(group, minlength=self._groups))
        found = -itself if FIVE % 2 else itself
        for common in range(FIVE):
            holding = self._holding(every, group, common)
            found = found + (-1) ** common * (holding @ holding.T)
        return found

    def _holding(self, every: Ints, group: Ints, common: int) -> Ints:
        """Return for each group, and each set of so many cards, how many hands hold the set."""
        sets = comb(len(PACK), common)
        found = np.zeros(self._groups * sets, np.int64)
        for held in _held(every, common):
            found += np.bincount(group * np.int64(sets) + held, minlength=len(found))
        return found.reshape(self._groups, sets)

    def _equal(self, every: Ints, group: Ints, strength: Ints) -> Ints:
        found = np.zeros(self._groups, np.int64)
        order = np.argsort(strength, kind="stable")
        _, first = np.unique(strength[order], return_index=True)
        for alike in np.split(order, first[1:]):
            found[group[alike[0]]] += _pairs_apart(every[alike])
        return found


def _pairs_apart(every: Ints) -> int:
    """Return how many pairs of these hands have no card in common."""
    found = 0
    for common in range(FIVE + 1):
        _, hands = np.unique(np.concatenate(list(_held(every, common))), return_counts=True)
        found += (-1) ** common * int((hands**2).sum())
    return found


def _held(every: Ints, common: int) -> Iterator[Ints]:
    """Yield the number of each set of so many cards that the hands hold."""
    for some in combinations(range(FIVE), common):
        at = np.zeros(len(every), np.int64)
        for nth, place in enumerate(some, start=1):
            at += CHOSEN[every[:, place], nth]
        yield at
