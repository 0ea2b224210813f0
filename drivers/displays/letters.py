"""The letters of the displays' font: each is drawn once a size, and set from then on.

Ink is a number: bit COLUMN x + y is the dot in column x from the left and row y from the top. So
the ink of several letters is their numbers, shifted to their places and put together by `or`.
"""

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

COLUMN: Final = 64
"""Dots in a column of ink."""
FONT_FILE: Final = "DejaVuSansCondensed-Bold.ttf"
ORIGIN_COLUMN: Final = 32
"""Columns of a letter's ink to the left of its origin: some reach back over it."""
_LETTER_COLUMNS: Final = 2 * ORIGIN_COLUMN
_LEFT_CONTEXT: Final = "Éj" + 12 * " "
"""Put to the left of a letter while it is drawn: the height at which Pillow sets a letter depends
on the text's ascenders and descenders.
"""
_CACHE_SIZE: Final = 1024
"""Cached letters: five times the number that a table's texts use."""


class Letter(NamedTuple):
    """A letter in one size, whose origin is column ORIGIN_COLUMN of the uppermost row of text."""

    advance_columns: int
    """The columns to the next letter, whichever it is: the font has no kerning."""
    ink: int


@lru_cache(maxsize=_CACHE_SIZE)
def draw_letter(height_px: int, baseline: int, row_pitch: int, character: str) -> Letter:
    """Return a character `height_px` high over a baseline, in a row of text `row_pitch` high."""
    origin_column, advance_columns = (
        round(font(height_px).getlength(text, mode="1")) for text in (_LEFT_CONTEXT, character)
    )
    row_image = Image.new("1", (origin_column + _LETTER_COLUMNS, row_pitch))
    ImageDraw.Draw(row_image).text(
        (0, baseline), _LEFT_CONTEXT + character, fill=1, font=font(height_px), anchor="ls"
    )
    glyph_image = row_image.crop(
        (origin_column - ORIGIN_COLUMN, 0, origin_column + _LETTER_COLUMNS, COLUMN)
    ).transpose(Image.Transpose.TRANSPOSE)
    return Letter(advance_columns, int.from_bytes(glyph_image.tobytes("raw", "1;R"), "little"))


@cache
def font(height_px: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size."""
    # From the package, not the system: the same dots on every machine.
    data = files("drivers").joinpath("fonts", FONT_FILE).read_bytes()
    return ImageFont.truetype(BytesIO(data), height_px, layout_engine=ImageFont.Layout.BASIC)
