"""The rule pack: a jurisdiction's numbers, read once and held to the types of the games."""

import hashlib
import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

import msgspec

from firmware.core.game import Game
from firmware.core.pack import GameRules

PACK: Final = "quebec-2007"


class RulesError(Exception):
    """A rule pack that can't be used; the message says where and why."""


def _source() -> bytes:
    return (files("firmware") / "rules" / f"{PACK}.toml").read_bytes()


def rules_digest() -> str:
    """Return the SHA-256 of the pack, hex."""
    return hashlib.sha256(_source()).hexdigest()


def games() -> tuple[str, ...]:
    """Return the games that the pack has rules for."""
    return tuple(_in_force())


def game_rules(game: str, pack: str | None = None) -> GameRules:
    """Return the numbers of a game, from the text of a pack, the one in force if none is given.

    Raises RulesError, with the place of all that is wrong.
    """
    try:
        rules = msgspec.convert(_read(pack)[game], GameRules)
    except KeyError:
        raise RulesError(f"{PACK}: no rules for {game}") from None
    except msgspec.ValidationError as error:
        raise RulesError(f"{PACK}, {game}: {error}") from None
    kind = game_kind(game)
    faults = rules.faults(kind.PAYS, kind.TABLES)
    if faults:
        raise RulesError("\n".join(f"{PACK}: {game}.{fault}" for fault in faults))
    return rules


@cache
def _in_force() -> dict[str, Any]:
    return tomllib.loads(_source().decode())


def _read(pack: str | None) -> dict[str, Any]:
    return _in_force() if pack is None else tomllib.loads(pack)


def game_kind(name: str) -> type[Game]:
    """Return the class of a game. Raises RulesError if there is none."""
    if name not in games():
        raise RulesError(f"{PACK}: no rules for {name}")
    module = import_module(f"firmware.core.games.{name.replace('-', '_')}")
    kind: type[Game] = module.GAME
    return kind


def open_game(name: str, options: dict[str, Any]) -> Game:
    """Return the game of that name. Raises RulesError, or OptionRefused on an option."""
    return game_kind(name)(game_rules(name), options)
