"""Super pan 9 a second time: three cards and perhaps a fourth, by their values and their number."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.odds.figure import Chances
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from tests.kits.quebec import open_game

GAME = open_game("super-pan-9", {})
SHOE = [12 * GAME.decks, *[4 * GAME.decks] * 6]
"""How many cards there are of each value from 0 to 6 (54)."""
THREE = np.array(
    [np.bincount(hand, minlength=7) for hand in combinations_with_replacement(range(7), 3)]
)
TOTALS = THREE @ np.arange(7) % 10
DRAWN_TO = 5

Ends = Mapping[int, Fraction]
"""How probable it is that the player's hand is lower (-1), equal (0) and higher (1)."""


def ways(left: Sequence[int]) -> NDArray[np.int64]:
    """In how many ways each three cards are dealt from these."""
    chosen = np.array([[comb(n, k) for k in range(4)] for n in left])
    return np.asarray(np.prod(chosen[np.arange(7), THREE], axis=1), np.int64)


def against(total: int, left: Sequence[int]) -> Ends:
    """The dealer draws to five points or fewer (60)."""
    dealt, every = ways(left), sum(left)
    ends = np.zeros(10, np.int64)
    stands = TOTALS > DRAWN_TO
    np.add.at(ends, TOTALS[stands], dealt[stands] * (every - 3))
    for value, there in enumerate(left):
        more = dealt * (there - THREE[:, value])
        np.add.at(ends, (TOTALS[~stands] + value) % 10, more[~stands])
    parts = {1: ends[:total], 0: ends[[total]], -1: ends[total + 1 :]}
    return {won: Fraction(int(of.sum()), int(ends.sum())) for won, of in parts.items()}


def drawn(total: int, left: Sequence[int]) -> Ends:
    found = defaultdict[int, Fraction](Fraction)
    for value, there in enumerate(left):
        rest = [n - (at == value) for at, n in enumerate(left)]
        for won, chance in against((total + value) % 10, rest).items():
            found[won] += Fraction(there, sum(left)) * chance
    return found


@pytest.fixture(scope="module")
def plays() -> Mapping[str, Ends]:
    found = {play: defaultdict[int, Fraction](Fraction) for play in ("draw", "stand", "best")}
    dealt = ways(SHOE)
    for three, total, count in zip(THREE.tolist(), TOTALS.tolist(), dealt.tolist(), strict=True):
        left = [n - gone for n, gone in zip(SHOE, three, strict=True)]
        ends = {"draw": drawn(total, left), "stand": against(total, left)}
        ends["best"] = max(ends.values(), key=lambda of: Fraction(95, 100) * of[1] - of[-1])
        for play, of in ends.items():
            for won, chance in of.items():
                found[play][won] += Fraction(count, int(dealt.sum())) * chance
    return found


@pytest.mark.parametrize("play", ["draw", "stand", "best"])
def test_57_58_60_every_deal_matches_the_figure(play: str, plays: Mapping[str, Ends]) -> None:
    """At 10 $ the commission is five per cent (58)."""
    figures = stored_figures("super-pan-9", GAME, Store(None, SHIPPED))
    (found,) = (f for f in figures if (f.play, f.stake) == (play, 1000))
    expected: Chances = {
        Fraction(95, 100): plays[play][1],
        Fraction(0): plays[play][0],
        Fraction(-1): plays[play][-1],
    }
    assert found.chances == expected
