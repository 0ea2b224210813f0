"""Pai Gow's best play: every four of 32 tiles against every four of the rest, one by one.

The ranks of two tiles (101 to 105) and the dealer's house way are written here once more.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Final

import numpy as np

from firmware.odds.figure import Chances
from tests.campaigns.odds.odds_lines import Ints

TWINS: Final = ("66", "11", "44", "31", "55", "33", "22", "65", "64", "61", "51")
"""Each is there twice; falling."""
ALONE: Final = ("63", "54", "62", "53", "52", "43", "42", "41", "32", "21")
TILES: Final = (*TWINS, *TWINS, *ALONE)
NINES, EIGHTS, SEVENS, FIVES = ("63", "54"), ("62", "53"), ("52", "43"), ("41", "32")
SINGLY: Final = (*((twin,) for twin in TWINS), NINES, EIGHTS, SEVENS, ("42",), FIVES, ("21",))
"""Tiles of one rank, falling (105)."""
COMBINED: Final = (
    *([("42", "21")], *([(twin, twin)] for twin in TWINS)),
    *([mixed] for mixed in (NINES, EIGHTS, SEVENS, FIVES)),
    *(list(product([high], NINES)) for high in ("66", "11")),
    *(list(product([high], (*EIGHTS, "44"))) for high in ("66", "11")),
)
"""Falling (101)."""
KEPT: Final = (1000, 900, 0)
"""The least ranks of a combination, of nine points, and of any two tiles."""
A_POINT: Final = 100
WAYS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
WON: Final = Fraction(95, 100)
"""What is won at 10 $, less the commission (111)."""

Two = tuple[str, str]
Set = tuple[int, int]
"""The ranks of the low hand and of the high one."""


@cache
def rank(two: Two) -> int:
    """Return the rank of two tiles, a hundred for each point and above nine for combinations."""
    for at, alike in enumerate(reversed(COMBINED), start=10):
        if any(sorted(two) == sorted(one) for one in alike):
            return 100 * at
    places = [at for at, alike in enumerate(reversed(SINGLY)) for tile in two if tile in alike]
    points = max((one + other) % 10 for one, other in product(*map(_counts, two)))
    return 100 * points + max(places)


def _counts(tile: str) -> Sequence[int]:
    """Return what a tile may count; the two of the supreme pair three or six (103)."""
    return (3, 6) if tile in ("42", "21") else (sum(map(int, tile)),)


@cache
def settings(four: tuple[str, ...]) -> Sequence[Set]:
    """Return every way to set four tiles."""
    found = []
    for one, other in WAYS:
        low, high = sorted(rank((four[a], four[b])) for a, b in (one, other))
        found.append((low, high))
    return found


@cache
def house_way(four: tuple[str, ...]) -> Set:
    """Return the highest low hand that leaves a combination, or nine points, if there is one."""
    every = settings(four)
    best = max(high for _, high in every)
    threshold = next(least for least in KEPT if best >= least)
    return max(each for each in every if each[1] >= threshold)


def bets() -> Iterator[tuple[str, Chances]]:
    places = list(combinations(range(len(TILES)), 4))
    hands = [tuple(sorted(TILES[at] for at in four)) for four in places]
    bits = np.array([sum(1 << at for at in four) for four in places])
    low, high = np.array([house_way(four) for four in hands]).T
    number, place = Counter(hands), {four: at for at, four in enumerate(hands)}
    ends: Counter[Fraction] = Counter()
    for four, count in number.items():
        apart = (bits & bits[place[four]]) == 0
        against = [_won(own, low[apart], high[apart]) for own in settings(four)]
        lost, none, won = max(against, key=lambda of: WON * of[2] - of[0])
        for gain, ways in ((Fraction(-1), lost), (Fraction(0), none), (WON, won)):
            ends[gain] += count * ways
    yield "main", {gain: Fraction(ways, ends.total()) for gain, ways in ends.items()}


def _won(own: Set, low: Ints, high: Ints) -> list[int]:
    """Return how many of the dealer's hands win both, one and none; a low hand without a point
    never wins (109).
    """
    wins = ((own[0] > low) & (own[0] >= A_POINT)).astype(int) + (own[1] > high)
    return [int(ways) for ways in np.bincount(wins, minlength=3)]
