"""The one-time code on a dealer's display of dots, read as a person does: letter by letter."""

from collections.abc import Sequence
from typing import Final

from drivers.displays.letters import ORIGIN_COLUMN
from drivers.displays.typesetting import HEIGHT, TYPE_SIZES, WIDTH, TypeSize
from firmware.shell.technician.one_time_code import CODE_ALPHABET, CODE_LENGTH
from sim.chips.ssd1306 import SimSsd1306

_HALF: Final = CODE_LENGTH // 2
_LEFT_MARGIN: Final = 2
_BEGINNINGS: Final = (["CODE "], ["CODE", ""])
"""The rows before the code, which is in the last: one, or two where it does not fit in one."""


def shown_code(display: SimSsd1306) -> str | None:
    """Return the code that is shown, None if something else is."""
    image = display.image()
    seen = sum(
        1 << HEIGHT * column + row
        for column in range(WIDTH)
        for row in range(HEIGHT)
        if image.getpixel((column, row))
    )
    for size in TYPE_SIZES:
        for rows in _BEGINNINGS:
            code = _read_letters(seen, size, rows)
            if _ink(size, [*rows[:-1], rows[-1] + code]) == seen:
                return code
    return None


def _read_letters(seen: int, size: TypeSize, rows: Sequence[str]) -> str:
    code = ""
    while len(code) < CODE_LENGTH + 1:
        letters = "-" if len(code) == _HALF else CODE_ALPHABET
        unlike = {
            letter: _unlike(seen, size, [*rows[:-1], rows[-1] + code + letter])
            for letter in letters
        }
        code += min(unlike, key=lambda letter: unlike[letter])
    return code


def _unlike(seen: int, size: TypeSize, rows: Sequence[str]) -> int:
    """Return how many dots are others as far as the last row goes."""
    end = 1 << HEIGHT * min(_LEFT_MARGIN + size.width(rows[-1]), WIDTH)
    return ((seen ^ _ink(size, rows)) % end).bit_count()


def _ink(size: TypeSize, rows: Sequence[str]) -> int:
    """Return the dots of rows as the display's typesetting has them."""
    ink = 0
    for number, text in enumerate(rows):
        column = _LEFT_MARGIN
        for advance, dots in size.letters(text):
            ink |= dots << HEIGHT * column + number * size.row_pitch
            column += advance
    return (ink >> HEIGHT * ORIGIN_COLUMN) & ((1 << WIDTH * HEIGHT) - 1)
