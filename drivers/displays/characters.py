"""Text for a display of 20 x 4 characters, of which eight can be drawn: wrapped, never cut."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from textwrap import wrap
from typing import Any, Final, NamedTuple

COLUMNS: Final = 20
ROWS: Final = 4
GLYPHS: Final = 8
"""Slots of the display's own memory for characters that its fixed set lacks."""

_SUITS: Final = {
    "♠": bytes((0x04, 0x0E, 0x1F, 0x1F, 0x1F, 0x04, 0x0E, 0x00)),
    "♥": bytes((0x00, 0x0A, 0x1F, 0x1F, 0x1F, 0x0E, 0x04, 0x00)),
    "♦": bytes((0x04, 0x0E, 0x0E, 0x1F, 0x0E, 0x0E, 0x04, 0x00)),
    "♣": bytes((0x0E, 0x0E, 0x15, 0x1F, 0x15, 0x04, 0x0E, 0x00)),
}
_PLAIN: Final = str.maketrans(
    {"\u202f": "\u00a0", "’": "'", "‑": "-", "–": "-", "—": "-", "…": "...", "×": "x",
     "«": '"', "»": '"', "→": ">", "●": "*", "\\": "/", "~": "-"}
)  # fmt: skip
"""Replacements for signs that the fixed letters (ROM A00) lack, or have at another place."""


class Screen(NamedTuple):
    """Four rows of character codes, 0 to 7 for the glyphs in their order."""

    rows: tuple[str, ...]
    glyphs: tuple[bytes, ...]


@lru_cache(maxsize=256)
def screens(lines: tuple[str, ...], standing: str = "") -> tuple[Screen, ...]:
    """Return the screens that `lines` fill, at least one; `standing` is the last row of each.

    Suits get slots first, then accented letters in order; if no slot is left, a letter only loses
    its accent.
    """
    room = ROWS - bool(standing)
    rows = [row for line in lines for row in _wrapped(line)] or [""]
    return tuple(
        _screen([*page, *[""] * (room - len(page)), *([standing] if standing else [])])
        for page in _pages(rows, room)
    )


def _pages(rows: list[str], room: int) -> Iterator[list[str]]:
    """Yield so many rows at a time."""
    for at in range(0, len(rows), room):
        yield rows[at : at + room]


def _wrapped(line: str) -> list[str]:
    return wrap(line.translate(_PLAIN), COLUMNS, break_on_hyphens=False)


def _screen(rows: list[str]) -> Screen:
    texts = [row.translate(_PLAIN).replace("\u00a0", " ").ljust(COLUMNS) for row in rows]
    drawn = _drawn("".join(texts))
    codes = {letter: chr(slot) for slot, letter in enumerate(drawn)}
    coded = ("".join(codes.get(letter) or _unaccented(letter) for letter in row) for row in texts)
    return Screen(tuple(coded), tuple(_glyph(letter) for letter in drawn))


def _drawn(text: str) -> list[str]:
    """Return the letters that are to be drawn, suits first."""
    wanted = [letter for letter in dict.fromkeys(text) if ord(letter) > 126]
    suits = [letter for letter in wanted if letter in _SUITS]
    return [*suits, *(letter for letter in wanted if letter not in _SUITS and _letters(letter))][
        :GLYPHS
    ]


def _unaccented(letter: str) -> str:
    plain = unicodedata.normalize("NFD", letter)[0]
    return plain if ord(plain) <= 126 else "?"


def _letters(letter: str) -> bool:
    return ord(letter) in _european().mappings


def _glyph(letter: str) -> bytes:
    if letter in _SUITS:
        return _SUITS[letter]
    mask = _european().getmask(letter)
    return bytes(sum(bool(mask.getpixel((x, y))) << (4 - x) for x in range(5)) for y in range(8))


@cache
def _european() -> Any:  # noqa: ANN401  # luma is not typed
    """Return luma's drawing of the letters of ROM A02, which has the accents that A00 lacks."""
    from luma.core.bitmap_font import embedded_fonts
    from luma.lcd.const import hd44780

    return embedded_fonts(hd44780.FONTDATA, selected_font="A02").current
