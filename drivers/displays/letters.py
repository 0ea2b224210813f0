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
FONT: Final = "DejaVuSansCondensed-Bold.ttf"
ROOM: Final = 32
"""Columns of a letter's ink to the left of its origin: some reach back over it."""
_WIDEST: Final = 2 * ROOM
_BESIDE: Final = "Éj" + 12 * " "
"""Put to the left of a letter while it is drawn: the height at which Pillow sets a letter depends
on the text's ascenders and descenders.
"""
_KEPT: Final = 1024
"""Letters that are kept: five times all that a table says."""


class Letter(NamedTuple):
    """A letter in one size, standing in column ROOM of the uppermost row of text."""

    advance: int
    """The columns to the next letter, whichever it is: the font has no kerning."""
    ink: int


@lru_cache(maxsize=_KEPT)
def letter(px: int, baseline: int, pitch: int, character: str) -> Letter:
    """Return a character `px` dots high over a baseline, in a row of text of `pitch` dots."""
    at, advance = (round(font(px).getlength(text, mode="1")) for text in (_BESIDE, character))
    row = Image.new("1", (at + _WIDEST, pitch))
    ImageDraw.Draw(row).text((0, baseline), _BESIDE + character, fill=1, font=font(px), anchor="ls")
    drawn = row.crop((at - ROOM, 0, at + _WIDEST, COLUMN)).transpose(Image.Transpose.TRANSPOSE)
    return Letter(advance, int.from_bytes(drawn.tobytes("raw", "1;R"), "little"))


@cache
def font(px: int) -> ImageFont.FreeTypeFont:
    """Return the font in a size."""
    data = files("drivers").joinpath("fonts", FONT).read_bytes()
    return ImageFont.truetype(BytesIO(data), px, layout_engine=ImageFont.Layout.BASIC)
