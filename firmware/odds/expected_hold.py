"""The expected hold of settled bets, and how far the actual hold is from it.

Bets of one round depend on the same cards, and no figure has their correlation. But the standard
deviation of a sum is at most the sum of the standard deviations, so these are added within a round:
no deviation is overstated. Rounds count as independent: their variances are added.
"""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.edges import Edge, EdgeTable


class Wager(NamedTuple):
    """A settled stack of chips."""

    bet_name: str
    stake: Cents
    house_gain: int
    """The house's gain in cents, commission included; negative for a loss."""
    edge: Edge | None
    """None if no figure holds for the bet."""

    @property
    def expected_gain(self) -> Fraction:
        return self.stake * self.edge.mean_gain if self.edge else Fraction(0)

    @property
    def gain_deviation(self) -> float:
        """The standard deviation of the gain, in cents."""
        return self.stake * self.edge.gain_deviation if self.edge else 0.0


def round_wagers(settled_lines: Iterable[BetSettled], edge_table: EdgeTable) -> Iterator[Wager]:
    """Yield the stacks of one round; all its lines must have amounts."""
    lines_by_stack: dict[Stack, list[BetSettled]] = {}
    for settled_line in settled_lines:
        lines_by_stack.setdefault(settled_line.bet.stack, []).append(settled_line)
    for (place, _), stack_lines in lines_by_stack.items():
        stake = Cents(sum(settled_line.bet.cents for settled_line in stack_lines))
        returned_cents = sum(
            settled_line.returned + settled_line.paid - settled_line.commission
            for settled_line in stack_lines
        )
        yield Wager(place.on, stake, stake - returned_cents, edge_table.edge_on(place.on, stake))


class ExpectedHold(NamedTuple):
    """Sums over the rounds, of the bets with a figure; money in cents."""

    round_count: int = 0
    total_stakes: int = 0
    actual_gain: int = 0
    expected_gain: Fraction = Fraction(0)
    variance: float = 0.0

    def add_round(self, round_wagers: Collection[Wager]) -> "ExpectedHold":
        """Return the sums with one more round."""
        return ExpectedHold(
            self.round_count + 1,
            self.total_stakes + sum(wager.stake for wager in round_wagers),
            self.actual_gain + sum(wager.house_gain for wager in round_wagers),
            self.expected_gain + sum(wager.expected_gain for wager in round_wagers),
            # fully correlated within a round, the worst case
            self.variance + sum(wager.gain_deviation for wager in round_wagers) ** 2,
        )

    @property
    def deviation_count(self) -> float | None:
        """The excess of the house's gain in standard deviations; None if nothing could vary."""
        gain_excess = float(self.actual_gain - self.expected_gain)
        return gain_excess / sqrt(self.variance) if self.variance else None
