"""The table of a game as it is without a configuration."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.shell.config.bets import game_keys, limited_bets
from firmware.shell.config.config import read_config
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulePack

DEFAULT_TABLE: Final = Path(__file__).with_name("default_table.toml")
"""Seven spots of Baccara, the table used without a configuration."""

DEFAULT_CARDS: Final = Path(__file__).with_name("default_cards.toml")
"""Seven spots dealt with tagged cards, for games whose shoe does not follow them."""

DEFAULT_LAYOUT: Final = Path(__file__).with_name("default_layout.toml")
"""A table of a wheel, of dice or of balls, whose players bet on one layout."""

DEFAULT_POKER: Final = Path(__file__).with_name("default_room.toml")
"""A poker table, whose dealer keys the acts of its players."""


def default_table(
    game: str,
    rule_pack: RulePack | None = None,
    *,
    spots: int | None = None,
    wheel: bool = True,
    **set_options: object,
) -> Config:
    """Return the default table of a game: it has every bet.

    Without its `wheel` the dealer keys the result. Raises RulesError if there is no such game,
    ConfigError on an option that it forbids or on more `spots` than it may have.
    """
    pack = rule_pack or default_pack()
    document = default_document(game, pack, spots=spots, wheel=wheel, **set_options)
    return read_config(document, rule_pack=pack)


def default_document(
    game: str,
    rule_pack: RulePack | None = None,
    *,
    spots: int | None = None,
    wheel: bool = True,
    **set_options: object,
) -> dict[str, Any]:
    """Return that table as a file would have it. Raises RulesError if there is no such game."""
    pack = rule_pack or default_pack()
    if game == "baccarat" and spots is None and pack == default_pack():
        return tomllib.loads(DEFAULT_TABLE.read_text(encoding="utf-8"))
    game_type, rules = pack.game_class(game), pack.rules(game)
    table = tomllib.loads(_default_path(game_type, rules).read_text(encoding="utf-8"))
    table["table"] |= {
        "name": game,
        "game": game,
        "spots": spots or min(table["table"]["spots"], rules.seats_at(set_options).most),
    }
    options = table.pop("games", {}).get(game, {})
    if rules.decks is not None:
        side_bets = [*game_type.SIDE_BETS, *game_type.HIDDEN_SIDE_BETS]
        options |= {"decks": rules.decks.usual, "side_bets": side_bets}
    table["game"] = options = options | set_options
    # a section without its part would be reported as unknown
    if options.get("readers") != "seats":
        table.pop("seats", None)
    common_limits = table.pop("limits", {}).get("each")
    if limited_names := limited_bets(game_type, rules, options):
        table["limits"] = dict.fromkeys(limited_names, common_limits)
    else:
        table.pop("chips", None)
    instruments = table.pop("instruments", {})
    table |= instruments.get(game, {}) if wheel else {}
    _add_game_keys(table, game_type, options)
    return table


def _default_path(game_type: type[Game], rules: GameRules) -> Path:
    if rules.decks:
        return DEFAULT_CARDS
    return DEFAULT_POKER if game_type.PANEL_KEYS else DEFAULT_LAYOUT


def _add_game_keys(
    table: dict[str, Any], game_type: type[Game], options: Mapping[str, object]
) -> None:
    """Wire the keys of the game behind those of every table."""
    draws_balls = game_type.INSTRUMENT is not None and game_type.INSTRUMENT.result_kind == "balls"
    needed_keys = game_keys(
        game_type,
        options,
        result_is_read="wheel" in table or draws_balls,
        is_started=draws_balls or "host_started" in table.get("wheel", {}),
        chip_count=len(table["table"]["denominations_cents"]),
    )
    inputs = table["keys"]["inputs"]
    inputs |= {key: number for number, key in enumerate(needed_keys, start=len(inputs))}
