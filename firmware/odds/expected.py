"""The hold that the house may expect of settled bets, and how far the actual one is from it.

Bets of one round depend on the same cards, and no figure says how. But the standard deviation of a
sum is at most the sum of the standard deviations. So these are added within a round, and no
deviation is shown greater than it is. Rounds count as independent: their variances are added.
"""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.edges import Edge, Edges


class Wager(NamedTuple):
    """One settled stack of chips."""

    on: str
    stake: Cents
    held: int
    """The house's gain in cents, commission included; negative if it lost."""
    edge: Edge | None
    """None if no figure holds for the bet."""

    @property
    def expected(self) -> Fraction:
        return self.stake * self.edge.mean if self.edge else Fraction(0)

    @property
    def spread(self) -> float:
        """The standard deviation of the gain, in cents."""
        return self.stake * self.edge.spread if self.edge else 0.0


def wagers(lines: Iterable[BetSettled], edges: Edges) -> Iterator[Wager]:
    """Yield the stacks of one round, whose lines all have amounts."""
    stacks: dict[Stack, list[BetSettled]] = {}
    for line in lines:
        stacks.setdefault(line.bet.stack, []).append(line)
    for (place, _), own in stacks.items():
        stake = Cents(sum(line.bet.cents for line in own))
        back = sum(line.returned + line.paid - line.commission for line in own)
        yield Wager(place.on, stake, stake - back, edges.of(place.on, stake))


class Expected(NamedTuple):
    """Sums over rounds, of bets with a figure; money in cents."""

    rounds: int = 0
    handle: int = 0
    held: int = 0
    expected: Fraction = Fraction(0)
    variance: float = 0.0

    def and_round(self, bets: Collection[Wager]) -> "Expected":
        """Return the sums with the bets of one more round."""
        return Expected(
            self.rounds + 1,
            self.handle + sum(bet.stake for bet in bets),
            self.held + sum(bet.held for bet in bets),
            self.expected + sum(bet.expected for bet in bets),
            self.variance + sum(bet.spread for bet in bets) ** 2,
        )

    @property
    def deviations(self) -> float | None:
        """By how many standard deviations the house has held more than expected; None if nothing
        could vary.
        """
        off = float(self.held - self.expected)
        return off / sqrt(self.variance) if self.variance else None
