"""Text as screens for a display of 128 x 64 dots: big, wrapped at words, never cut."""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 128
HEIGHT: Final = 64
Screen = tuple[bytes, ...]
"""Eight pages of 128 octets from the top: an octet a column, whose lowest bit is its top row."""

_FONT: Final = "DejaVuSansCondensed-Bold.ttf"
_MARGIN: Final = 2
"""Room at the left for a J, which in these sizes begins up to two dots before its place."""
_ROW: Final = WIDTH - _MARGIN
_BESIDE_BAR: Final = _ROW - 4
_KEPT: Final = 128
"""Texts whose screens are kept, at 1 KiB each: what a table says over and over, not its amounts."""


class Size(NamedTuple):
    """A size of type: how many rows of it fill a screen, and where in a row its baseline is.

    Sizes are chosen so that the ink of every letter of the font stays within its row.
    """

    rows: int
    px: int
    baseline: int

    def width(self, text: str) -> int:
        """Return how many dots wide `text` is."""
        return round(_font(self.px).getlength(text, mode="1"))


SIZES: Final = (
    Size(rows=2, px=27, baseline=26),
    Size(rows=2, px=23, baseline=25),
    Size(rows=3, px=18, baseline=17),
    Size(rows=3, px=16, baseline=16),
    Size(rows=4, px=13, baseline=12),
)
"""Biggest first. In the smallest a row holds about 18 letters, and À, È and Ê still differ."""


class Layout(NamedTuple):
    """The rows of text of each screen, and the size that they are set in."""

    size: Size
    screens: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=_KEPT)
def pictures(lines: tuple[str, ...], standing: str = "") -> tuple[Screen, ...]:
    """Return the screens that `lines` fill, at least one.

    The `standing` line, if any, is the last row of each. Where there are several screens, a bar
    at the right edge shows which one it is.
    """
    size, screens = lay_out(lines, standing)
    drawn = [_draw(size, rows) for rows in screens]
    if len(drawn) > 1:
        for index, picture in enumerate(drawn):
            _draw_bar(picture, index, len(drawn))
    return tuple(_pages(picture) for picture in drawn)


def lay_out(lines: tuple[str, ...], standing: str = "") -> Layout:
    """Return `lines` in the biggest size in which they fill one screen, else on several.

    Each line begins a row, and `standing` is the last row of every screen. A word is broken only
    where it is wider than the display.
    """
    last = (standing,) if standing else ()
    paragraphs = [words for line in lines if (words := _words(line))]
    for size in SIZES:
        if size.rows < len(paragraphs) + len(last) or not _unbroken(paragraphs, standing, size):
            continue
        rows = _rows(paragraphs, size, _ROW)
        if len(rows) + len(last) <= size.rows:
            return Layout(size, ((*rows, *last),))
    size = SIZES[-1]
    rows = _rows(paragraphs, size, _BESIDE_BAR)
    screens = _share(rows, size.rows - len(last))
    return Layout(size, tuple((*screen, *last) for screen in screens))


def _words(line: str) -> list[str]:
    """Return the words of `line`: a row ends at a space or at nothing, never at a no-break one."""
    return [word for word in line.split(" ") if word]


def _unbroken(paragraphs: Sequence[Sequence[str]], standing: str, size: Size) -> bool:
    """Say whether each word, and the standing line, has room in a row."""
    unbroken = [standing, *(word for words in paragraphs for word in words)]
    return all(size.width(piece) <= _ROW for piece in unbroken)


def _rows(paragraphs: Sequence[Sequence[str]], size: Size, width: int) -> list[str]:
    return [row for words in paragraphs for row in _wrap(words, size, width)]


def _wrap(words: Sequence[str], size: Size, width: int) -> list[str]:
    rows = [""]
    for word in words:
        longer = f"{rows[-1]} {word}".lstrip(" ")
        if size.width(longer) <= width:
            rows[-1] = longer
        else:
            rows += _pieces(word, size, width)
    return [row for row in rows if row]


def _pieces(word: str, size: Size, width: int) -> list[str]:
    """Break `word` where it must be; nearly always it is whole."""
    if size.width(word) <= width:
        return [word]
    pieces = [""]
    for letter in word:
        if size.width(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _share(rows: Sequence[str], most: int) -> tuple[tuple[str, ...], ...]:
    """Spread `rows` evenly over as few screens of `most` rows as hold them."""
    count = -(-len(rows) // most)
    each = -(-len(rows) // count)
    return tuple(tuple(rows[at : at + each]) for at in range(0, len(rows), each))


def _draw(size: Size, rows: Sequence[str]) -> Image.Image:
    picture = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(picture)
    font = _font(size.px)
    for number, row in enumerate(rows):
        baseline = number * (HEIGHT // size.rows) + size.baseline
        draw.text((_MARGIN, baseline), row, fill=1, font=font, anchor="ls")
    return picture


def _draw_bar(picture: Image.Image, index: int, count: int) -> None:
    top, bottom = HEIGHT * index // count, HEIGHT * (index + 1) // count - 1
    ImageDraw.Draw(picture).line((WIDTH - 1, top, WIDTH - 1, bottom), fill=1)


def _pages(picture: Image.Image) -> Screen:
    columns = picture.transpose(Image.Transpose.ROTATE_270).tobytes()
    pages = HEIGHT // 8
    return tuple(columns[pages - 1 - number :: pages] for number in range(pages))


@cache
def _font(px: int) -> ImageFont.FreeTypeFont:
    data = files("drivers").joinpath("fonts", _FONT).read_bytes()
    return ImageFont.truetype(BytesIO(data), px, layout_engine=ImageFont.Layout.BASIC)
