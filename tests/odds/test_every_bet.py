"""Every place of every game has its odds, shipped or at once."""

from firmware.core.vocabulary.bets import base_bet_name
from firmware.odds.odds import PIECES, stored_figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.pack_files import home_pack, program_games
from tests.kits.offenders import each
from tests.kits.quebec import every_side_bet, game_class, open_game

WITH_THE_FIRST = {"raise", "war"}
"""Chips of a decision: the figure of the first bet counts them."""


def test_every_game_has_odds() -> None:
    assert set(PIECES) == set(program_games())


@each("game", program_games())
def test_every_default_bet_has_a_figure(game: str) -> None:
    kind = game_class(game)
    usual = (
        default_table(game, home_pack(game)).game_options
        if kind.REQUIRED_OPTIONS
        else every_side_bet(game)
    )
    table = open_game(game, dict(usual))
    found = {
        base_bet_name(figure.bet) for figure in stored_figures(game, table, Store(None, SHIPPED))
    }
    bets = {base_bet_name(on) for on in kind.places_with(table.options)} or {"ticket"}
    assert bets - WITH_THE_FIRST == found
