"""Sheets on a terminal or in a file."""

from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table

from firmware.shell.words.text_table import Section, Sheet

WIDEST: Final = 100
"""The width of the output outside a terminal."""
UNBROKEN: Final = 12
"""Columns no wider than this, of figures above all, are not broken; wider ones go on below."""


def print_sheet(sheet: Sheet) -> None:
    """Print a sheet; a column without a word is left out."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDEST)
    console.print(f"[bold]{sheet.title}[/bold]", *sheet.lines, sep="\n")
    for section in sheet.sections:
        console.print(f"\n[bold]{section.title}[/bold]", _table(section), sep="\n", end="")


def _table(section: Section) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    kept = [at for at, _ in enumerate(section.columns) if any(row[at] for row in section.rows)]
    for at in kept:
        width = max(len(row[at]) for row in section.rows)
        table.add_column(section.columns[at], no_wrap=width <= UNBROKEN, overflow="fold")
    for row in section.rows:
        table.add_row(*(row[at] for at in kept))
    return table
