"""A CUSUM over the rounds of a table: was more held, or less, than chance explains?

Each round adds CUSUM_EXPONENT times its deviation in standard deviations, minus the largest
logarithm that the mean of the exponential of this can have; the sum never falls below zero.
Hölder's inequality gives that bound, however the bets of the round depend on each other: the
weighted mean of `Edge.log_moment`, by the share of each bet in the round's standard deviation.

So the exponential of a round's increment has a mean of at most 1, and false notes of one side occur
once in FALSE_NOTE_INTERVAL rounds on average at most (Lorden 1971): within n rounds the probability
of one is at most n / FALSE_NOTE_INTERVAL.
"""

from collections.abc import Collection
from math import log
from typing import Final, NamedTuple

import msgspec

from firmware.odds.expected_hold import Wager

CUSUM_EXPONENT: Final = 0.25
"""Optimal for a drift of a quarter of a standard deviation a round."""
FALSE_NOTE_INTERVAL: Final = 1_000_000


class Drift(NamedTuple):
    """A note: too much was held, or too little."""

    is_excess: bool
    first_round: int
    """The round in which the sum began."""
    note_round: int
    """The round in which the sum reached the limit."""


class Cusum(msgspec.Struct, kw_only=True):
    """One side of a CUSUM; it restarts after each note."""

    is_excess: bool
    note_interval: int = FALSE_NOTE_INTERVAL
    cusum: float = 0.0
    first_round: int = 0
    """The round in which the sum began."""

    def add_round(self, round_number: int, round_wagers: Collection[Wager]) -> Drift | None:
        """Add the next round; return a note if the sum reaches the limit."""
        if self.cusum == 0:
            self.first_round = round_number
        exponent = CUSUM_EXPONENT if self.is_excess else -CUSUM_EXPONENT
        self.cusum = max(0.0, self.cusum + cusum_increment(round_wagers, exponent))
        if self.cusum < log(self.note_interval):
            return None
        self.cusum = 0.0
        return Drift(self.is_excess, self.first_round, round_number)


def cusum_increment(round_wagers: Collection[Wager], exponent: float) -> float:
    """Return the increment of a round; the mean of its exponential is at most 1."""
    gain_deviation = sum(wager.gain_deviation for wager in round_wagers)
    if not gain_deviation:
        return 0.0
    gain_excess = float(sum(wager.house_gain - wager.expected_gain for wager in round_wagers))
    log_moment = sum(
        wager.gain_deviation * wager.edge.log_moment(exponent)
        for wager in round_wagers
        if wager.edge and wager.gain_deviation
    )
    return (exponent * gain_excess - log_moment) / gain_deviation
