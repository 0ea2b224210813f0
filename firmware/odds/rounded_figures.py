"""Figures at a table that rounds in the player's favour, from those of exact amounts.

Rounding changes the amount of an outcome, depending on the stake: 3 to 2 on 5 $ is 8 $ in chips
of 1 $. The ends and their chances stay. Where decisions could be changed by it, the figure is a
lower bound.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from firmware.core.game.game import Game
from firmware.core.game.options import ROUNDING, SMALLEST_CHIP
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.money import HALF, Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.figure import BEST, Figure, mean_profit
from firmware.odds.strategies import AnyHouseGame, commission_share_at, stakes_shown

EndProfits = Mapping[Fraction, Fraction]
"""By the profit of an end of a bet: the one that the table pays."""


def with_exact_amounts(game: AnyHouseGame) -> AnyHouseGame:
    """Return the game as a table without a smallest chip plays it."""
    exact_options = {
        name: value
        for name, value in game.given_options.items()
        if name not in (SMALLEST_CHIP, ROUNDING)
    }
    return type(game)(game.rules, exact_options)


def figures_as_rounded(game: Game, figures: Sequence[Figure]) -> Iterator[Figure]:
    """Yield the figures of a table; those that its rounding changes, at each stake in chips."""
    exact_game = with_exact_amounts(game)
    for figure in figures:
        if not game.is_rounded(figure.bet):
            yield figure
            continue
        for stake in (figure.stake,) if figure.stake else stakes_shown(game):
            if not stake % game.rounding.unit:
                alike = [other for other in figures if _is_alike(other, figure)]
                yield max(
                    (_figure_at(other, stake, game, exact_game) for other in (figure, *alike)),
                    key=lambda rounded: rounded.expected_profit,
                )._replace(play=figure.play, advice=figure.advice)


def _is_alike(other: Figure, best: Figure) -> bool:
    """Return whether a constant play may be the best one at a stake."""
    return best.play == BEST != other.play and (other.bet, other.stake) == (best.bet, best.stake)


def _figure_at(figure: Figure, stake: Cents, game: Game, exact_game: Game) -> Figure:
    end_profits = _end_profits(figure, stake, game, exact_game)
    chances: dict[Fraction, Fraction] = {}
    for profit, chance in figure.chances.items():
        rounded_profit = end_profits.get(profit, profit)
        chances[rounded_profit] = chances.get(rounded_profit, Fraction(0)) + chance
    gained = mean_profit(chances) - figure.expected_profit
    return figure._replace(
        chances=chances,
        stake=stake,
        bound="least" if figure.advice else figure.bound,
        minimum=None if figure.minimum is None else figure.minimum + gained,
    )


def _end_profits(figure: Figure, stake: Cents, game: Game, exact_game: Game) -> EndProfits:
    bet, parts = Bet(Place(1, figure.bet), stake), game.equal_parts(figure.bet)
    exact_share = _exact_commission(figure, exact_game)
    share = commission_share_at(game, figure.bet, stake)
    returned = Fraction(min(stake, game.rounding.payment(stake, parts)), stake)
    end_profits = {Fraction(-1) - exact_share: Fraction(-1) - share}
    for line in game.paying_lines(figure.bet):
        odds = line.odds
        exact_profit = Fraction(odds.win + odds.stake, odds.stake * parts) - 1 - exact_share
        paid = game.rounding.payment(stake * odds.win, odds.stake * parts)
        end_profits[exact_profit] = returned + Fraction(paid, stake) - 1 - share
    if figure.bet in game.HALF_GIVEN_UP:
        returned_half = min(stake, game.payment(bet, HALF))
        end_profits[Fraction(-1, 2)] = Fraction(returned_half, stake) - 1
    return end_profits


def _exact_commission(figure: Figure, exact_game: Game) -> Fraction:
    """Return the commission in a figure: at its stake, or of any stake a share without rounding."""
    commission = exact_game.commissions.get(base_bet_name(figure.bet))
    if commission is None:
        return Fraction(0)
    if figure.stake:
        return commission_share_at(exact_game, figure.bet, figure.stake)
    base = exact_game.commission_base(figure.bet)
    return Fraction(commission.percent * base.win, commission.per * base.stake)
