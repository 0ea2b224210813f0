"""A CUSUM over the rounds of a table: has it held more, or less, than chance explains?

Each round adds `TILT` times its deviation in standard deviations, less the logarithm of the mean
that the exponential of this may have at most; the sum never falls below zero. Hölder's inequality
gives that bound, however the bets of the round depend on each other: the weighted mean of
`Edge.growth`, by the share of each bet in the round's standard deviation.

So the exponential of what a round adds has a mean of at most 1, and false notes of one side come no
more often than once in `RARE` rounds on average (Lorden 1971): after n rounds there is one with a
probability of at most n/RARE.
"""

from collections.abc import Collection
from math import log
from typing import Final, NamedTuple

from firmware.odds.expected import Wager

TILT: Final = 0.25
"""Of all steady drifts it finds that of a quarter of a standard deviation a round soonest."""
RARE: Final = 1_000_000


class Drift(NamedTuple):
    """Too much was held, or too little."""

    more: bool
    since: int
    """The round with which the sum began."""
    round: int
    """The round at which the note is due."""


class Watch:
    """One side of a CUSUM. After each note it begins again."""

    def __init__(self, *, more: bool, rare: int = RARE) -> None:
        self._more = more
        self._tilt = TILT if more else -TILT
        self._limit = log(rare)
        self._sum = 0.0
        self._since = 0

    def take(self, number: int, bets: Collection[Wager]) -> Drift | None:
        """Take the next round; return a note if one is due."""
        if self._sum == 0:
            self._since = number
        self._sum = max(0.0, self._sum + added(bets, self._tilt))
        if self._sum < self._limit:
            return None
        self._sum = 0.0
        return Drift(self._more, self._since, number)


def added(bets: Collection[Wager], tilt: float) -> float:
    """Return what a round adds to the sum: the mean of its exponential is at most 1."""
    spread = sum(bet.spread for bet in bets)
    if not spread:
        return 0.0
    off = float(sum(bet.held - bet.expected for bet in bets))
    growth = sum(bet.spread * bet.edge.growth(tilt) for bet in bets if bet.edge and bet.spread)
    return (tilt * off - growth) / spread
