"""Bets with a positive expectation for the player at his best play."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.core.vocabulary.money import Cents
from firmware.odds.figure import BEST, Figure

ALWAYS_TOGETHER: Final = {"first", "second", "third"}
"""The equal bets of Grand Prix (67.4): two of them return more than is bet, the third less."""

HANDS_COSTED: Final = 100
"""The cost is quoted for this many hands."""


class PositiveBet(NamedTuple):
    """A bet with a positive expectation."""

    bet: str
    return_share: Fraction
    """The return for a stake of 1."""
    cost_per_hundred: Fraction
    """The house's mean loss in a hundred hands at a stake of 1."""
    stake: Cents | None = None
    """The stake at which it is so, if it depends on it."""


def positive_bets(figures: Iterable[Figure]) -> list[PositiveBet]:
    """Return the bets of one game with a positive expectation, each at the stake with the highest
    one.
    """
    highest_figures: dict[str, Figure] = {}
    for figure in figures:
        if figure.play == BEST:
            known_highest = highest_figures.setdefault(figure.bet, figure)
            if figure.least_expected_profit > known_highest.least_expected_profit:
                highest_figures[figure.bet] = figure
    combined_profits = _combine_equal_bets(
        {bet: figure.least_expected_profit for bet, figure in highest_figures.items()}
    )
    return [
        PositiveBet(
            bet, 1 + expected_profit, HANDS_COSTED * expected_profit, highest_figures[bet].stake
        )
        for bet, expected_profit in combined_profits.items()
        if expected_profit > 0
    ]


def _combine_equal_bets(expected_profits: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the expected profits; bets that are always made together are combined."""
    if not expected_profits.keys() >= ALWAYS_TOGETHER:
        return dict(expected_profits)
    single_profits = {
        bet: expected_profit
        for bet, expected_profit in expected_profits.items()
        if bet not in ALWAYS_TOGETHER
    }
    return single_profits | {
        "first": sum((expected_profits[bet] for bet in ALWAYS_TOGETHER), Fraction(0))
    }
