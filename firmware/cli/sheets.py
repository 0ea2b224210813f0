"""Prints sheets on a terminal or into a file."""

import re
import sys
from typing import Final

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.text_table import PrintedSheet, SheetSection, filled_columns

REDIRECTED_WIDTH: Final = 100
"""The width of the output outside a terminal."""
NO_WRAP_WIDTH: Final = 12
"""Columns up to this width, mostly figures, are not wrapped; wider ones are."""

FRACTION: Final = re.compile(r"\d+/\d+")
"""A whole cell: it is broken after its slash alone, and only where it is long."""
LONGEST_FRACTION: Final = 19
"""A longer one is printed on two lines."""

UNBROKEN_SPACE: Final = "\ue000"
"""Stands for a no-break space while a sheet is set; no words have this character."""


def print_sheet(sheet: PrintedSheet) -> None:
    """Print a sheet; an empty column is left out."""
    rich_console = Console(highlight=False)
    if not rich_console.is_terminal:
        rich_console = Console(highlight=False, width=REDIRECTED_WIDTH)
    with rich_console.capture() as printed:
        rich_console.print(
            f"[bold]{_unbroken(sheet.title)}[/bold]", *map(_unbroken, sheet.lines), sep="\n"
        )
        for section in sheet.sections:
            title = f"\n[bold]{_unbroken(section.title)}[/bold]"
            notes = map(_unbroken, section.notes)
            rich_console.print(title, *notes, _section_table(section), sep="\n", end="")
    sys.stdout.write(printed.get().replace(UNBROKEN_SPACE, NO_BREAK))


def _unbroken(text: str) -> str:
    """Return a text for rich as it is, whatever brackets it has, and with its amounts on one line:
    rich breaks lines at any space.
    """
    return escape(text).replace(NO_BREAK, UNBROKEN_SPACE)


def _section_table(section: SheetSection) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    columns = filled_columns(section)
    rows = [
        [_broken_fraction(section_row[column]) for column in columns]
        for section_row in section.rows
    ]
    for position, column in enumerate(columns):
        cells = [section_row[position] for section_row in rows]
        width = max(len(line) for cell in cells for line in cell.splitlines())
        has_fractions = any(FRACTION.fullmatch(section_row[column]) for section_row in section.rows)
        table.add_column(
            _unbroken(section.columns[column]),
            no_wrap=has_fractions or width <= NO_WRAP_WIDTH,
            overflow="fold",
        )
    for section_row in rows:
        table.add_row(*map(_unbroken, section_row))
    return table


def _broken_fraction(cell: str) -> str:
    if len(cell) > LONGEST_FRACTION and FRACTION.fullmatch(cell):
        return cell.replace("/", "/\n")
    return cell
