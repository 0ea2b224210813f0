"""The rule pack: a jurisdiction's numbers, read once and held to the types of the games."""

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, Final

import msgspec

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules, SeatLimit
from firmware.core.games import MODULES, slot_machine
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, MAX_SPOTS, POKER_ROOM
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed, faults_summary
from firmware.shell.words.decode_words import decode_reason

RULE_PACK: Final = "quebec-2007"
POKER_GAMES: Final = (POKER_ROOM, HOLDEM_TOURNAMENT)


class RulesError(RequestFailed):
    """An unusable rule pack; `faults` has every mistake in it, with its place."""

    def __init__(self, *faults: Text) -> None:
        super().__init__(faults_summary(faults))
        self.faults = faults


def _pack_source() -> bytes:
    return (files("firmware") / "rules" / f"{RULE_PACK}.toml").read_bytes()


def rules_digest() -> str:
    """Return the SHA-256 of the pack, hex."""
    return hashlib.sha256(_pack_source()).hexdigest()


def games_in_pack() -> tuple[str, ...]:
    """Return the games that the pack has rules for."""
    return tuple(_current_pack())


def served_games() -> tuple[str, ...]:
    """Return the games that a table can serve: those among players too."""
    return (*games_in_pack(), *POKER_GAMES)


def tournament_games() -> tuple[str, ...]:
    """Return the games that a tournament may be of (123)."""
    return (*games_in_pack(), POKER_ROOM, slot_machine.GAME)


PackTables = Mapping[str, Any]
"""A pack's file: by game, by table."""


def game_rules(game: str, rule_pack: PackTables | None = None) -> GameRules:
    """Return the rules of a game, by default from the pack in force.

    Raises RulesError, with the place of every mistake.
    """
    if game in POKER_GAMES:
        return GameRules(SeatLimit(MAX_SPOTS))
    try:
        rules = msgspec.convert(
            _game_tables(_current_pack() if rule_pack is None else rule_pack, game), GameRules
        )
    except KeyError:
        raise RulesError(_no_rules_text(game)) from None
    except msgspec.ValidationError as error:
        raise RulesError(_placed_fault(game, decode_reason(error))) from None
    game_class_here = game_class(game)
    faults = rules.faults(game_class_here.BETS_WITH_ODDS, game_class_here.PAY_TABLES)
    if faults:
        raise RulesError(*(_placed_fault(game, fault) for fault in faults))
    return rules


def _no_rules_text(game: str) -> Text:
    return Text("pack.no_game", {"pack": RULE_PACK, "game": game})


def _placed_fault(game: str, reason: Text) -> Text:
    return Text("pack.at", {"pack": RULE_PACK, "game": game, "what": reason})


def _game_tables(rule_pack: PackTables, game: str) -> dict[str, Any]:
    """Return a game's tables, and beneath them those of the game that it is like."""
    own_tables = dict(rule_pack[game])
    similar_game = own_tables.pop("like", None)
    return (
        # the game's own tables replace those of the game that it resembles
        own_tables if similar_game is None else _game_tables(rule_pack, similar_game) | own_tables
    )


@cache
def _current_pack() -> dict[str, Any]:
    return tomllib.loads(_pack_source().decode())


def game_module(name: str) -> ModuleType:
    """Return the module of a game that has rules."""
    return import_module(f"firmware.core.{MODULES[name]}")


def game_class(name: str) -> type[Game]:
    """Return the class of a game. Raises RulesError if there is none."""
    if name not in served_games():
        raise RulesError(_no_rules_text(name))
    game_class_here: type[Game] = game_module(name).GAME
    return game_class_here


def open_game(name: str, options: dict[str, Any], rule_pack: PackTables | None = None) -> Game:
    """Return the game of that name, by a pack. Raises RulesError, or OptionRefused on an option."""
    return game_class(name)(game_rules(name, rule_pack), options)
