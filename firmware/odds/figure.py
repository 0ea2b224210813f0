"""A figure: all that a bet may bring its player, and how probable each profit is."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.core.vocabulary.money import Cents

BEST: Final = "best"
"""The play that brings most; every other has the name of a plain one."""

Chances = Mapping[Fraction, Fraction]
"""The probability of each profit, in units of the bet that counts; it sums to 1."""


class AdviceRow(NamedTuple):
    """One row of a table of decisions."""

    hand: str
    """What the player holds and sees."""
    decision: str


class Figure(NamedTuple):
    """The odds of one bet at one stake and by one way to play."""

    bet: str
    chances: Chances
    per: str
    """The bet whose unit counts; its own, unless a decision adds to another."""
    play: str = BEST
    stake: Cents | None = None
    """The stake, if the return depends on it."""
    advice: tuple[AdviceRow, ...] = ()
    bound: str = ""
    """How the true figure may differ: "least" if it may be higher; empty if this is exact."""
    minimum: Fraction | None = None
    """What the best play brings at least, where more is known of that than `ev`."""
    break_even: Cents | None = None
    """The least lot at which a progressive bet returns all that is bet."""
    dealer: str = ""
    """The way in which the dealer is taken to set his hand, if the articles leave him free."""

    @property
    def expected_profit(self) -> Fraction:
        """The expected profit of the player, for one unit."""
        return mean_profit(self.chances)

    @property
    def least_expected_profit(self) -> Fraction:
        """The expected profit by this play, or what a better one is known to bring at least."""
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
    """Return the chances of several cases, given the probability of each."""
    chances_by_profit: dict[Fraction, Fraction] = {}
    for probability, chances in weighted_parts:
        for profit, chance in chances.items():
            chances_by_profit[profit] = (
                chances_by_profit.get(profit, Fraction(0)) + probability * chance
            )
    return chances_by_profit
