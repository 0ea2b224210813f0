"""How the console draws on 80 columns: a sign, a label, and words that are folded or cut.

How bad a thing is shows in a sign and a colour together: the sign is all that plain text has.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.console import RenderableType
from rich.text import Text as Ink

WIDTH: Final = 80
LEFT: Final = 14
"""Columns before the words of a row: two for the sign, the rest for the label."""
LEAST: Final = 20
"""Columns that words need beside the end of their line."""
CUT: Final = "…"

Told = Iterable[RenderableType]
"""The output, on 80 columns."""


class Mark(Enum):
    """How a thing is: its sign and its colour."""

    BAD = "!!", "bold red"
    WARN = "! ", "yellow"
    GOOD = "ok", "green"
    PLAIN = "  ", ""
    HEAD = "  ", "bold"
    FAINT = "  ", "dim"

    def __init__(self, sign: str, style: str) -> None:
        self.sign = sign
        self.style = style


def row(
    mark: Mark, label: str, text: str, most: int = WIDTH, end: str = "", *, loud: bool = False
) -> Ink:
    """Return `text` after its sign and label, in at most `most` lines; `end` is never cut.

    An `end` that leaves no room beside it has a line of its own.

    Only the sign and the label have the mark's colour; the text too if it is `loud`.
    """
    width = WIDTH - LEFT - 1
    beside = width - cell_len(end) - 2 if end else width
    last = beside if beside >= LEAST else width
    lines = _at_most(folded(text, last), most, last)
    if end and last == beside:
        lines[-1] = f"{fitted(lines[-1], last)}  {end}"
    elif end:
        lines.append(end)
    words = f"\n{' ' * LEFT}".join(lines)
    told = Ink(f"{mark.sign} {fitted(label, LEFT - len(mark.sign) - 2)} ")
    told.stylize(mark.style)
    return told.append(words, mark.style if loud else "")


def indented(text: str, style: str = "", left: int = 3) -> Ink:
    """Return words on as many lines as they need, moved in by `left` columns."""
    space = " " * left
    return Ink("\n".join(space + line for line in folded(text, WIDTH - left - 1)), style)


def hung(line: Ink, left: int) -> Ink:
    """Return a line folded to the width, indented after the first; it keeps one colour."""
    first, *others = folded(line.plain, WIDTH - 1)
    rest = folded(" ".join(others), WIDTH - left - 1) if others else []
    style = line.spans[-1].style if line.spans else line.style
    return Ink(f"\n{' ' * left}".join([first, *rest]), style)


def folded(text: str, width: int) -> list[str]:
    """Return a text in lines of `width` columns; a no-break space is kept, a long word is not."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if cell_len(longer) <= width and lines:
            lines[-1] = longer
        else:
            lines += chop_cells(word, width) or [""]
    return lines


def clipped(text: str, width: int) -> str:
    """Return a text on `width` columns at most; a cut is marked."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + CUT


def fitted(text: str, width: int) -> str:
    """Return a text on exactly `width` columns."""
    return set_cell_size(clipped(text, width), width)


def _at_most(lines: list[str], most: int, width: int) -> list[str]:
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], clipped(lines[most - 1] + " " * width, width)]
