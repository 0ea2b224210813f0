"""The bytes of one ticket, as python-escpos composes them, row by row."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any, Final
from unicodedata import category

from escpos.printer import Dummy

RESET_PREFIX: Final = b"\0\0"
"""Ends a command that a pulled cable has cut off: ours have three bytes at most."""
CODE_PAGE: Final = "CP1252"
"""`ESC t 16`: all of French, « œ » and the no-break space of amounts included."""

_HEAD_STYLE: Final[dict[str, Any]] = {"align": "center", "bold": True, "double_height": True}
_BODY_STYLE: Final[dict[str, Any]] = {"align": "left", "bold": False, "normal_textsize": True}


def compose(
    lines: Sequence[str],
    columns: int,
    *,
    copy_mark: str | None = None,
    has_hanging_piece: bool = False,
) -> Iterator[bytes]:
    """Yield a ticket in portions of a row at most, its first line big; the last portion cuts it.

    A copy has its `copy_mark` above. `has_hanging_piece`: an uncut piece may hang in the printer,
    and is cut off first. Lines are wrapped at words; characters outside the code page and control
    characters become `?`.
    """
    printer = Dummy()
    printer.hw("INIT")
    printer.charcode(CODE_PAGE)
    if has_hanging_piece:
        printer.cut()
    yield RESET_PREFIX + _printer_output(printer)
    printer.set(**_HEAD_STYLE)
    yield from _printed_rows(printer, [copy_mark] if copy_mark is not None else [], columns)
    yield from _printed_rows(printer, lines[:1], columns)
    printer.set(**_BODY_STYLE)
    yield from _printed_rows(printer, lines[1:], columns)
    printer.cut()
    yield _printer_output(printer)


def _printed_rows(printer: Dummy, lines: Sequence[str], columns: int) -> Iterator[bytes]:
    for line in lines:
        for row_text in wrap(_printable(line), columns) or [""]:
            printer.textln(row_text)
            yield _printer_output(printer)


def _printer_output(printer: Dummy) -> bytes:
    portion_bytes = bytes(printer.output)
    printer.clear()
    return portion_bytes


def _printable(line: str) -> str:
    # Control characters would be commands: text from a configuration must not become one.
    return "".join("?" if category(character).startswith("C") else character for character in line)
