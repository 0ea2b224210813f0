"""A rule pack: a house's numbers, bets and words, read once and held to the types of the games.

    quebec-2007.toml  <-- extends --  pennsylvania.toml  <-- [rules] pack --  table.toml

A pack that extends another has only the differences: tables are merged key by key, except that a
pay table is replaced whole. A game for which it has no section is as in the other.
"""

import hashlib
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

from firmware.core.game.declared_bets import house_game
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_faults import pack_faults
from firmware.core.game.possible_facts import line_faults
from firmware.core.games import MODULES, slot_machine
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, MAX_SPOTS, POKER_ROOM
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed, faults_summary
from firmware.shell.rules.declared_words import declared_phrases, same_name_faults
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.house_words import (
    Currency,
    HouseWords,
    phrase_faults,
    uncited_phrases,
)
from firmware.shell.words.languages import LANGUAGES

LARGEST_PACK: Final = 1 << 20
"""Octets of a file."""
POKER_GAMES: Final = (POKER_ROOM, HOLDEM_TOURNAMENT)
HEADER: Final = "pack"


class RulesError(RequestFailed):
    """An unusable rule pack; `faults` has every mistake in it, with its place."""

    def __init__(self, *faults: Text) -> None:
        super().__init__(faults_summary(faults))
        self.faults = faults


class PackHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `pack` section of a file."""

    name: str = ""
    extends: str | None = None
    games: tuple[str, ...] | None = None
    """The games of this house; None for all that the pack has rules for."""
    currency: Currency | None = None
    words: dict[str, dict[str, str]] = {}
    """By language and message key: the words of this house."""


class RulePack:
    """The rules of a house; equal if their sources are."""

    def __init__(
        self,
        name: str,
        source: bytes,
        parent: "RulePack | None" = None,
        path: Path | None = None,
    ) -> None:
        """Raise RulesError if it is no TOML, or its header is unfit.

        `path` is that of its file, None for one of the program's own.
        """
        self.source, self.parent, self.path = source, parent, path
        self.name = name
        own_tables = dict(parsed_tables(name, source))
        header = read_header(name, own_tables.pop(HEADER, {}))
        self.name = header.name or name
        self.tables: dict[str, Any] = _merged(parent.tables if parent else {}, own_tables)
        self._own_words = header.words
        faults = [
            Text("pack.at", {"pack": self.name, "game": f"[{HEADER}.words]", "what": fault})
            for fault in phrase_faults(header.words)
        ]
        if faults:
            raise RulesError(*faults)
        self.currency: Currency | None = header.currency or (parent.currency if parent else None)
        games = header.games or (parent.games if parent and header.games is None else None)
        self.games: tuple[str, ...] = games or tuple(
            game for game in self.tables if game not in POKER_GAMES
        )
        unknown = [game for game in (*self.tables, *self.games) if game not in MODULES]
        if unknown:
            known_games = ", ".join(sorted(MODULES))
            raise RulesError(
                *(
                    Text(
                        "pack.unknown_game", {"pack": self.name, "game": game, "games": known_games}
                    )
                    for game in dict.fromkeys(unknown)
                )
            )

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the file, hex; of one that extends others, of all of them together."""
        content = self.source if self.parent is None else self.source + self.parent.digest.encode()
        return hashlib.sha256(content).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RulePack) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<rule pack {self.name} {self.digest[:12]}>"

    @cached_property
    def words(self) -> HouseWords:
        """The words of this house, and the names of the bets that it declares."""
        phrases = _merged(self.parent.words if self.parent else {}, self._own_words)
        if self.currency is not None:
            phrases = _merged(phrases, self.currency.words())
        for game in self.tables:
            with suppress(RulesError):  # of a game that is like none: `rules` says it
                tables = self._tables_like(game)
                phrases = _merged(phrases, declared_phrases(game, tables.get("bets")))
                if "articles" in tables:
                    phrases = _merged(phrases, uncited_phrases(game))
        return {language: own for language, own in phrases.items() if own}

    @property
    def served_games(self) -> tuple[str, ...]:
        """The games that a table can serve: those among players too."""
        return (*self.games, *POKER_GAMES)

    @property
    def tournament_games(self) -> tuple[str, ...]:
        """The games that a tournament may be of (123)."""
        return (*self.games, POKER_ROOM, slot_machine.GAME)

    @property
    def lineage(self) -> "tuple[RulePack, ...]":
        """The pack and those that it extends, the nearest first."""
        return (self, *(self.parent.lineage if self.parent else ()))

    @property
    def house_files(self) -> tuple[Path, ...]:
        """The files of the house that make up its rules; those of the program are the maker's."""
        return tuple(pack.path for pack in self.lineage if pack.path is not None)

    def rules(self, game: str) -> GameRules:
        """Return the rules of a game. Raises RulesError, with the place of every mistake."""
        return _game_rules(self, game)

    def game_class(self, game: str) -> type[Game]:
        """Return the class of a game, with the bets of this house. Raises RulesError."""
        if game not in self.served_games:
            raise RulesError(self._no_rules_text(game))
        return _house_class(self, game)

    @property
    def unit(self) -> int:
        """How many cents a unit of the currency has."""
        return self.currency.unit if self.currency else Game.UNIT

    def open_game(self, game: str, options: Mapping[str, Any]) -> Game:
        """Return a game. Raises RulesError, or OptionRefused on an option."""
        return self.game_class(game)(self.rules(game), options)

    def tables_of(self, game: str) -> dict[str, Any]:
        """Return a game's tables, and beneath them those of the game that it is like. Raises
        RulesError if there is none.
        """
        if game in POKER_GAMES:
            return _merged({"seats": {"most": MAX_SPOTS}}, self.tables.get(game, {}))
        if game not in self.games:
            raise RulesError(self._no_rules_text(game))
        return self._tables_like(game)

    def _tables_like(self, game: str, others: tuple[str, ...] = ()) -> dict[str, Any]:
        if game not in self.tables or game in others:
            raise RulesError(self._no_rules_text(game))
        own_tables = dict(self.tables[game])
        similar_game = own_tables.pop("like", None)
        if similar_game is None:
            return own_tables
        return self._tables_like(similar_game, (*others, game)) | own_tables

    def placed_fault(self, game: str, reason: Text) -> Text:
        """Return a mistake with its place."""
        return Text("pack.at", {"pack": self.name, "game": game, "what": reason})

    def _no_rules_text(self, game: str) -> Text:
        return Text("pack.no_game", {"pack": self.name, "game": game})


