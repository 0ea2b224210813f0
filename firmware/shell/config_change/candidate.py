"""A candidate configuration: its mistakes, and its differences from the current one."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from drivers.tags.chips import load_chips
from drivers.tags.decks import load_decks
from drivers.tags.mistakes import RegistryError
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone, summed_up
from firmware.shell.config.config import parse
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.rules.rules import RulesError, open_game
from firmware.shell.words.os_words import os_failure

BY_HAND: Final = ("journal", "control", "trust")
"""Sections that can't be changed from a console: journal, sockets and trust."""

LONGEST: Final = 40
"""The maximum length of typed text in a message."""


class Unfit(CannotBeDone):
    """A text by which the table can't be served next; `faults` is all that is wrong with it."""

    def __init__(self, faults: tuple[Text, ...]) -> None:
        super().__init__(summed_up(faults))
        self.faults = faults


class Change(msgspec.Struct, frozen=True):
    """A key with different values in two configurations; None for a missing one."""

    key: str
    before: str | None
    after: str | None


def fit(text: str, served: Config) -> Config:
    """Return the configuration of a text that may follow `served`.

    Raises Unfit.
    """
    config = _read(text)
    faults = (*_by_hand(config, served), *_registries(config))
    if faults:
        raise Unfit(faults)
    return config


def faults(text: str, served: Config) -> tuple[Text, ...]:
    """Return all that is wrong with a text."""
    try:
        fit(text, served)
    except Unfit as unfit:
        return unfit.faults
    return ()


def _read(text: str) -> Config:
    if len(text.encode(errors="replace")) > LARGEST_BYTES:
        raise Unfit((Text("config.too_large", {"most": LARGEST_BYTES}),))
    try:
        config = parse(text)
        open_game(config.table.game, dict(config.game_options))
    except ConfigError as error:
        raise Unfit(tuple(fault.words for fault in error.faults)) from None
    except OptionRefused as refused:
        raise Unfit((refused.why,)) from None
    except RulesError as error:
        raise Unfit(error.faults) from None
    return config


def _by_hand(config: Config, served: Config) -> Iterator[Text]:
    if config.table.game != served.table.game:
        game, other = served.table.game, config.table.game
        yield Text("technician.other_game", {"game": game, "other": other})
    for name in BY_HAND:
        if getattr(config, name) != getattr(served, name):
            yield Text("technician.by_hand", {"where": name})


def _registries(config: Config) -> Iterator[Text]:
    """Yield the mistakes in the registries of a table that trusts a maker."""
    if config.trust is None:
        return
    chips = config.wiring.chips
    try:
        if chips is not None:
            load_chips(chips.registry)
        for directory in config.wiring.decks():
            load_decks(directory)
    except OSError as error:
        yield Text("technician.registry", {"why": os_failure(error)})
    except RegistryError as error:
        for fault in error.faults:
            yield Text("technician.registry", {"why": fault})


# differences


def changes(before: str, after: str) -> tuple[Change, ...]:
    """Return every key that two texts have otherwise; of one that is no TOML, none is known."""
    old, new = _spelled(before), _spelled(after)
    return tuple(
        Change(key, old.get(key), new.get(key))
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    )


def _spelled(text: str) -> dict[str, str]:
    try:
        return dict(_flat(tomllib.loads(text)))
    except (ValueError, RecursionError):
        return {}


def _flat(table: Mapping[str, object], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = path + _key(name)
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{key}.")
        else:
            yield key, _toml(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def _quoted(text: str) -> str:
    """Return a quoted string without characters that a terminal would obey."""
    said = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in said)


def _toml(value: object) -> str:
    """Return a value as TOML spells it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _quoted(value)
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            pairs = (f"{_key(name)} = {_toml(one)}" for name, one in value.items())
            return f"{{ {', '.join(pairs)} }}" if value else "{}"
        case _:
            return str(value)


# one value


def with_value(text: str, key: str, value: str) -> str:
    """Return a text with one value set, its comments kept. Raises CannotBeDone.

    `key` is dotted; its last name may be new, the tables before it may not. `value` is written as
    in TOML.
    """
    from tomlkit import parse as document_of
    from tomlkit import value as item_of
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AoT, InlineTable

    *tables, name = key.split(".")
    if not all(map(_BARE.fullmatch, (*tables, name))):
        raise CannotBeDone(Text("technician.no_key", {"where": _short(key)}))
    try:
        document = document_of(text)
    except (TOMLKitError, ValueError, RecursionError):
        raise CannotBeDone(Text("technician.no_toml")) from None
    try:
        item = item_of(value.strip())
    except (TOMLKitError, ValueError, RecursionError):
        raise CannotBeDone(Text("technician.no_value", {"value": _short(value)})) from None
    table = _table(document, tables)
    present = table.get(name)
    if isinstance(present, dict | AoT) and not isinstance(present, InlineTable):
        raise CannotBeDone(Text("technician.is_table", {"where": key}))
    table[name] = item
    return document.as_string()


def _table(document: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    table = document
    for at, name in enumerate(names, start=1):
        inner = table.get(name)
        if not isinstance(inner, dict):
            raise CannotBeDone(Text("technician.no_table", {"table": ".".join(names[:at])}))
        table = inner
    return table


def _short(typed: str) -> str:
    return "".join(c if c.isprintable() else "·" for c in typed[:LONGEST])
