"""The layout of a roulette table (72), computed from the grid of its numbers: 3 columns, 12 rows.

A place is named by its bet and the numbers that it covers, zeros first, then ascending.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Final

COLUMNS: Final = 3
ROWS: Final = 12
LAST: Final = COLUMNS * ROWS
ZEROS: Final[Mapping[int, tuple[str, ...]]] = {37: ("0",), 38: ("0", "00")}
"""Article 68: the zeros of a table of so many numbers."""
AROUND_ZERO: Final[Mapping[int, Mapping[str, tuple[str, ...]]]] = {
    37: {
        "split": ("0,1", "0,2", "0,3"),
        "street": ("0,1,2", "0,2,3"),
    },
    38: {
        "split": ("0,00", "0,1", "0,2", "00,2", "00,3"),
        "street": ("0,1,2", "0,00,2", "00,2,3"),
    },
}
"""The numbers next to each zero: at 38 numbers 0 is next to 1 and 2, 00 next to 2 and 3."""
TOP_LINE: Final = "top_line"
RED: Final = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
INSIDE: Final = ("straight", "split", "street", "corner", TOP_LINE, "six_line")
OUTSIDE: Final = ("column", "dozen", "low", "high", "even", "odd", "red", "black")

Covered = Mapping[str, frozenset[str]]
"""The numbers that each place covers."""


def numbers_of(numbers: int) -> tuple[str, ...]:
    """Return every number of a table of 37 or 38 (68)."""
    return (*ZEROS[numbers], *map(str, range(1, LAST + 1)))


@cache
def layout(numbers: int) -> Covered:
    """Return the places of a table of 37 or 38 numbers and the numbers of each, inside bets first.

    37 numbers have 157 places, 38 have 161.
    """
    return MappingProxyType({**_inside(numbers), **_outside()})


def _inside(numbers: int) -> dict[str, frozenset[str]]:
    covered = {f"straight:{number}": frozenset({number}) for number in numbers_of(numbers)}
    for name, blocks in BLOCKS.items():
        across = AROUND_ZERO[numbers].get(name, ())
        grid = (
            ",".join(map(str, block))
            for rows, columns in blocks
            for block in _blocks(rows, columns)
        )
        covered |= {f"{name}:{place}": frozenset(place.split(",")) for place in (*across, *grid)}
    return covered | {TOP_LINE: frozenset((*ZEROS[numbers], "1", "2", "3"))}


BLOCKS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "split": ((1, 2), (2, 1)),
    "street": ((1, COLUMNS),),
    "corner": ((2, 2),),
    "six_line": ((2, COLUMNS),),
}
"""Each bet on several numbers is a block of so many rows and columns that touch."""


def _blocks(rows: int, columns: int) -> Iterator[list[int]]:
    """Yield the numbers of every block of so many rows and columns."""
    for row, column in product(range(ROWS - rows + 1), range(COLUMNS - columns + 1)):
        yield [
            (row + down) * COLUMNS + column + right + 1
            for down, right in product(range(rows), range(columns))
        ]


def _outside() -> dict[str, frozenset[str]]:
    every = range(1, LAST + 1)
    won = {
        **{f"column:{nth}": every[nth - 1 :: COLUMNS] for nth in (1, 2, 3)},
        **{f"dozen:{nth}": every[(nth - 1) * ROWS : nth * ROWS] for nth in (1, 2, 3)},
        "low": every[: LAST // 2],
        "high": every[LAST // 2 :],
        "even": every[1::2],
        "odd": every[::2],
        "red": sorted(RED),
        "black": sorted({*every} - RED),
    }
    return {place: frozenset(map(str, numbers)) for place, numbers in won.items()}


def canonical(place: str) -> str:
    """Return the name of a place whose numbers may be written in any order."""
    name, _, written = place.partition(":")
    numbers = written.split(",")
    if not all(number.isdecimal() and number.isascii() for number in numbers):
        return place
    return f"{name}:{','.join(sorted(numbers, key=lambda n: (int(n), len(n))))}"
