"""Boston's bets against the dealer, every two hands of five cards counted by their lines."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from firmware.odds.figure import Chances
from tests.campaigns.odds.odds_apart import Pairs, dealt
from tests.campaigns.odds.odds_lines import EVERY, LINES, RANKS, Ints, lines

ANTE: Final = {
    "royal_flush": 1000, "straight_flush": 200, "four_of_a_kind": 100, "full_house": 25,
    "flush": 15, "straight": 8, "three_of_a_kind": 5, "two_pairs_from_tens": 2,
}  # fmt: skip
"""Article 67.63."""
TWICE: Final = 2
"""Each of the other two bets is twice the ante."""
POWERS: Final = np.array([sum(5**rank for rank in RANKS if bits >> rank & 1) for bits in EVERY])
"""By the ranks of one suit: their sum is a number of the hand's ranks."""


def bets() -> Iterator[tuple[str, Chances]]:
    ends: dict[str, Counter[Fraction]] = {on: Counter() for on in ("ante", "first", "second")}
    for line, won, count in _compared():
        ante = ANTE.get(line, min(won, 0))
        ends["ante"][Fraction(ante + 2 * TWICE * won)] += count
        ends["first"][Fraction(won)] += count
        ends["second"][Fraction(won)] += count
    for on, counts in ends.items():
        yield on, {gain: Fraction(n, counts.total()) for gain, n in counts.items()}


def _compared() -> Iterator[tuple[str, int, int]]:
    """Yield the player's line, whether his hand is lower (-1), equal (0) or higher (1), and how
    many pairs of hands are so.
    """
    every = dealt()
    line = lines(every.hands)
    pairs = Pairs(every, line, _ranks(every.hands) * len(LINES) + line)
    for at, name in enumerate(LINES):
        yield name, 1, pairs.lower(at)
        yield name, 0, int(pairs.equal[at])
        yield name, -1, pairs.higher(at)


def _ranks(hands: Ints) -> Ints:
    return np.asarray(POWERS[hands.view(np.uint16).reshape(-1, 4)].sum(axis=1))
