"""A candidate configuration: its mistakes, and its differences from the current one."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from drivers.tags.chip_registry import load_chips
from drivers.tags.deck_registry import load_decks
from drivers.tags.registry_errors import RegistryError
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed, faults_summary
from firmware.shell.config.config import parse_config
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.words.os_words import os_failure

MANUAL_SECTIONS: Final = ("journal", "control", "trust")
"""Sections that can't be changed from a console: journal, sockets and trust."""

LONGEST_TYPED: Final = 40
"""The maximum length of typed text in a message."""


class UnfitConfig(RequestFailed):
    """A text by which the table can't be served next; `faults` is all that is wrong with it."""

    def __init__(self, faults: tuple[Text, ...]) -> None:
        super().__init__(faults_summary(faults))
        self.faults = faults


class KeyChange(msgspec.Struct, frozen=True):
    """A key with different values in two configurations; None for a missing one."""

    key: str
    before: str | None
    after: str | None


def fitting_config(text: str, served_config: Config) -> Config:
    """Return the configuration of a text that may follow `served_config`.

    Raises UnfitConfig.
    """
    config = _parsed_config(text)
    faults = (*_manual_changes(config, served_config), *_registry_faults(config))
    if faults:
        raise UnfitConfig(faults)
    return config


def config_faults(text: str, served_config: Config) -> tuple[Text, ...]:
    """Return all that is wrong with a text."""
    try:
        fitting_config(text, served_config)
    except UnfitConfig as refusal:
        return refusal.faults
    return ()


def _parsed_config(text: str) -> Config:
    if len(text.encode(errors="replace")) > LARGEST_BYTES:
        raise UnfitConfig((Text("config.too_large", {"most": LARGEST_BYTES}),))
    try:
        config = parse_config(text)
        config.open_game()
    except ConfigError as error:
        raise UnfitConfig(tuple(fault.full_text for fault in error.faults)) from None
    except OptionRefused as refusal:
        raise UnfitConfig((refusal.why,)) from None
    except RulesError as error:
        raise UnfitConfig(error.faults) from None
    return config


def _manual_changes(config: Config, served_config: Config) -> Iterator[Text]:
    if config.table.game != served_config.table.game:
        game, new_game = served_config.table.game, config.table.game
        yield Text("technician.other_game", {"game": game, "other": new_game})
    for name in MANUAL_SECTIONS:
        if getattr(config, name) != getattr(served_config, name):
            yield Text("technician.by_hand", {"where": name})


def _registry_faults(config: Config) -> Iterator[Text]:
    """Yield the mistakes in the registries of a table that trusts a maker."""
    if config.trust is None:
        return
    chips = config.wiring.chips
    try:
        if chips is not None:
            load_chips(chips.registry)
        for directory in config.wiring.deck_directories():
            load_decks(directory)
    except OSError as error:
        yield Text("technician.registry", {"why": os_failure(error)})
    except RegistryError as error:
        for fault in error.faults:
            yield Text("technician.registry", {"why": fault})


# differences


def key_changes(before: str, after: str) -> tuple[KeyChange, ...]:
    """Return every key that two texts have otherwise; of one that is no TOML, none is known."""
    old_values, new_values = _toml_values(before), _toml_values(after)
    return tuple(
        KeyChange(key, old_values.get(key), new_values.get(key))
        for key in dict.fromkeys([*old_values, *new_values])
        if old_values.get(key) != new_values.get(key)
    )


def _toml_values(text: str) -> dict[str, str]:
    try:
        return dict(_flat_items(tomllib.loads(text)))
    except (ValueError, RecursionError):
        return {}


def _flat_items(table: Mapping[str, object], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = path + _toml_key(name)
        if isinstance(value, dict) and value:
            yield from _flat_items(value, f"{key}.")
        else:
            yield key, _toml_value(value)


def _toml_key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else _toml_string(name)


_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


def _toml_string(text: str) -> str:
    """Return a quoted string without characters that a terminal would obey."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in quoted)


def _toml_value(value: object) -> str:
    """Return a value as TOML spells it."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _toml_string(value)
        case list():
            return f"[{', '.join(map(_toml_value, value))}]"
        case dict():
            pairs = (
                f"{_toml_key(name)} = {_toml_value(element)}" for name, element in value.items()
            )
            return f"{{ {', '.join(pairs)} }}" if value else "{}"
        case _:
            return str(value)


# one value


def with_value(text: str, key: str, value: str) -> str:
    """Return a text with one value set and its comments unchanged. Raises RequestFailed.

    `key` is dotted; its last name may be new, the tables before it may not. `value` is written as
    in TOML.
    """
    # late: only a change needs it, and it takes a while to import
    from tomlkit import parse as document_of
    from tomlkit import value as item_of
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import AoT, InlineTable

    *tables, name = key.split(".")
    if not all(map(_BARE_KEY.fullmatch, (*tables, name))):
        raise RequestFailed(Text("technician.no_key", {"where": _printable_start(key)}))
    try:
        document = document_of(text)
    except (TOMLKitError, ValueError, RecursionError):
        raise RequestFailed(Text("technician.no_toml")) from None
    try:
        toml_item = item_of(value.strip())
    except (TOMLKitError, ValueError, RecursionError):
        raise RequestFailed(
            Text("technician.no_value", {"value": _printable_start(value)})
        ) from None
    table = _inner_table(document, tables)
    present_value = table.get(name)
    # a whole table can't be replaced by a value: its keys would be lost unseen
    if isinstance(present_value, dict | AoT) and not isinstance(present_value, InlineTable):
        raise RequestFailed(Text("technician.is_table", {"where": key}))
    table[name] = toml_item
    return document.as_string()


def _inner_table(document: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    table = document
    for depth, name in enumerate(names, start=1):
        inner = table.get(name)
        if not isinstance(inner, dict):
            raise RequestFailed(Text("technician.no_table", {"table": ".".join(names[:depth])}))
        table = inner
    return table


def _printable_start(typed: str) -> str:
    return "".join(letter if letter.isprintable() else "·" for letter in typed[:LONGEST_TYPED])
