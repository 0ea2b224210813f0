"""The house edge on each bet without a decision that is settled in its own round."""

from collections.abc import Iterable
from functools import cached_property
from math import exp, log, sqrt
from typing import Final

from firmware.core.game.game import Game
from firmware.core.games.craps.bets import ALL_ROLLS, BET_EFFECTS
from firmware.core.games.roulette.roulette import RUN_LENGTHS
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.odds.figure import BEST, Chances, Figure, mean_profit
from firmware.odds.instruments import TICKET_BET
from firmware.odds.strategies import commission_share_at

CARRIED_BETS: Final = frozenset(RUN_LENGTHS) | {
    base_bet_name(bet_name)
    for bet_name, effects in BET_EFFECTS.items()
    if len(effects) < len(ALL_ROLLS) or any(effect.outcome == "move" for effect in effects.values())
}
"""Bets that a round may carry over. Their figures count a bet to its end, over several rounds."""


class Edge:
    """The house's gain on one unit of stake."""

    def __init__(self, profit_chances: Chances) -> None:
        self.mean_gain = -mean_profit(profit_chances)
        # computed from floats: only figures are exact, not their use in statistics
        self.gain_deviation = sqrt(
            sum(
                chance * (profit + self.mean_gain) ** 2 for profit, chance in profit_chances.items()
            )
        )
        """Its standard deviation."""
        self._profit_chances = profit_chances

    @cached_property
    def standardized_gains(self) -> tuple[tuple[float, float], ...]:
        """Every gain in standard deviations from the mean, and its probability."""
        standardized = (
            (float(-profit - self.mean_gain) / self.gain_deviation, float(chance))
            for profit, chance in self._profit_chances.items()
        )
        return tuple(standardized)

    def log_moment(self, exponent: float) -> float:
        """Return the logarithm of the mean of exp(`exponent` x), x as in `standardized_gains`."""
        return log(
            sum(chance * exp(exponent * profit) for profit, chance in self.standardized_gains)
        )


class EdgeTable:
    """The edges at one table, by bet and stake."""

    def __init__(self, game: Game, table_figures: Iterable[Figure]) -> None:
        self._odds_game = game
        self._figures_by_bet: dict[str, list[Figure]] = {}
        for figure in table_figures:
            self._figures_by_bet.setdefault(figure.bet, []).append(figure)
        self._known_edges: dict[tuple[str, Cents], Edge | None] = {}

    def edge_on(self, bet_name: str, stake: Cents) -> Edge | None:
        """Return the edge on a bet; None if no figure holds for every play."""
        bet_and_stake = bet_name, stake
        if bet_and_stake not in self._known_edges:
            profit_chances = self._profit_chances(bet_name, stake)
            self._known_edges[bet_and_stake] = (
                None if profit_chances is None else Edge(profit_chances)
            )
        return self._known_edges[bet_and_stake]

    def _profit_chances(self, bet_name: str, stake: Cents) -> Chances | None:
        bet_figures = self._figures_by_bet.get(bet_name, [])
        if not bet_figures or not all(map(_is_unconditional, bet_figures)):
            return None
        for figure in bet_figures:
            if figure.stake in (None, stake):
                return figure.chances
        return (
            None
            if self._is_paid_by_stake(bet_name)
            else self._with_commission(bet_figures[0], stake)
        )

    def _is_paid_by_stake(self, bet_name: str) -> bool:
        """Return whether more than the commission of a bet depends on its stake."""
        game = self._odds_game
        has_commission = base_bet_name(bet_name) in game.commissions
        return bool(game.payment_caps) or (game.is_rounded(bet_name) and not has_commission)

    def _with_commission(self, figure: Figure, stake: Cents) -> Chances | None:
        """Return the chances at a stake with its own commission, which only a winning bet pays."""
        if figure.stake is None:
            return None
        former_share = commission_share_at(self._odds_game, figure.bet, figure.stake)
        share_difference = former_share - commission_share_at(self._odds_game, figure.bet, stake)
        return {
            profit + share_difference if profit > 0 else profit: chance
            for profit, chance in figure.chances.items()
        }


def _is_unconditional(figure: Figure) -> bool:
    """Return whether a figure depends on no decision, no house way and no jackpot."""
    depends_on_play = figure.play != BEST or figure.advice or figure.bound or figure.dealer
    bare_name = base_bet_name(figure.bet)
    return (
        not depends_on_play
        and figure.break_even is None
        and bare_name != TICKET_BET
        and bare_name not in CARRIED_BETS
    )
