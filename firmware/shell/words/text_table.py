"""The elements of a printed sheet: lines and tables, in words."""

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words


class SheetSection(msgspec.Struct, frozen=True):
    """One table of the sheet, every cell in words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """Lines between the title and the table."""
    row_ids: tuple[str, ...] = ()
    """Of sentences of the rule book their ids, a row each; empty of any other table."""


class PrintedSheet(msgspec.Struct, frozen=True):
    """The printed sheet of a game."""

    title: str
    lines: tuple[str, ...]
    sections: tuple[SheetSection, ...]


def filled_columns(section: SheetSection) -> list[int]:
    """Return the indices of the columns that have any words."""
    return [
        column_index
        for column_index, _ in enumerate(section.columns)
        if any(section_row[column_index] for section_row in section.rows)
    ]


def with_row_ids(sheet: PrintedSheet, heading: str) -> PrintedSheet:
    """Return a sheet whose sentences have their ids in a last column."""
    sections = tuple(
        msgspec.structs.replace(
            section,
            columns=(*section.columns, heading),
            rows=tuple(
                (*row, row_id) for row, row_id in zip(section.rows, section.row_ids, strict=True)
            ),
        )
        if section.row_ids
        else section
        for section in sheet.sections
    )
    return msgspec.structs.replace(sheet, sections=sections)


def column_headings(words: Words, *keys: str) -> tuple[str, ...]:
    """Return the headings of columns."""
    return tuple(words.render(Text(key)) for key in keys)
