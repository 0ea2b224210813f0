"""Québec's games, which most tests are about; one that it has not is by the pack that has it."""

from collections.abc import Mapping
from typing import Any

from firmware.cli.commands.odds import all_side_bets_options
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.shell.rules.pack_files import default_pack, home_pack


def games_in_pack() -> tuple[str, ...]:
    return default_pack().games


def served_games() -> tuple[str, ...]:
    return default_pack().served_games


def game_rules(game: str) -> GameRules:
    return home_pack(game).rules(game)


def game_class(game: str) -> type[Game]:
    return home_pack(game).game_class(game)


def every_side_bet(game: str) -> dict[str, Any]:
    """Return the options with which a table has every side bet."""
    return all_side_bets_options(game_class(game))


def open_game(game: str, options: Mapping[str, Any]) -> Game:
    return home_pack(game).open_game(game, options)
