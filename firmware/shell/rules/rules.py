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
from firmware.core.game.pack import GameRules
from firmware.core.games import MODULES

PACK: Final = "quebec-2007"


class RulesError(Exception):
    """An unusable rule pack; the message gives the place and the reason."""


def _source() -> bytes:
    return (files("firmware") / "rules" / f"{PACK}.toml").read_bytes()


def rules_digest() -> str:
    """Return the SHA-256 of the pack, hex."""
    return hashlib.sha256(_source()).hexdigest()


def games() -> tuple[str, ...]:
    """Return the games that the pack has rules for."""
    return tuple(_in_force())


Numbers = Mapping[str, Any]
"""A pack's file: by game, by table."""


def game_rules(game: str, pack: Numbers | None = None) -> GameRules:
    """Return the rules of a game, by default from the pack in force.

    Raises RulesError, with the place of every mistake.
    """
    try:
        rules = msgspec.convert(_numbers(_in_force() if pack is None else pack, game), GameRules)
    except KeyError:
        raise RulesError(f"{PACK}: no rules for {game}") from None
    except msgspec.ValidationError as error:
        raise RulesError(f"{PACK}, {game}: {error}") from None
    kind = game_kind(game)
    faults = rules.faults(kind.PAYS, kind.TABLES)
    if faults:
        raise RulesError("\n".join(f"{PACK}: {game}.{fault}" for fault in faults))
    return rules


def _numbers(pack: Numbers, game: str) -> dict[str, Any]:
    """Return a game's tables, and beneath them those of the game that it is like."""
    own = dict(pack[game])
    like = own.pop("like", None)
    return own if like is None else _numbers(pack, like) | own


@cache
def _in_force() -> dict[str, Any]:
    return tomllib.loads(_source().decode())


def game_module(name: str) -> ModuleType:
    """Return the module of a game that has rules."""
    return import_module(MODULES[name], "firmware.core.games")


def game_kind(name: str) -> type[Game]:
    """Return the class of a game. Raises RulesError if there is none."""
    if name not in games():
        raise RulesError(f"{PACK}: no rules for {name}")
    kind: type[Game] = game_module(name).GAME
    return kind


def open_game(name: str, options: dict[str, Any], pack: Numbers | None = None) -> Game:
    """Return the game of that name, by a pack. Raises RulesError, or OptionRefused on an option."""
    return game_kind(name)(game_rules(name, pack), options)
