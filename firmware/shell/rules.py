"""The rule pack: a jurisdiction's numbers, read once and held to the types of the games."""

import hashlib
import tomllib
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

import msgspec

from firmware.core.game import Game, GameRules

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
    return tuple(tomllib.loads(_source().decode()))


def game_rules(game: str) -> GameRules:
    """Return the numbers of a game. Raises RulesError, with the place of what is wrong."""
    try:
        return msgspec.convert(tomllib.loads(_source().decode())[game], GameRules)
    except KeyError:
        raise RulesError(f"{PACK}: no rules for {game}") from None
    except msgspec.ValidationError as error:
        raise RulesError(f"{PACK}, {game}: {error}") from None


def open_game(name: str, options: dict[str, Any]) -> Game:
    """Return the game of that name. Raises RulesError, or OptionRefused on an option."""
    rules = game_rules(name)
    module = import_module(f"firmware.core.games.{name.replace('-', '_')}")
    game: Game = module.GAME(rules, options)
    return game
