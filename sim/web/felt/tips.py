"""The tip of each place of a felt: the return of its bet in the long run."""

from collections.abc import Mapping, Sequence

from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.odds.figure import BEST, Figure
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.config.settings import Config
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.ratios import percentage
from firmware.shell.words.words import Words


def place_tips(config: Config, game: Game) -> Mapping[str, Mapping[str, str]]:
    """Return the tips by place and language; none for a bet without a figure.

    Only figures that are stored, or take no time, are used: none is computed for a page.
    """
    name = config.table.game
    words_by_language = {language: config.words_in(language) for language in LANGUAGES}
    figures_by_bet: dict[str, list[Figure]] = {}
    for figure in stored_figures(name, game, Store(user_folder(), SHIPPED)):
        if figure.play == BEST and _is_offered(figure, config, game):
            figures_by_bet.setdefault(figure.bet, []).append(figure)
    return {
        bet: {language: _tip_text(figures, words) for language, words in words_by_language.items()}
        for bet, figures in figures_by_bet.items()
    }


def _is_offered(figure: Figure, config: Config, game: Game) -> bool:
    """Return whether the limits and the chips of the table allow the stake of a figure."""
    limits, stake_cents = config.limits.get(base_bet_name(figure.bet)), figure.stake
    if stake_cents is None:
        return True
    is_within = limits is None or limits.min_cents <= stake_cents <= limits.max_cents
    return is_within and not stake_cents % game.bet_step(figure.bet)


def _tip_text(figures: Sequence[Figure], words: Words) -> str:
    first_figure = figures[0]
    if first_figure.break_even is not None:
        values: TextValues = {
            "on": bet_words(first_figure.bet),
            "jackpot": words.format_money(first_figure.break_even),
        }
        return words.render(Text("chances.break_even", values))
    returned_shares = [1 + figure.least_expected_profit for figure in figures]
    lowest_return, highest_return = (
        percentage(returned_share, words)
        for returned_share in (min(returned_shares), max(returned_shares))
    )
    key = (
        "web.tip.least"
        if first_figure.bound
        else "web.tip.returns"
        if lowest_return == highest_return
        else "web.tip.from_to"
    )
    return words.render(Text(key, {"least": lowest_return, "most": highest_return}))
