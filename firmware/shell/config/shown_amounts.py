"""Amounts of a table for which its displays have too little room."""

from collections.abc import Iterator

from drivers.displays import characters, hd44780, ht16k33
from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.settings import Config
from firmware.shell.words.words import Words


def unshown_amounts(config: Config, game: Game, words: Words) -> Iterator[Text]:
    """Yield the displays that can't show the largest payment of a bet in one row."""
    if not config.table.amounts.are_known:
        return
    paid, decimals = largest_payment(config, game), words.money_decimals
    most_figures = Cents((10**ht16k33.DIGITS - 1) // 10 ** max(0, -decimals))
    if config.wiring.figures and paid > most_figures:
        yield Text("status.figures_dashes", {"cents": paid, "most_cents": most_figures})
    for section in ("dealer_display", "payout_display"):
        is_narrow = getattr(config.wiring, section).part == hd44780.CHIP.word
        if is_narrow and len(words.format_money(paid)) > characters.COLUMNS:
            values = {"where": section, "cents": paid, "count": characters.COLUMNS}
            yield Text("status.amount_wraps", values)


def largest_payment(config: Config, game: Game) -> Cents:
    """Return the most that one bet of a table may be paid, at odds or as a prize."""
    payments = [cents for table in game.rules.tables.values() for cents in table.prizes.values()]
    for place in game.BETS:
        stake = _largest_stake(config, game, place)
        payments += [line.odds.payment_on(stake) for line in game.paying_lines(place)]
    return Cents(max(payments, default=0))


def _largest_stake(config: Config, game: Game, place: str) -> Cents:
    bet = base_bet_name(place)
    if bet in game.rules.stakes:
        return game.rules.stakes[bet].cents
    return config.limits[bet].max_cents if bet in config.limits else Cents(0)
