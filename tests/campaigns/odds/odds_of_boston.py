"""Boston's bets against the dealer, every two hands of five cards counted by their lines.

How many pairs of a hand of one line and a hand of another have no card in common is counted by
inclusion and exclusion over the cards that both hold. Two hands of one line are as often lower as
higher, less those that are equal: of the same ranks.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from firmware.odds.figure import Chances
from tests.campaigns.odds.odds_lines import EVERY, LINES, PACK, RANKS, Ints, lines, places, sums

FIVE: Final = 5
ANTE: Final = {
    "royal_flush": 1000, "straight_flush": 200, "four_of_a_kind": 100, "full_house": 25,
    "flush": 15, "straight": 8, "three_of_a_kind": 5, "two_pairs_from_tens": 2,
}  # fmt: skip
"""Article 67.63."""
TWICE: Final = 2
"""Each of the other two bets is twice the ante."""

CHOSEN: Final = np.array([[comb(card, nth) for nth in range(FIVE)] for card in range(len(PACK))])
"""The numbers of the combinatorial number system."""
POWERS: Final = np.array([sum(5**rank for rank in RANKS if bits >> rank & 1) for bits in EVERY])
"""By the ranks of one suit."""

Pairs = Mapping[tuple[str, int], int]
"""How many pairs of hands there are, by the player's line, and by whether his is lower (-1), equal
(0) or higher (1).
"""


def bets() -> Iterator[tuple[str, Chances]]:
    ends: dict[str, Counter[Fraction]] = {on: Counter() for on in ("ante", "first", "second")}
    for (line, wins), count in pairs().items():
        ante = ANTE.get(line, min(wins, 0))
        ends["ante"][Fraction(ante + 2 * TWICE * wins)] += count
        ends["first"][Fraction(wins)] += count
        ends["second"][Fraction(wins)] += count
    for on, counts in ends.items():
        yield on, {gain: Fraction(n, counts.total()) for gain, n in counts.items()}


def pairs() -> Pairs:
    dealt = places(len(PACK), FIVE)
    hands = sums(PACK, dealt)
    line = lines(hands)
    apart, equal = _apart(dealt, line), _equal(hands, line)
    found = {}
    for at, name in enumerate(LINES):
        same = int(apart[at, at] - equal[at]) // 2
        found[name, -1] = int(apart[at, at + 1 :].sum()) + same
        found[name, 0] = int(equal[at])
        found[name, 1] = int(apart[at, :at].sum()) + same
    return found


def _apart(dealt: Ints, line: Ints) -> Ints:
    """Return for each two lines how many pairs have no card in common."""
    itself = np.diag(np.bincount(line, minlength=len(LINES)))
    found = -itself if FIVE % 2 else itself
    for common in range(FIVE):
        holding = _holding(dealt, line, common)
        found = found + (-1) ** common * (holding @ holding.T)
    return found


def _holding(dealt: Ints, line: Ints, common: int) -> Ints:
    """Return for each line, and each set of so many cards, how many hands hold the set."""
    sets = comb(len(PACK), common)
    found = np.zeros(len(LINES) * sets, np.int64)
    for some in combinations(range(FIVE), common):
        at = line.astype(np.int64) * sets
        for nth, place in enumerate(some, start=1):
            at += CHOSEN[dealt[:, place], nth]
        found += np.bincount(at, minlength=len(found))
    return found.reshape(len(LINES), sets)


def _equal(hands: Ints, line: Ints) -> Ints:
    """Return for each line how many pairs are of the same ranks and have no card in common."""
    found = np.zeros(len(LINES), np.int64)
    keys = _ranks(hands) * len(LINES) + line
    order = np.argsort(keys, kind="stable")
    _, first = np.unique(keys[order], return_index=True)
    for alike in np.split(order, first[1:]):
        own = hands[alike]
        apart = (own[:, None] & own[None, :]) == 0
        found[line[alike[0]]] += int(apart.sum())
    return found


def _ranks(hands: Ints) -> Ints:
    """Return a number that hands of the same ranks have, and no others: each card adds a power of
    five.
    """
    suits = hands.view(np.uint16).reshape(-1, 4)
    return np.asarray(POWERS[suits].sum(axis=1))
