"""Pai Gow's best play, every four tiles of 32 against every four of the rest, one by one.

The ranks of two tiles (101 to 105) and the dealer's house way are written here once more.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from firmware.odds.figure import Chances

TWINS: Final = "66 11 44 31 55 33 22 65 64 61 51".split()
"""Each is there twice; falling (105)."""
ALONE: Final = "63 54 62 53 52 43 42 41 32 21".split()
TILES: Final = [*TWINS, *TWINS, *ALONE]
SINGLY: Final = [*TWINS, "63 54", "62 53", "52 43", "42", "41 32", "21"]
MIXED: Final = ["63 54", "62 53", "52 43", "41 32"]
NINE: Final = 9
PAIR: Final = 2
HELD: Final = 4
WAYS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
WON: Final = (Fraction(-1), Fraction(0), Fraction(95, 100))
"""What it brings to win neither hand, one or both, at 10 $ (111)."""

Hand = tuple[str, str]


@cache
def rank(hand: Hand) -> int:
    """Return the rank of two tiles: of points a hundred each, and of the better tile."""
    one, other = sorted(hand, reverse=True)
    high = [[f"{top}6 {low}"] for top, low in ()]
    return 0
