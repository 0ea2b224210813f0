"""A figure: the distribution of a bet's profit."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.core.vocabulary.money import Cents

BEST: Final = "best"
"""The play with the highest return; every other play is a constant one with its own name."""

Chances = Mapping[Fraction, Fraction]
"""The probability of each profit, in units of the counted bet; they sum to 1."""


class AdviceRow(NamedTuple):
    """One row of a decision table."""

    hand: str
    """The player's hand and the cards he sees."""
    decision: str


class Figure(NamedTuple):
    """The odds of one bet, at one stake, by one play."""

    bet: str
    chances: Chances
    per: str
    """The bet that is the unit; the bet itself, unless a decision adds to another."""
    play: str = BEST
    stake: Cents | None = None
    """The stake, if the return depends on it."""
    advice: tuple[AdviceRow, ...] = ()
    bound: str = ""
    """"least" if the true return may be higher; "" if the figure is exact."""
    minimum: Fraction | None = None
    """A lower bound of the best play's profit, if a better one than `expected_profit` is known."""
    break_even: Cents | None = None
    """The lowest jackpot at which a progressive bet returns all that is bet."""
    dealer: str = ""
    """How the dealer is assumed to set his hand, if the articles leave him free."""

    @property
    def expected_profit(self) -> Fraction:
        """The player's expected profit for one unit."""
        return mean_profit(self.chances)

    @property
    def least_expected_profit(self) -> Fraction:
        """The expected profit of this play, or the known bound of a better one."""
        return self.expected_profit if self.minimum is None else self.minimum

    @property
    def variance(self) -> Fraction:
        mean_square = sum(
            (chance * profit * profit for profit, chance in self.chances.items()), Fraction(0)
        )
        return mean_square - self.expected_profit**2


def mean_profit(chances: Chances) -> Fraction:
    return sum((chance * profit for profit, chance in chances.items()), Fraction(0))


def mix_chances(weighted_parts: Iterable[tuple[Fraction, Chances]]) -> dict[Fraction, Fraction]:
    """Return the combined chances of several cases, given the probability of each."""
    chances_by_profit: dict[Fraction, Fraction] = {}
    for probability, chances in weighted_parts:
        for profit, chance in chances.items():
            chances_by_profit[profit] = (
                chances_by_profit.get(profit, Fraction(0)) + probability * chance
            )
    return chances_by_profit
