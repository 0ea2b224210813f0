"""Fou du poker's best play and plain ones, every two hands of five cards counted by groups.

Hands between K Q 7 6 and K Q 8 4 are compared one by one, since the cards that they hold decide
whether a raise brings more; all lower ones are folded, all higher ones raised.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from firmware.odds.figure import Chances
from tests.campaigns.odds.odds_apart import Dealt, Pairs, dealt
from tests.campaigns.odds.odds_lines import ACE, EVERY, RANKS, Ints

CATEGORY, MAJOR = 26, 13
"""Bits before a category, and before the ranks that count first."""
(PAIR, TWO_PAIRS, STRAIGHT, FLUSH, THREE, STRAIGHT_FLUSH, FOUR) = range(1, 8)
"""Rising; a hand of none of these is below (67.65)."""
ACES: Final = 1 << ACE + MAJOR
KING: Final = 1 << ACE - 1


def _of(names: str) -> int:
    return sum(1 << "23456789TJQKA".index(name) for name in names)


LEAST: Final = np.array(
    [0, KING, _of("KQ76"), _of("KQ84") + 1]
    + [PAIR << CATEGORY, (PAIR << CATEGORY) + ACES]
    + [each << CATEGORY for each in (TWO_PAIRS, STRAIGHT, FLUSH, THREE, STRAIGHT_FLUSH, FOUR)]
    + [(FOUR << CATEGORY) + ACES]
)
"""The least strength of each group."""
OPEN, NEAR, ABOVE, FROM_ACES = 1, 2, 3, 5
"""Groups: from which on the dealer opens (67.82), that is compared one by one, that is above it,
and from which on three antes may be laid (67.81).
"""
BONUS: Final = dict(enumerate([1, 3, 2, 15, 30, 200], start=7))
"""By group (67.85)."""

Ends = Counter[tuple[int, int]]
"""How many deals bring so much on all three bets, and on the super bonus alone, in antes."""


def bets() -> Iterator[tuple[str, Chances]]:
    every = dealt()
    strength = strengths(every.hands)
    group = np.searchsorted(LEAST, strength, side="right") - 1
    pairs = Pairs(every, group, strength)
    ends: Ends = Counter()
    for at in range(len(LEAST)):
        if at != NEAR:
            _add(ends, at, _cases(pairs, at), raised=at >= ABOVE)
    for hand, count in _alike(every.hands, np.flatnonzero(group == NEAR)):
        cases = [count * ways for ways in _against(every, strength, hand)]
        found: Mapping[bool, Ends] = {raised: Counter() for raised in (False, True)}
        for raised, each in found.items():
            _add(each, NEAR, cases, raised=raised)
        ends += max(found.values(), key=lambda of: sum(gain * n for (gain, _), n in of.items()))
    for at, on in enumerate(("ante", "super_bonus")):
        counts: Counter[int] = Counter()
        for gains, count in ends.items():
            counts[gains[at]] += count
        yield on, {Fraction(gain): Fraction(n, ends.total()) for gain, n in counts.items()}


def _alike(hands: Ints, some: Ints) -> Iterator[tuple[int, int]]:
    """Yield one of the hands that differ only by suits, and how many there are of it."""
    suits = np.sort(hands[some].view(np.uint16).reshape(-1, 4), axis=1)
    _, first, counts = np.unique(suits, axis=0, return_index=True, return_counts=True)
    yield from zip(some[first].tolist(), counts.tolist(), strict=True)


Cases = Sequence[int]
"""How many hands of the dealer's are not open, and of the others lower, equal and higher."""


def _add(ends: Ends, group: int, cases: Cases, *, raised: bool) -> None:
    """Count what the cases bring (67.81 to 67.86)."""
    if not raised:
        ends[-2, -1] += sum(cases)
        return
    more, shut = 3 if group >= FROM_ACES else 1, BONUS.get(group, 0)
    lost = BONUS.get(group, -1)
    for (gain, bonus), count in zip(
        [(more, shut), (1 + more, shut), (0, shut), (-1 - more, lost)], cases, strict=True
    ):
        ends[gain + bonus, bonus] += count


def _cases(pairs: Pairs, group: int) -> Cases:
    shut, open_too = int(pairs.apart[group, :OPEN].sum()), group >= OPEN
    lower, higher = (of(group, OPEN) for of in (pairs.lower, pairs.higher))
    return shut, lower, int(pairs.equal[group]) * open_too, higher


def _against(every: Dealt, strength: Ints, hand: int) -> Cases:
    """Compare one hand with all of the dealer's."""
    others = strength[(every.hands & every.hands[hand]) == 0]
    opened, own = others[others >= KING], strength[hand]
    lower, equal = int((opened < own).sum()), int((opened == own).sum())
    return len(others) - len(opened), lower, equal, len(opened) - lower - equal


# the best four cards of five


def _highest(size: int) -> Ints:
    """Return by ranks those of them that are the so many highest."""
    return np.array([sum(sorted(_apart(bits))[-size:]) for bits in EVERY])


def _apart(bits: int) -> list[int]:
    return [1 << rank for rank in RANKS if bits >> rank & 1]


def _run(bits: int) -> int:
    """Return the highest of four ranks in a row, as a bit; an ace may be below the two."""
    low = bits << 1 | bits >> ACE & 1
    return sum(_apart((low & low << 1 & low << 2 & low << 3) >> 1)[-1:])


ONE, TWO, BEST = _highest(1), _highest(2), _highest(4)
RUN: Final = np.array([_run(bits) for bits in EVERY])
SUITED: Final = np.where([bits.bit_count() > 3 for bits in EVERY], BEST, 0)
SEVERAL: Final = np.array([bits.bit_count() > 1 for bits in EVERY])


def strengths(hands: Ints) -> Ints:
    """Return a number for each hand, higher for a better one."""
    a, b, c, d = (of.astype(np.int64) for of in hands.view(np.uint16).reshape(-1, 4).T)
    ranks = a | b | c | d
    two, three = a & b | c & d | (a | b) & (c | d), a & b & (c | d) | (a | b) & c & d
    pair, triple = ONE[two], ONE[three]
    found = np.where(two, _strength(PAIR, pair, TWO[ranks & ~pair]), BEST[ranks])
    found = np.maximum(found, np.where(SEVERAL[two], _strength(TWO_PAIRS, TWO[two]), 0))
    found = np.maximum(found, np.where(three, _strength(THREE, triple, ONE[ranks & ~triple]), 0))
    found = np.maximum(found, _if(STRAIGHT, RUN[ranks]))
    for suit in (a, b, c, d):
        found = np.maximum(found, _if(FLUSH, SUITED[suit]))
        found = np.maximum(found, _if(STRAIGHT_FLUSH, RUN[suit]))
    return np.maximum(found, _if(FOUR, a & b & c & d))


def _strength(category: int, major: Ints, minor: Ints | int = 0) -> Ints:
    return np.asarray((category << CATEGORY) + (major << MAJOR) + minor)


def _if(category: int, major: Ints) -> Ints:
    return np.where(major > 0, _strength(category, major), 0)
