"""Draw docs/pictures/console.svg: the technician's console, 80 x 24, at a table without its shoe.

What is drawn is what a terminal shows of the program itself, colour by colour.
"""

import argparse
import io
from itertools import groupby
from pathlib import Path
from typing import Final

from pyte.screens import Char
from rich.console import Console
from rich.style import Style
from rich.text import Text

from tools.picture import svg_of
from tools.session_console import COLUMNS, ROWS, Laptop
from tools.session_record import session

PLAIN: Final = "default"
NAMES: Final = {"brown": "yellow"}
"""Colours that rich calls otherwise."""


def drawn(laptop: Laptop) -> Text:
    """Return a screen with its colours."""
    buffer = laptop.tape.buffer
    rows = ([buffer[row][column] for column in range(COLUMNS)] for row in range(ROWS))
    return Text("\n").join(map(_row, rows))


def _row(cells: list[Char]) -> Text:
    row = Text()
    for style, run in groupby(cells, _style):
        row.append("".join(cell.data for cell in run), style)
    return row


def _style(cell: Char) -> Style:
    return Style(
        color=_colour(cell.fg), bgcolor=_colour(cell.bg), bold=cell.bold, reverse=cell.reverse
    )


def _colour(name: str) -> str | None:
    return None if name == PLAIN else NAMES.get(name.replace("bright", ""), _rich(name))


def _rich(name: str) -> str:
    """Return a colour as rich calls it."""
    bright = name.removeprefix("bright")
    return name if bright == name else f"bright_{bright}"


def picture(language: str, *, lost: bool) -> str:
    """Return the status on the console's screen: all well, or the shoe lost."""
    with session(language) as s:
        s.people.open()
        if lost:
            s.table.wires["shoe"].unplug()
            s.stops("lost")
        s.types("status")
        console = Console(
            file=io.StringIO(), record=True, width=COLUMNS, height=ROWS, force_terminal=True,
            color_system="truecolor",
        )  # fmt: skip
        console.print(drawn(s.console.laptop), end="")
        return svg_of(console, f"croupier console · {s.table.config.table.name}", "console")


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    parser.add_argument("--well", action="store_true", help="at a table that is well")
    parser.add_argument("--out", type=Path, default=Path("docs/pictures/console.svg"))
    options = parser.parse_args()
    options.out.write_text(picture(options.lang, lost=not options.well), encoding="utf-8")


if __name__ == "__main__":
    main()
