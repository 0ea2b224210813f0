"""Text as screens for a display of 128 x 64 dots: big, wrapped at words, never cut."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from drivers.displays.letters import COLUMN, ROOM, Letter, letter

WIDTH: Final = 128
HEIGHT: Final = COLUMN
Screen = tuple[bytes, ...]
"""Eight pages of 128 octets from the top: an octet a column, whose lowest bit is its top row."""

_MARGIN: Final = 2
"""Room at the left for a J, which in these sizes begins up to two dots before its place."""
_ROW: Final = WIDTH - _MARGIN
_BESIDE_BAR: Final = _ROW - 4
_GLASS: Final = (1 << WIDTH * HEIGHT) - 1
_KEPT: Final = 128
"""Cached texts, at 1 KiB of screens each: recurring texts, not those with amounts."""

_KEPT_WIDTHS: Final = 4096
"""Words, each in up to five sizes."""


class Size(NamedTuple):
    """A size of type: how many rows of it fill a screen, and where in a row its baseline is.

    Sizes are chosen so that the ink of every letter of the font stays within its row.
    """

    rows: int
    px: int
    baseline: int

    def width(self, text: str) -> int:
        """Return how many dots wide `text` is."""
        return _width(self, text)

    def letters(self, text: str) -> Iterator[Letter]:
        """Return the letters of `text` in this size."""
        return map(partial(letter, self.px, self.baseline, self.pitch), text)

    @property
    def pitch(self) -> int:
        """From row to row."""
        return HEIGHT // self.rows


SIZES: Final = (
    Size(rows=2, px=27, baseline=26),
    Size(rows=2, px=23, baseline=25),
    Size(rows=3, px=18, baseline=17),
    Size(rows=3, px=16, baseline=16),
    Size(rows=4, px=13, baseline=12),
)
"""Biggest first. In the smallest a row holds about 18 letters, and À, È and Ê still differ."""


@lru_cache(maxsize=_KEPT_WIDTHS)
def _width(size: Size, text: str) -> int:
    return sum(advance for advance, _ in size.letters(text))


class Layout(NamedTuple):
    """The rows of text of each screen, and the size that they are set in."""

    size: Size
    screens: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=_KEPT)
def pictures(lines: tuple[str, ...], standing: str = "") -> tuple[Screen, ...]:
    """Return the screens that `lines` fill, at least one.

    The `standing` line, if any, is the last row of each. If there are several screens, a bar at the
    right edge shows which one it is.
    """
    size, screens = lay_out(lines, standing)
    count = len(screens)
    bars = [_bar(index, count) for index in range(count)] if count > 1 else [0]
    return tuple(_pages(_ink(size, rows) | bar) for rows, bar in zip(screens, bars, strict=True))


def lay_out(lines: tuple[str, ...], standing: str = "") -> Layout:
    """Return `lines` in the biggest size in which they fill one screen, else on several.

    Each line begins a row, and `standing` is the last row of every screen. A word is broken only if
    it is wider than the display.
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
    """Return whether each word, and the standing line, fits in a row."""
    unbroken = [standing, *(word for words in paragraphs for word in words)]
    return all(size.width(piece) <= _ROW for piece in unbroken)


def _rows(paragraphs: Sequence[Sequence[str]], size: Size, width: int) -> list[str]:
    return [row for words in paragraphs for row in _wrap(words, size, width)]


def _wrap(words: Sequence[str], size: Size, width: int) -> list[str]:
    rows, room, space = [""], width, size.width(" ")
    for word in words:
        joined = f" {word}" if rows[-1] else word
        wide = size.width(word) + (space if rows[-1] else 0)
        if wide <= room:
            rows[-1] += joined
            room -= wide
        else:
            rows += _pieces(word, size, width)
            room = width - size.width(rows[-1])
    return [row for row in rows if row]


def _pieces(word: str, size: Size, width: int) -> list[str]:
    """Break `word` where it must be; nearly always it is whole."""
    if size.width(word) <= width:
        return [word]
    pieces = [""]
    for character in word:
        if size.width(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _share(rows: Sequence[str], most: int) -> tuple[tuple[str, ...], ...]:
    """Spread `rows` evenly over as few screens of `most` rows as hold them."""
    count = -(-len(rows) // most)
    each = -(-len(rows) // count)
    return tuple(tuple(rows[at : at + each]) for at in range(0, len(rows), each))


def _ink(size: Size, rows: Sequence[str]) -> int:
    """Return the dots of a screen's rows, as `letters` has them."""
    ink = 0
    for number, row in enumerate(rows):
        at = _MARGIN
        for advance, dots in size.letters(row):
            ink |= dots << HEIGHT * at + number * size.pitch
            at += advance
    return ink >> HEIGHT * ROOM


def _bar(index: int, count: int) -> int:
    """Return the dots of the bar at the right edge of a screen that is one of several."""
    top, bottom = HEIGHT * index // count, HEIGHT * (index + 1) // count
    return (1 << bottom) - (1 << top) << HEIGHT * (WIDTH - 1)


def _pages(ink: int) -> Screen:
    columns = (ink & _GLASS).to_bytes(WIDTH * HEIGHT // 8, "little")
    pages = HEIGHT // 8
    return tuple(columns[number::pages] for number in range(pages))
