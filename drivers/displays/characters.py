"""Text for a display of 20 x 4 characters, of which eight can be drawn: wrapped, never cut."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from textwrap import wrap
from typing import Any, Final, NamedTuple

COLUMNS: Final = 20
ROWS: Final = 4
GLYPH_SLOTS: Final = 8
"""Slots of the display's own memory for characters that its fixed set lacks."""

_SIGNS: Final = {
    "♠": bytes((0x04, 0x0E, 0x1F, 0x1F, 0x1F, 0x04, 0x0E, 0x00)),
    "♥": bytes((0x00, 0x0A, 0x1F, 0x1F, 0x1F, 0x0E, 0x04, 0x00)),
    "♦": bytes((0x04, 0x0E, 0x0E, 0x1F, 0x0E, 0x0E, 0x04, 0x00)),
    "♣": bytes((0x0E, 0x0E, 0x15, 0x1F, 0x15, 0x04, 0x0E, 0x00)),
    "€": bytes((0x07, 0x08, 0x1E, 0x08, 0x1E, 0x08, 0x07, 0x00)),
    "₩": bytes((0x15, 0x15, 0x1F, 0x15, 0x1F, 0x0A, 0x0A, 0x00)),
    "₹": bytes((0x1F, 0x02, 0x1F, 0x02, 0x1C, 0x08, 0x06, 0x00)),
}
"""Suits and signs of money that neither fixed set has, each as eight rows of five dots."""
_ROM_SIGNS: Final = "£¥¢"
"""Signs of money as ROM A02 draws them: without a slot they would have no plain letter."""
_PLAIN_LETTERS: Final = str.maketrans(
    {"\u202f": "\u00a0", "’": "'", "‑": "-", "–": "-", "—": "-", "…": "...", "×": "x",
     "«": '"', "»": '"', "→": ">", "●": "*", "\\": "/", "~": "-",
     "₱": "P", "฿": "B", "₫": "d", "₽": "P", "₺": "L"}
)  # fmt: skip
"""Replacements for signs that the fixed letters (ROM A00) lack, or have at another place."""


class CharacterScreen(NamedTuple):
    """Four rows of character codes, 0 to 7 for the glyphs in their order."""

    rows: tuple[str, ...]
    glyphs: tuple[bytes, ...]


@lru_cache(maxsize=256)
def lay_out_screens(lines: tuple[str, ...], footer_line: str = "") -> tuple[CharacterScreen, ...]:
    """Return the screens that `lines` fill, at least one; `footer_line` is the last row of each.

    Suits and signs of money get slots first, then accented letters in order; if no slot is left, a
    letter only loses its accent.
    """
    rows_available = ROWS - bool(footer_line)
    rows = [row_text for line in lines for row_text in _wrap_line(line)] or [""]
    return tuple(
        _typeset_screen(
            [
                *screen_rows,
                *[""] * (rows_available - len(screen_rows)),
                *([footer_line] if footer_line else []),
            ]
        )
        for screen_rows in _rows_by_screen(rows, rows_available)
    )


def _rows_by_screen(rows: list[str], rows_available: int) -> Iterator[list[str]]:
    """Yield so many rows at a time."""
    for first_row in range(0, len(rows), rows_available):
        yield rows[first_row : first_row + rows_available]


def _wrap_line(line: str) -> list[str]:
    return wrap(line.translate(_PLAIN_LETTERS), COLUMNS, break_on_hyphens=False)


def _typeset_screen(rows: list[str]) -> CharacterScreen:
    texts = [
        row_text.translate(_PLAIN_LETTERS).replace("\u00a0", " ").ljust(COLUMNS)
        for row_text in rows
    ]
    drawn_letters = _drawn_letters("".join(texts))
    letter_codes = {character: chr(slot) for slot, character in enumerate(drawn_letters)}
    coded_rows = (
        "".join(letter_codes.get(character) or _unaccented(character) for character in row_text)
        for row_text in texts
    )
    return CharacterScreen(
        tuple(coded_rows), tuple(_glyph_bytes(character) for character in drawn_letters)
    )


def _drawn_letters(text: str) -> list[str]:
    """Return the letters that are to be drawn, signs first."""
    # Above ASCII, ROM A00 has Kana in place of Latin-1.
    candidates = [character for character in dict.fromkeys(text) if ord(character) > 126]
    signs = [character for character in candidates if character in (*_SIGNS, *_ROM_SIGNS)]
    letters = [
        character for character in candidates if character not in signs and _is_european(character)
    ]
    return [*signs, *letters][:GLYPH_SLOTS]


def _unaccented(character: str) -> str:
    base_letter = unicodedata.normalize("NFD", character)[0]
    return base_letter if ord(base_letter) <= 126 else "?"


def _is_european(character: str) -> bool:
    return ord(character) in _european().mappings


def _glyph_bytes(character: str) -> bytes:
    if character in _SIGNS:
        return _SIGNS[character]
    mask = _european().getmask(character)
    return bytes(
        # A glyph is eight rows of five dots, the leftmost in bit 4.
        sum(bool(mask.getpixel((column, row))) << (4 - column) for column in range(5))
        for row in range(8)
    )


@cache
def _european() -> Any:  # noqa: ANN401  # luma is not typed
    """Return luma's drawing of the letters of ROM A02, which has the accents that A00 lacks."""
    from luma.core.bitmap_font import embedded_fonts
    from luma.lcd.const import hd44780

    return embedded_fonts(hd44780.FONTDATA, selected_font="A02").current
