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
from firmware.core.game.pack import GameRules, Seats
from firmware.core.games import MODULES
from firmware.core.poker_room.engine.terms import MOST_SPOTS, ROOM, TOURNAMENT
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone, summed_up
from firmware.shell.words.decode_words import decode_reason

PACK: Final = "quebec-2007"
AMONG_PLAYERS: Final = (ROOM, TOURNAMENT)


class RulesError(CannotBeDone):
    """An unusable rule pack; `faults` says all that is wrong with it, each with its place."""

    def __init__(self, *faults: Text) -> None:
        super().__init__(summed_up(faults))
        self.faults = faults


def _source() -> bytes:
    return (files("firmware") / "rules" / f"{PACK}.toml").read_bytes()


def rules_digest() -> str:
    """Return the SHA-256 of the pack, hex."""
    return hashlib.sha256(_source()).hexdigest()


def games() -> tuple[str, ...]:
    """Return the games that the pack has rules for."""
    return tuple(_in_force())


def served_games() -> tuple[str, ...]:
    """Return the games that a table can serve: those among players too."""
    return (*games(), *AMONG_PLAYERS)


Numbers = Mapping[str, Any]
"""A pack's file: by game, by table."""


def game_rules(game: str, pack: Numbers | None = None) -> GameRules:
    """Return the rules of a game, by default from the pack in force.

    Raises RulesError, with the place of every mistake.
    """
    if game in AMONG_PLAYERS:
        return GameRules(Seats(MOST_SPOTS))
    try:
        rules = msgspec.convert(_numbers(_in_force() if pack is None else pack, game), GameRules)
    except KeyError:
        raise RulesError(_no_rules(game)) from None
    except msgspec.ValidationError as error:
        raise RulesError(_at(game, decode_reason(error))) from None
    kind = game_kind(game)
    faults = rules.faults(kind.PAYS, kind.TABLES)
    if faults:
        raise RulesError(*(_at(game, fault) for fault in faults))
    return rules


def _no_rules(game: str) -> Text:
    return Text("pack.no_game", {"pack": PACK, "game": game})


def _at(game: str, what: Text) -> Text:
    return Text("pack.at", {"pack": PACK, "game": game, "what": what})


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
    return import_module(f"firmware.core.{MODULES[name]}")


def game_kind(name: str) -> type[Game]:
    """Return the class of a game. Raises RulesError if there is none."""
    if name not in served_games():
        raise RulesError(_no_rules(name))
    kind: type[Game] = game_module(name).GAME
    return kind


def open_game(name: str, options: dict[str, Any], pack: Numbers | None = None) -> Game:
    """Return the game of that name, by a pack. Raises RulesError, or OptionRefused on an option."""
    return game_kind(name)(game_rules(name, pack), options)
