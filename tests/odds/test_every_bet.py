"""Every place of every game has its odds, shipped or at once."""

from firmware.cli.commands.odds import every_bet
from firmware.core.vocabulary.rulings import base_name
from firmware.odds.odds import PIECES, known
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.rules import game_kind, games, open_game
from tests.kits.offenders import each

WITH_THE_FIRST = {"raise", "war"}
"""Chips of a decision: the figure of the first bet counts them."""


def test_every_game_of_the_pack_has_odds() -> None:
    assert set(PIECES) == set(games())


@each("game", games())
def test_every_bet_of_the_usual_table_has_a_figure(game: str) -> None:
    kind = game_kind(game)
    usual = default_table(game).game_options if kind.REQUIRED else every_bet(game)
    table = open_game(game, dict(usual))
    found = {base_name(figure.bet) for figure in known(game, table, Store(None, SHIPPED))}
    bets = {base_name(on) for on in kind.bets_of(table.options)} or {"ticket"}
    assert bets - WITH_THE_FIRST == found
