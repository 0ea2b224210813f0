"""The text of a configuration, read as TOML or refused with the place of the mistake."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.faults import ConfigError, ConfigFault
from firmware.shell.words.os_words import os_reason

LARGEST_BYTES: Final = 1 << 16
FileKind = Literal["table", "bank", "tournament"]
KIND_KEYS: Final[Mapping[FileKind | None, str]] = {
    "table": "config.file.table",
    "bank": "config.file.bank",
    "tournament": "config.file.tournament",
}
"""The key of the message that says what a file is, and what reads it."""


def config_text(path: Path) -> str:
    """Return the text of a file. Raises ConfigError."""
    try:
        with path.open("rb") as file:
            # one octet more than allowed tells a file that is too large, whatever its size on disk
            data = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        raise _config_error("config.no_file") from None
    except OSError as error:
        raise _config_error("config.unreadable", reason=os_reason(error)) from None
    if len(data) > LARGEST_BYTES:
        raise _config_error("config.too_large", most=LARGEST_BYTES)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise _config_error("config.not_utf8", line=data.count(b"\n", 0, error.start) + 1) from None


def parsed_document(source: str) -> dict[str, object]:
    """Return the tables and values of a text. Raises ConfigError unless it is TOML."""
    try:
        return tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        raise _syntax_error(source, str(error)) from None


def file_kind(document: Mapping[str, object]) -> FileKind | None:
    """Return what a file configures, by the sections that it has; None if they do not tell."""
    if "table" in document:
        return "table"
    if "machine" in document or "progressive" in document:
        return "bank"
    # in a table's file `tournament` is a section
    if "options" in document or isinstance(document.get("tournament"), str):
        return "tournament"
    return None


def kind_of_file(path: Path) -> FileKind | None:
    """Return what the file of a path configures. Raises ConfigError."""
    try:
        return file_kind(parsed_document(config_text(path)))
    except ConfigError as error:
        raise ConfigError(error.faults, path) from None


def require_kind(document: Mapping[str, object], kind: FileKind) -> None:
    """Raise ConfigError for the file of another kind."""
    found_kind = file_kind(document)
    if found_kind not in (kind, None):
        raise _config_error(KIND_KEYS[found_kind])


def _syntax_error(source: str, message: str) -> ConfigError:
    if position := re.search(r"\(at line (\d+), column (\d+)\)$", message):
        return _config_error("config.syntax", line=int(position[1]), column=int(position[2]))
    if message.endswith("(at end of document)"):
        *earlier_lines, last_line = source.split("\n")
        return _config_error(
            "config.syntax", line=len(earlier_lines) + 1, column=len(last_line) + 1
        )
    return _config_error("config.beyond")


def _config_error(message_key: str, /, **values: str | int | Text) -> ConfigError:
    return ConfigError([ConfigFault("", Text(message_key, dict(values)))])
