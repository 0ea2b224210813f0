"""Grand Prix's first two bets and the one on seven cards of 3-5-7, every deal counted: each is kept
if it brings more than it does withdrawn, whatever the player has seen.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import numpy as np

from firmware.odds.figure import Chances
from tests.campaigns.odds.odds_lines import LINES, PACK, alike, lines, places, sums

OWN: Final = 3
GRAND_PRIX: Final = {
    "royal_flush": 1000, "straight_flush": 200, "four_of_a_kind": 50, "full_house": 11, "flush": 8,
    "straight": 5, "three_of_a_kind": 3, "two_pairs_from_tens": 2, "two_pairs": 2,
    "pair_from_tens": 1,
}  # fmt: skip
SEVEN: Final = {
    "royal_flush": 100, "straight_flush": 20, "four_of_a_kind": 7, "full_house": 5, "flush": 4,
    "straight": 3, "three_of_a_kind": 2, "two_pairs_from_tens": 1,
}  # fmt: skip
NOTHING: Final = Fraction(0)
HALF: Final = Fraction(-1, 2)
"""What is lost if the bet on seven cards is withdrawn (67.47)."""


def grand_prix() -> Iterator[tuple[str, Chances]]:
    for on, seen in (("first", 0), ("second", 1)):
        yield on, _chances(GRAND_PRIX, seen=seen, unseen=2 - seen, withdrawn=NOTHING)


def seven() -> Iterator[tuple[str, Chances]]:
    yield "seven", _chances(SEVEN, seen=0, unseen=4, withdrawn=HALF)


def _chances(paid: Mapping[str, int], *, seen: int, unseen: int, withdrawn: Fraction) -> Chances:
    """Return the chances of a bet on three cards and those of the dealer's, some of them seen."""
    pays = np.array([paid.get(line, -1) for line in LINES])
    others = places(len(PACK) - OWN - seen, unseen)
    ends: Counter[Fraction] = Counter()
    for hand, count in alike(OWN).items():
        left = [card for card in PACK if not card & hand]
        for shown in left if seen else [0]:
            unknown = [card for card in left if card != shown]
            found = lines(sums(unknown, others) + np.uint64(hand | shown))
            ways = np.bincount(found, minlength=len(LINES)) * count
            if int(ways @ pays) > withdrawn * int(ways.sum()):
                for gain, number in zip(pays.tolist(), ways.tolist(), strict=True):
                    ends[Fraction(gain)] += number
            else:
                ends[withdrawn] += int(ways.sum())
    return {gain: Fraction(number, ends.total()) for gain, number in ends.items()}
