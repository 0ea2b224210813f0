"""The elements of a printed sheet: lines and tables, in words."""

from typing import NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words


class SheetSection(NamedTuple):
    """One table of the sheet, every cell in words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """Lines between the title and the table."""


class PrintedSheet(NamedTuple):
    """The printed sheet of a game."""

    title: str
    lines: tuple[str, ...]
    sections: tuple[SheetSection, ...]


def column_headings(words: Words, *keys: str) -> tuple[str, ...]:
    """Return the headings of columns."""
    return tuple(words.render(Text(key)) for key in keys)
