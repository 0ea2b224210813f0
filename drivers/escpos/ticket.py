"""The bytes of one ticket, as python-escpos composes them, row by row."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final
from unicodedata import category

from escpos.printer import Dummy

LEAD_IN: Final = b"\0\0"
"""Ends a command that a pulled cable has cut off: none of ours has more than three bytes."""
CODE_PAGE: Final = "CP1252"
"""`ESC t 16`: all of French, « œ » and the no-break space of amounts included."""

_HEAD: Final[dict[str, Any]] = {"align": "center", "bold": True, "double_height": True}
_BODY: Final[dict[str, Any]] = {"align": "left", "bold": False, "normal_textsize": True}


def compose(
    lines: Sequence[str], columns: int, *, mark: str | None = None, hanging: bool = False
) -> Iterator[bytes]:
    """Yield a ticket in portions of a row at most, its first line big; the last portion cuts it.

    A copy has its `mark` above. If a piece may be `hanging` in the printer it is cut off first.
    Lines are wrapped at words; characters outside the code page and control characters become `?`.
    """
    printer = Dummy()
    printer.hw("INIT")
    printer.charcode(CODE_PAGE)
    if hanging:
        printer.cut()
    yield LEAD_IN + _taken(printer)
    printer.set(**_HEAD)
    yield from _rows(printer, [mark] if mark is not None else [], columns)
    yield from _rows(printer, lines[:1], columns)
    printer.set(**_BODY)
    yield from _rows(printer, lines[1:], columns)
    printer.cut()
    yield _taken(printer)


def _rows(printer: Dummy, lines: Sequence[str], columns: int) -> Iterator[bytes]:
    for line in lines:
        for row in wrap(_printable(line), columns) or [""]:
            printer.textln(row)
            yield _taken(printer)


def _taken(printer: Dummy) -> bytes:
    portion = bytes(printer.output)
    printer.clear()
    return portion


def _printable(line: str) -> str:
    return "".join("?" if category(letter).startswith("C") else letter for letter in line)
