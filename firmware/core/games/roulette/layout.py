"""The layout of a roulette table (72), computed from the grid of its numbers: 3 columns, 12 rows.

A place is named by its bet and the numbers that it covers, zeros first, then ascending.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Final

COLUMN_COUNT: Final = 3
ROW_COUNT: Final = 12
LAST_NUMBER: Final = COLUMN_COUNT * ROW_COUNT
ZEROS_BY_NUMBERS: Final[Mapping[int, tuple[str, ...]]] = {37: ("0",), 38: ("0", "00")}
"""Article 68: the zeros of a table of so many numbers."""
ZEROS: Final = frozenset(ZEROS_BY_NUMBERS[38])
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
RED_NUMBERS: Final = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
INSIDE_BETS: Final = ("straight", "split", "street", "corner", TOP_LINE, "six_line")
OUTSIDE_BETS: Final = ("column", "dozen", "low", "high", "even", "odd", "red", "black")

Covered = Mapping[str, frozenset[str]]
"""The numbers that each place covers."""


def numbers_of(numbers_on_table: int) -> tuple[str, ...]:
    """Return every number of a table of 37 or 38 (68)."""
    return (*ZEROS_BY_NUMBERS[numbers_on_table], *map(str, range(1, LAST_NUMBER + 1)))


@cache
def layout_places(numbers_on_table: int) -> Covered:
    """Return the places of a table of 37 or 38 numbers and the numbers of each, inside bets first.

    37 numbers have 157 places, 38 have 161.
    """
    return MappingProxyType({**_inside_places(numbers_on_table), **_outside_places()})


def _inside_places(numbers_on_table: int) -> dict[str, frozenset[str]]:
    numbers_by_place = {
        f"straight:{number}": frozenset({number}) for number in numbers_of(numbers_on_table)
    }
    for block_name, block_sizes in BLOCK_SIZES.items():
        zero_places = AROUND_ZERO[numbers_on_table].get(block_name, ())
        grid_places = (
            ",".join(map(str, number_block))
            for block_rows, block_columns in block_sizes
            for number_block in _number_blocks(block_rows, block_columns)
        )
        numbers_by_place |= {
            f"{block_name}:{place}": frozenset(place.split(","))
            for place in (*zero_places, *grid_places)
        }
    return numbers_by_place | {
        TOP_LINE: frozenset((*ZEROS_BY_NUMBERS[numbers_on_table], "1", "2", "3"))
    }


BLOCK_SIZES: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "split": ((1, 2), (2, 1)),
    "street": ((1, COLUMN_COUNT),),
    "corner": ((2, 2),),
    "six_line": ((2, COLUMN_COUNT),),
}
"""Each bet on several numbers is a block of adjacent numbers: its rows and columns."""


def _number_blocks(block_rows: int, block_columns: int) -> Iterator[list[int]]:
    """Yield the numbers of every block of so many rows and columns."""
    for row_index, column_index in product(
        range(ROW_COUNT - block_rows + 1), range(COLUMN_COUNT - block_columns + 1)
    ):
        yield [
            (row_index + row_offset) * COLUMN_COUNT + column_index + column_offset + 1
            for row_offset, column_offset in product(range(block_rows), range(block_columns))
        ]


def _outside_places() -> dict[str, frozenset[str]]:
    all_numbers = range(1, LAST_NUMBER + 1)
    winning_numbers = {
        **{
            f"column:{section_number}": all_numbers[section_number - 1 :: COLUMN_COUNT]
            for section_number in (1, 2, 3)
        },
        **{
            f"dozen:{section_number}": all_numbers[
                (section_number - 1) * ROW_COUNT : section_number * ROW_COUNT
            ]
            for section_number in (1, 2, 3)
        },
        "low": all_numbers[: LAST_NUMBER // 2],
        "high": all_numbers[LAST_NUMBER // 2 :],
        "even": all_numbers[1::2],
        "odd": all_numbers[::2],
        "red": sorted(RED_NUMBERS),
        "black": sorted({*all_numbers} - RED_NUMBERS),
    }
    return {place: frozenset(map(str, winning)) for place, winning in winning_numbers.items()}


def canonical(place: str) -> str:
    """Return the name of a place whose numbers may be written in any order."""
    block_name, _, written_part = place.partition(":")
    written_numbers = written_part.split(",")
    if not all(number.isdecimal() and number.isascii() for number in written_numbers):
        return place
    # by value, then 0 before 00
    ascending = sorted(written_numbers, key=lambda number: (int(number), len(number)))
    return f"{block_name}:{','.join(ascending)}"
