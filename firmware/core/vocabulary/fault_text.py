"""Faults, their remedies and their parts in words."""

from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.faults import FAULT_WORDS, PART_WORDS
from firmware.core.vocabulary.panel import Text, TextValues

UNKNOWN: Final = "…"
"""The placeholder for a value that was not reported."""
UNKNOWN_VALUES: Final[TextValues] = {
    **dict.fromkeys(("batch", "cards", "code", "file", "name", "on", "other"), UNKNOWN),
    **dict.fromkeys(
        ("own", "path", "result", "seconds", "slot", "spot", "table", "wanted"), UNKNOWN
    ),
    "part": Text("steps.any_part"),
    "key": Text("steps.any_key"),
    "door": Text("steps.any_door"),
}
"""The values in the words of any fault, before one is raised."""


def part_words(part: str) -> Text | str:
    """Return the words of a part, or its own name if it has none."""
    key = PART_WORDS.get(part)
    return part if key is None else Text(key)


def fault_words(part: str, code: str, values: Mapping[str, str]) -> Text:
    """Return the words of a raised fault."""
    fault_key, _ = _keys(code)
    return Text(fault_key, _all_values(part, values))


def remedy_words(part: str, code: str, values: Mapping[str, str]) -> Text:
    """Return the words of its remedy."""
    _, remedy_key = _keys(code)
    return Text(remedy_key, _all_values(part, values))


def _keys(code: str) -> tuple[str, str]:
    """Return the keys of a code; a code of another program's has none, and is its own key."""
    return FAULT_WORDS.get(code, (code, code))


def _all_values(part: str, values: Mapping[str, str]) -> TextValues:
    named = {name: bet_words(value) if name == "on" else value for name, value in values.items()}
    return {**named, "part": part_words(part)}
