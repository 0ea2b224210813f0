"""Bets that return more than they take, if they are played as well as possible."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from firmware.odds.figure import BEST, Figure

ALWAYS_TOGETHER: Final = {"first", "second", "third"}
"""The equal bets of Grand Prix (67.4): two of them return more than is bet, the third less."""

HANDS: Final = 100
"""The cost is that of so many hands."""


class Generous(NamedTuple):
    """A bet that costs the house money."""

    bet: str
    back: Fraction
    """What it returns for 1."""
    cost: Fraction
    """What the house loses on average in a hundred hands at the stake of 1."""


def generous(figures: Iterable[Figure]) -> list[Generous]:
    """Return the bets of one game that cost the house money, by their names, each at the stake at
    which it costs most.
    """
    worst: dict[str, Fraction] = {}
    for figure in figures:
        if figure.play == BEST:
            before = worst.get(figure.bet, figure.least_ev)
            worst[figure.bet] = max(figure.least_ev, before)
    gains = _together(worst)
    return [Generous(bet, 1 + ev, HANDS * ev) for bet, ev in gains.items() if ev > 0]


def _together(evs: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the expected profits, that of bets which are always made together as one."""
    if not evs.keys() >= ALWAYS_TOGETHER:
        return dict(evs)
    rest = {bet: ev for bet, ev in evs.items() if bet not in ALWAYS_TOGETHER}
    return rest | {"first": sum((evs[bet] for bet in ALWAYS_TOGETHER), Fraction(0))}
