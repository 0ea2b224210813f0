"""The text of a configuration, read as TOML or refused with the place of the mistake."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.faults import ConfigError, ConfigFault
from firmware.shell.words.os_words import os_reason

LARGEST_BYTES: Final = 1 << 16


def text_of(path: Path) -> str:
    """Return the text of a file. Raises ConfigError."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        raise _refused("no_file") from None
    except OSError as error:
        raise _refused("unreadable", reason=os_reason(error)) from None
    if len(data) > LARGEST_BYTES:
        raise _refused("too_large", most=LARGEST_BYTES)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _refused("not_utf8", line=data.count(b"\n", 0, error.start) + 1) from None


def document(source: str) -> dict[str, object]:
    """Return the tables and values of a text. Raises ConfigError unless it is TOML."""
    try:
        return tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        raise _not_toml(source, str(error)) from None


def hold_table(found: Mapping[str, object]) -> None:
    """Raise ConfigError for the file of a bank of machines, or of a tournament's hall."""
    if "machine" in found and "table" not in found:
        raise _refused("of_bank")
    if isinstance(found.get("tournament"), str):  # in a table's file it is a section
        raise _refused("of_hall")


def _not_toml(source: str, message: str) -> ConfigError:
    if place := re.search(r"\(at line (\d+), column (\d+)\)$", message):
        return _refused("syntax", line=int(place[1]), column=int(place[2]))
    if message.endswith("(at end of document)"):
        *before, last = source.split("\n")
        return _refused("syntax", line=len(before) + 1, column=len(last) + 1)
    return _refused("beyond")


def _refused(why: str, **values: str | int | Text) -> ConfigError:
    return ConfigError([ConfigFault("", Text(f"config.{why}", dict(values)))])
