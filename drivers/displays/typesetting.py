"""Text as screens for a display of 128 x 64 dots: big, wrapped at words, never cut."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from drivers.displays.letters import COLUMN, ORIGIN_COLUMN, Letter, draw_letter

WIDTH: Final = 128
HEIGHT: Final = COLUMN
DotScreen = tuple[bytes, ...]
"""Eight pages of 128 octets from the top: an octet a column, whose lowest bit is its top row."""

_LEFT_MARGIN: Final = 2
"""Room at the left for a J, which in these sizes begins up to two dots before its place."""
_ROW_WIDTH: Final = WIDTH - _LEFT_MARGIN
_ROW_WIDTH_WITH_BAR: Final = _ROW_WIDTH - 4
_GLASS_MASK: Final = (1 << WIDTH * HEIGHT) - 1
_CACHE_SIZE: Final = 128
"""Cached texts, at 1 KiB of screens each: recurring texts, not those with amounts."""

_WIDTH_CACHE_SIZE: Final = 4096
"""Words, each in up to five sizes."""


class TypeSize(NamedTuple):
    """A size of type: its rows to a screen, its height, and the baseline within a row.

    Sizes are chosen so that the ink of every letter of the font stays within its row.
    """

    rows: int
    height_px: int
    baseline: int

    def width(self, text: str) -> int:
        """Return how many dots wide `text` is."""
        return _text_width(self, text)

    def letters(self, text: str) -> Iterator[Letter]:
        """Return the letters of `text` in this size."""
        return map(partial(draw_letter, self.height_px, self.baseline, self.row_pitch), text)

    @property
    def row_pitch(self) -> int:
        """From row to row."""
        return HEIGHT // self.rows


TYPE_SIZES: Final = (
    TypeSize(rows=2, height_px=27, baseline=26),
    TypeSize(rows=2, height_px=23, baseline=25),
    TypeSize(rows=3, height_px=18, baseline=17),
    TypeSize(rows=3, height_px=16, baseline=16),
    TypeSize(rows=4, height_px=13, baseline=12),
)
"""Biggest first. In the smallest a row holds about 18 letters, and À, È and Ê still differ."""


@lru_cache(maxsize=_WIDTH_CACHE_SIZE)
def _text_width(size: TypeSize, text: str) -> int:
    return sum(advance_columns for advance_columns, _ in size.letters(text))


class ScreenLayout(NamedTuple):
    """The rows of text of each screen, and the size that they are set in."""

    size: TypeSize
    screens: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=_CACHE_SIZE)
def pictures(lines: tuple[str, ...], footer_line: str = "") -> tuple[DotScreen, ...]:
    """Return the screens that `lines` fill, at least one.

    The `footer_line`, if any, is the last row of each. If there are several screens, a bar at
    the right edge shows which one it is.
    """
    size, screens = lay_out_rows(lines, footer_line)
    count = len(screens)
    page_bars = [_page_bar(index, count) for index in range(count)] if count > 1 else [0]
    return tuple(
        _ink_pages(_screen_ink(size, rows) | page_bar)
        for rows, page_bar in zip(screens, page_bars, strict=True)
    )


def lay_out_rows(lines: tuple[str, ...], footer_line: str = "") -> ScreenLayout:
    """Return `lines` in the biggest size in which they fill one screen, else on several.

    Each line begins a row, and `footer_line` is the last row of every screen. A word is broken only
    if it is wider than the display.
    """
    last_row = (footer_line,) if footer_line else ()
    paragraphs = [words for line in lines if (words := _words(line))]
    for size in TYPE_SIZES:
        if size.rows < len(paragraphs) + len(last_row) or not _fits_unbroken(
            paragraphs, footer_line, size
        ):
            continue
        rows = _wrapped_rows(paragraphs, size, _ROW_WIDTH)
        if len(rows) + len(last_row) <= size.rows:
            return ScreenLayout(size, ((*rows, *last_row),))
    # Nothing fits on one screen: the smallest size, on as few screens as possible.
    size = TYPE_SIZES[-1]
    rows = _wrapped_rows(paragraphs, size, _ROW_WIDTH_WITH_BAR)
    screens = _spread_rows(rows, size.rows - len(last_row))
    return ScreenLayout(size, tuple((*screen, *last_row) for screen in screens))


def _words(line: str) -> list[str]:
    """Return the words of `line`: a row may end at a space, never at a no-break space."""
    return [word for word in line.split(" ") if word]


def _fits_unbroken(paragraphs: Sequence[Sequence[str]], footer_line: str, size: TypeSize) -> bool:
    """Return whether each word, and the standing line, fits in a row."""
    unbroken_words = [footer_line, *(word for words in paragraphs for word in words)]
    return all(size.width(unbroken_word) <= _ROW_WIDTH for unbroken_word in unbroken_words)


def _wrapped_rows(paragraphs: Sequence[Sequence[str]], size: TypeSize, max_width: int) -> list[str]:
    return [row_text for words in paragraphs for row_text in _wrap_words(words, size, max_width)]


def _wrap_words(words: Sequence[str], size: TypeSize, max_width: int) -> list[str]:
    rows, width_left, space_width = [""], max_width, size.width(" ")
    for word in words:
        spaced_word = f" {word}" if rows[-1] else word
        word_width = size.width(word) + (space_width if rows[-1] else 0)
        if word_width <= width_left:
            rows[-1] += spaced_word
            width_left -= word_width
        else:
            rows += _break_word(word, size, max_width)
            width_left = max_width - size.width(rows[-1])
    return [row_text for row_text in rows if row_text]


def _break_word(word: str, size: TypeSize, max_width: int) -> list[str]:
    """Break `word` where it must be; nearly always it is whole."""
    if size.width(word) <= max_width:
        return [word]
    word_pieces = [""]
    for character in word:
        if size.width(word_pieces[-1] + character) > max_width:
            word_pieces.append("")
        word_pieces[-1] += character
    return word_pieces


def _spread_rows(rows: Sequence[str], max_rows: int) -> tuple[tuple[str, ...], ...]:
    """Spread `rows` evenly over as few screens of at most `max_rows` as hold them."""
    count = -(-len(rows) // max_rows)
    rows_per_screen = -(-len(rows) // count)
    return tuple(
        tuple(rows[first_row : first_row + rows_per_screen])
        for first_row in range(0, len(rows), rows_per_screen)
    )


def _screen_ink(size: TypeSize, rows: Sequence[str]) -> int:
    """Return the dots of a screen's rows, as `letters` has them."""
    ink = 0
    for number, row_text in enumerate(rows):
        pen_column = _LEFT_MARGIN
        for advance_columns, dots in size.letters(row_text):
            ink |= dots << HEIGHT * pen_column + number * size.row_pitch
            pen_column += advance_columns
    # Letters are drawn ORIGIN_COLUMN columns to the right, since some reach back over their origin.
    return ink >> HEIGHT * ORIGIN_COLUMN


def _page_bar(index: int, count: int) -> int:
    """Return the dots of the bar at the right edge of a screen that is one of several."""
    top_row, bottom_row = HEIGHT * index // count, HEIGHT * (index + 1) // count
    return (1 << bottom_row) - (1 << top_row) << HEIGHT * (WIDTH - 1)


def _ink_pages(ink: int) -> DotScreen:
    # Column by column from the left, each eight octets: every eighth octet is one page.
    columns = (ink & _GLASS_MASK).to_bytes(WIDTH * HEIGHT // 8, "little")
    pages = HEIGHT // 8
    return tuple(columns[number::pages] for number in range(pages))
