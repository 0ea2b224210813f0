"""The table of a game as it is without a configuration."""

import tomllib
from pathlib import Path
from typing import Any, Final

from firmware.shell.config.bets import keys_of, limited
from firmware.shell.config.config import load, read
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import game_kind, game_rules

DEFAULT_TABLE: Final = Path(__file__).with_name("default_table.toml")
"""Seven spots of Baccara, the table used without a configuration."""

DEFAULT_CARDS: Final = Path(__file__).with_name("default_cards.toml")
"""Seven spots dealt with tagged cards, for games whose shoe does not follow them."""

DEFAULT_LAYOUT: Final = Path(__file__).with_name("default_layout.toml")
"""A table of a wheel, of dice or of balls, whose players bet on one layout."""

DEFAULT_ROOM: Final = Path(__file__).with_name("default_room.toml")
"""A poker table, whose dealer keys what its players do."""


def default_table(
    game: str, *, spots: int | None = None, wheel: bool = True, **set_options: object
) -> Config:
    """Return the default table of a game: it has every bet.

    Without its `wheel` the dealer keys the result. Raises RulesError if there is no such game,
    ConfigError on an option that it forbids or on more `spots` than it may have.
    """
    if game == "baccarat" and spots is None:
        return load(DEFAULT_TABLE)
    return read(default_document(game, spots=spots, wheel=wheel, **set_options))


def default_document(
    game: str, *, spots: int | None = None, wheel: bool = True, **set_options: object
) -> dict[str, Any]:
    """Return that table as a file would have it. Raises RulesError if there is no such game."""
    if game == "baccarat" and spots is None:
        return tomllib.loads(DEFAULT_TABLE.read_text(encoding="utf-8"))
    kind, rules = game_kind(game), game_rules(game)
    usual = DEFAULT_CARDS if rules.decks else DEFAULT_ROOM if kind.PANEL else DEFAULT_LAYOUT
    table = tomllib.loads(usual.read_text(encoding="utf-8"))
    table["table"] |= {
        "name": game,
        "game": game,
        "spots": spots or min(table["table"]["spots"], rules.seats_at(set_options).most),
    }
    options = table.pop("games", {}).get(game, {})
    if rules.decks is not None:
        side_bets = [*kind.SIDE_BETS, *kind.HIDDEN_SIDE_BETS]
        options |= {"decks": rules.decks.usual, "side_bets": side_bets}
    table["game"] = options = options | set_options
    if options.get("readers") != "seats":
        table.pop("seats", None)
    each = table.pop("limits", {}).get("each")
    if held := limited(kind, rules, options):
        table["limits"] = dict.fromkeys(held, each)
    else:
        table.pop("chips", None)
    instruments = table.pop("instruments", {})
    table |= instruments.get(game, {}) if wheel else {}
    balls = kind.INSTRUMENT is not None and kind.INSTRUMENT.step == "balls"
    keys = keys_of(
        kind,
        options,
        read="wheel" in table or balls,
        started=balls or "host_started" in table.get("wheel", {}),
        chips=len(table["table"]["denominations_cents"]),
    )
    inputs = table["keys"]["inputs"]
    inputs |= {key: number for number, key in enumerate(keys, start=len(inputs))}
    return table
