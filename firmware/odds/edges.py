"""The edge on each bet that no decision concerns and that ends with its round."""

from collections.abc import Iterable
from functools import cached_property
from math import exp, log, sqrt
from typing import Final

from firmware.core.game.game import Game
from firmware.core.games.craps.bets import FATES, ROLLS
from firmware.core.games.roulette.roulette import RUNS
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import base_name
from firmware.odds.figure import BEST, Chances, Figure, mean
from firmware.odds.instruments import TICKET
from firmware.odds.plays import charge_at

CARRIED: Final = frozenset(RUNS) | {
    base_name(on)
    for on, fates in FATES.items()
    if len(fates) < len(ROLLS) or any(fate.outcome == "move" for fate in fates.values())
}
"""Bets that a round may carry over. Their figures count a bet to its end, not a round in which
some end.
"""


class Edge:
    """The house's gain on one unit of stake."""

    def __init__(self, chances: Chances) -> None:
        self.mean = -mean(chances)
        self.spread = sqrt(sum(p * (x + self.mean) ** 2 for x, p in chances.items()))
        """The standard deviation."""
        self._chances = chances

    @cached_property
    def ends(self) -> tuple[tuple[float, float], ...]:
        """Every gain, in standard deviations from the mean, and its probability."""
        gains = ((float(-x - self.mean) / self.spread, float(p)) for x, p in self._chances.items())
        return tuple(gains)

    def growth(self, tilt: float) -> float:
        """Return the logarithm of the mean of exp(`tilt` x), x as in `ends`."""
        return log(sum(p * exp(tilt * x) for x, p in self.ends))


class Edges:
    """The edges at one table, by bet and stake."""

    def __init__(self, game: Game, figures: Iterable[Figure]) -> None:
        self._game = game
        self._figures: dict[str, list[Figure]] = {}
        for figure in figures:
            self._figures.setdefault(figure.bet, []).append(figure)
        self._found: dict[tuple[str, Cents], Edge | None] = {}

    def of(self, on: str, stake: Cents) -> Edge | None:
        """Return the edge on a bet; None if there is no figure that holds however it is played."""
        key = on, stake
        if key not in self._found:
            chances = self._chances(on, stake)
            self._found[key] = None if chances is None else Edge(chances)
        return self._found[key]

    def _chances(self, on: str, stake: Cents) -> Chances | None:
        figures = self._figures.get(on, [])
        if not figures or not all(map(_holds_always, figures)):
            return None
        for figure in figures:
            if figure.stake in (None, stake):
                return figure.chances
        return None if self._game.caps else self._charged(figures[0], stake)

    def _charged(self, figure: Figure, stake: Cents) -> Chances | None:
        """Return the chances at a stake with its own commission, which only a gain pays."""
        if figure.stake is None:
            return None
        before = charge_at(self._game, figure.bet, figure.stake)
        more = before - charge_at(self._game, figure.bet, stake)
        return {x + more if x > 0 else x: p for x, p in figure.chances.items()}


def _holds_always(figure: Figure) -> bool:
    """Return whether a figure depends on no decision, no way to set a hand, and no lot."""
    decided = figure.play != BEST or figure.advice or figure.bound or figure.dealer
    base = base_name(figure.bet)
    return not decided and figure.break_even is None and base != TICKET and base not in CARRIED
