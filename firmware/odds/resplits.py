"""Pairs at Blackjack that are split again (26.1): what the best play brings at least.

A pair that may be split again always is, and every hand is played by its own cards, as if there
were one other. What the hands bring together on average is then a sum of what each brings alone:
since the next cards of a shoe are as probable after any that were drawn, each hand may be taken as
the first one, from a shoe without the cards of this value that have split others. That no other
second card splits a hand is counted by taking away the deals in which one does, adding those in
which two do, and so on.

Upon a Blackjack of the dealer's one stake is lost if no hand is lost by itself (20). With more than
two hands it is taken to be lost whenever one certain hand is not, which makes the sum a bound at
aces and tens; the deals with two hands are counted as they are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import Final, NamedTuple

import numpy as np

from firmware.core.games.blackjack.blackjack import HANDS, MOST_HANDS
from firmware.core.vocabulary.keys import Key
from firmware.odds.against import Ints
from firmware.odds.figure import mean
from firmware.odds.hands_of_21 import Finished, Played
from firmware.odds.shoe import NO_CARDS, Path, Shoe, Ways, of_values
from firmware.odds.ways_of_21 import Shown, Way

ONE_STAKE: Final = -1
"""What both hands of a split bring upon a Blackjack if neither is lost by itself."""


class Role(NamedTuple):
    """A hand's part in a split."""

    again: int
    """How many second cards have split a hand."""
    free: bool
    """Whether its own second card may be any; or else it is not of the pair's value."""


class Weight(NamedTuple):
    """How often a hand of a role counts: for what it brings, and as the one that is certain."""

    hands: int
    certain: int


class Gains(NamedTuple):
    """What hands bring, in halves of a stake."""

    own: Ways
    certain: Ways
    """What is lost upon a Blackjack if this is the one that is certain."""


class Finals(NamedTuple):
    """Every finished hand, what was drawn to it, and in how many orders."""

    each: Sequence[Finished]
    drawn: Ints
    orders: Ways


def least(shown: Shown, way: Way) -> Fraction:
    """Return what a way to play brings at least if the pairs that it splits are split again."""
    found = Fraction(0)
    for two, chance in shown.hands.starts:
        brings = mean(way.of(two))
        if _is_split_again(shown, way, two):
            brings = max(brings, Pair(shown, two[0], way.half(two[0])).mean())
        found += chance * brings
    return found


def _is_split_again(shown: Shown, way: Way, two: tuple[int, ...]) -> bool:
    second = of_values(two[1:])
    return way.decision(two) is Key.SPLIT and Key.SPLIT in shown.of_split(two[0]).open_to(second)


class Pair:
    """The hands of a pair, each played in one way."""

    def __init__(self, shown: Shown, value: int, half: Played) -> None:
        self._shown, self._value, self._half, self._hands = shown, value, half, half.hands
        self._finals = {free: _finals(half, None if free else value) for free in (False, True)}

    def mean(self) -> Fraction:
        """Return what all hands bring together, for one stake."""
        left = self._left(0)
        others = left.cards - left.left[self._value]
        twice = Fraction(perm(others, HANDS), perm(left.cards, HANDS))
        found = twice * mean(self._half.both(without=self._value))
        for role, weight in weights().items():
            again = role.again
            ways = perm(max(left.left[self._value], 0), again)
            if ways:
                brings, lost = self._alone(role)
                share = Fraction(ways, perm(left.cards, again))
                found += share * (weight.hands * brings + weight.certain * lost)
        return found

    def _left(self, again: int) -> Shoe:
        return self._shown.shoe(*[self._value] * (HANDS + again))

    def _alone(self, role: Role) -> tuple[Fraction, Fraction]:
        """Return what a hand brings, and what is lost upon a Blackjack if it is the certain one."""
        finals, left = self._finals[role.free], self._left(role.again)
        every = HANDS * left.every(NO_CARDS, self._hands.ahead_of(finals.drawn))
        brings, lost = 0, 0
        after = self._hands.together(finals.drawn, left)
        for path in self._hands.results.values():
            ways, gains = after[path.result] * finals.orders, self._gains(finals.each, path)
            brings += int(ways @ gains.own)
            lost += int(ways @ gains.certain)
        return Fraction(brings, every), Fraction(lost, every)

    def _gains(self, finals: Sequence[Finished], path: Path) -> Gains:
        """Return what each hand brings against a result of the dealer's."""
        both = [int(self._hands.profit([(one.made, one.dealt)] * HANDS, path)) for one in finals]
        _, blackjack = path.result
        kept = [blackjack and gain == ONE_STAKE for gain in both]
        own = [0 if safe else gain for gain, safe in zip(both, kept, strict=True)]
        return Gains(
            np.array(own, object), np.array([HANDS * ONE_STAKE * one for one in kept], object)
        )


def _finals(half: Played, without: int | None) -> Finals:
    each = half.finals(without)
    drawn = np.array([one.drawn for one in each], np.int64)
    return Finals(each, drawn, np.array([one.orders for one in each], object))


@cache
def weights() -> Mapping[Role, Weight]:
    """Return how often the hands of each role count, of every course with more than two hands."""
    found: dict[Role, Weight] = {}

    def add(role: Role, hands: int, certain: int) -> None:
        before = found.get(role, Weight(0, 0))
        found[role] = Weight(before.hands + hands, before.certain + certain)

    courses_of = Counter(each for each in _courses(HANDS, HANDS, 0) if each[0])
    for (again, closed, free), courses in courses_of.items():
        for more in range(closed):
            sign = courses * comb(closed - 1, more) * (-1) ** more
            add(Role(again + more, free=False), closed * sign, 0 if free else sign)
        for more in range(closed + 1) if free else ():
            sign = courses * comb(closed, more) * (-1) ** more
            add(Role(again + more, free=True), free * sign, sign)
    return found


def _courses(hands: int, waiting: int, closed: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each course how many second cards have split a hand, how many have not, and how
    many hands may keep any, since there are as many hands as there may be.
    """
    if hands == MOST_HANDS or not waiting:
        yield hands - HANDS, closed, waiting
        return
    yield from _courses(hands + 1, waiting + 1, closed)
    yield from _courses(hands, waiting - 1, closed + 1)