@cache
def _game_rules(pack: RulePack, game: str) -> GameRules:
    try:
        rules = msgspec.convert(pack.tables_of(game), GameRules)
        charged = {on: share for on, share in rules.commission.items() if not share.none}
        rules = msgspec.structs.replace(rules, commission=charged)
    except msgspec.ValidationError as error:
        raise RulesError(pack.placed_fault(game, decode_reason(error))) from None
    game_class: type[Game] = game_module(game).GAME
    faults = pack_faults(rules, game_class) or list(line_faults(game_class, rules))
    faults += [
        Text("pack.no_words", {"on": on, "language": LANGUAGES[0]})
        for on, bet in rules.bets.items()
        if not bet.amends and not any(bet.said.values())
    ]
    faults = faults or [*same_name_faults(game, game_class, rules, pack.words)]
    if faults:
        raise RulesError(*(pack.placed_fault(game, fault) for fault in faults))
    return rules


@cache
def _house_class(pack: RulePack, game: str) -> type[Game]:
    return house_game(game_module(game).GAME, pack.rules(game), pack.unit)


def game_module(name: str) -> ModuleType:
    """Return the module of a game that has rules."""
    return import_module(f"firmware.core.{MODULES[name]}")


@cache
def parsed_tables(name: str, source: bytes) -> Mapping[str, Any]:
    """Return the tables of a file. Raises RulesError if it is no TOML of tables."""
    if len(source) > LARGEST_PACK:
        raise RulesError(Text("pack.too_large", {"pack": name, "most": LARGEST_PACK}))
    try:
        tables = tomllib.loads(source.decode())
    except UnicodeDecodeError as error:
        raise RulesError(_toml_fault(name, source[: error.start].count(b"\n") + 1)) from None
    except (ValueError, RecursionError) as error:
        # of the library's English only the place is shown; a file that ends too soon has none
        position = re.search(r"at line (\d+)", str(error))
        last_line = source.count(b"\n") + 1
        raise RulesError(_toml_fault(name, int(position[1]) if position else last_line)) from None
    loose = next((key for key, value in tables.items() if not isinstance(value, dict)), None)
    if loose is not None:
        raise RulesError(Text("pack.loose_key", {"pack": name, "given": loose}))
    return tables


def _toml_fault(name: str, line: int) -> Text:
    return Text("pack.no_toml", {"pack": name, "line": str(line)})


def read_header(name: str, table: object) -> PackHeader:
    try:
        return msgspec.convert(table, PackHeader)
    except msgspec.ValidationError as error:
        place = {"pack": name, "game": f"[{HEADER}]"}
        raise RulesError(Text("pack.at", {**place, "what": decode_reason(error)})) from None


def _merged(lower: Mapping[str, Any], upper: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """Return tables laid over others, key by key. Three levels down, where the lines of a pay
    table are, the upper one replaces the lower.
    """
    merged = dict(lower)
    for key, value in upper.items():
        below = merged.get(key)
        if isinstance(value, dict) and isinstance(below, dict) and depth < 3:
            merged[key] = _merged(below, value, depth + 1)
        else:
            merged[key] = value
    return merged
