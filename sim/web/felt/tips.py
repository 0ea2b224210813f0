"""The tip of each place of a felt: what its bet returns in the long run."""

from collections.abc import Mapping, Sequence

from firmware.core.game.game import Game
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import base_name, bet_name
from firmware.odds.figure import BEST, Figure
from firmware.odds.odds import known
from firmware.odds.store import SHIPPED, Store, own_folder
from firmware.shell.config.settings import Config
from firmware.shell.words.rounded import percent
from firmware.shell.words.words import LANGUAGES, Words


def tips(config: Config, game: Game) -> Mapping[str, Mapping[str, str]]:
    """Return by place, and by language, what is said of it; nothing for a bet without a figure.

    Only figures that are kept, or take no time, are used: nothing is reckoned for a page.
    """
    name = config.table.game
    every = {language: Words.load(language, name) for language in LANGUAGES}
    by_bet: dict[str, list[Figure]] = {}
    for figure in known(name, game, Store(own_folder(), SHIPPED)):
        if figure.play == BEST and _is_offered(figure, config):
            by_bet.setdefault(figure.bet, []).append(figure)
    return {
        bet: {language: _tip(figures, words) for language, words in every.items()}
        for bet, figures in by_bet.items()
    }


def _is_offered(figure: Figure, config: Config) -> bool:
    """Return whether the limits allow the stake of a figure."""
    limits = config.limits.get(base_name(figure.bet))
    stake = figure.stake
    return limits is None or stake is None or limits.min_cents <= stake <= limits.max_cents


def _tip(figures: Sequence[Figure], words: Words) -> str:
    first = figures[0]
    if first.break_even is not None:
        values: Values = {"on": bet_name(first.bet), "lot": words.money(first.break_even)}
        return words.say(Text("chances.break_even", values))
    backs = [1 + figure.least_ev for figure in figures]
    least, most = (percent(back, words) for back in (min(backs), max(backs)))
    key = "least" if first.bound else "returns" if least == most else "from_to"
    return words.say(Text(f"web.tip.{key}", {"least": least, "most": most}))
