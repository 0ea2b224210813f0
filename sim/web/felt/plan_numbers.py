"""The layout of a roulette (72): inside bets on its numbers and their lines, others around."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.games.roulette.layout import COLUMNS, LAST, RED, ROWS
from firmware.core.vocabulary.rulings import base_name
from firmware.shell.sheets.roulette_lines import BEHIND_ZERO, At, lies_at, zero_at
from sim.web.felt.plan_layout import BOARD
from sim.web.felt.plan_parts import Box, Colour, PlacePlan, Say, from_edges, named

CELL: Final = (87, 132)
"""The width and height of a number."""
SIDE: Final = 84
"""The width of a zero, and of the box of a column."""
LEFT: Final = BOARD.right - SIDE * 2 - CELL[0] * ROWS
BELOW: Final = 28
"""Between the numbers and the boxes below, for chips at their foot."""
ROW: Final = 72
"""The height of a row of boxes below."""
DOT: Final = 40
"""The width of a place on a line."""
CROWDED: Final = 23
"""The same where they lie closer: beside a number, and on the line of two zeros."""
SPLIT_BY_TWO_ZEROS: Final[Mapping[str, float]] = {"split:0,2": -0.5, "split:00,2": 0.5}
"""Two touches both zeros: each split is in the middle of its own half of that line."""
BESIDE: Final[Mapping[str, float]] = {"twice": -20, "thrice": 20}
"""The offsets of bets on a repeated number, from the number's middle."""
CHANCES: Final = ("low", "even", "red", "black", "odd", "high")
TOP: Final = BOARD.bottom - ROW * 2 - BELOW - CELL[1] * COLUMNS
FOOT: Final = TOP + CELL[1] * COLUMNS


def number_places(bets: Sequence[str], say: Say) -> tuple[PlacePlan, ...]:
    """Draw the places of a layout; those on lines last, since they overlap others."""
    zeros = [on.partition(":")[2] for on in bets if on in ("straight:0", "straight:00")]
    places = [_place(on, zeros, say) for on in bets]
    return tuple(sorted(places, key=lambda place: place.on_line))


def _place(on: str, zeros: Sequence[str], say: Say) -> PlacePlan:
    at = lies_at(on, zeros)
    on_line = at is not None and base_name(on) != "straight"
    return PlacePlan(
        spot=0,
        on=on,
        box=_outside(on) if at is None else _inside(on, at, zeros),
        shape="circle" if on_line else "box",
        kind="main",
        colour=_colour(on),
        on_line=on_line,
        **named(on, say),
    )


def _inside(on: str, at: At, zeros: Sequence[str]) -> Box:
    base, _, written = on.partition(":")
    x, y = at
    middle = (
        _across(x),
        FOOT - (y + SPLIT_BY_TWO_ZEROS.get(on, 0) * (len(zeros) - 1) + 1) * (CELL[1] / 2),
    )
    if base == "straight":
        return _zero(written, zeros) if written in zeros else Box(*middle, *CELL)
    if base in BESIDE:
        return Box(middle[0] + BESIDE[base], middle[1] + CELL[1] / 4, CROWDED, CROWDED)
    dot = CROWDED if len(zeros) > 1 and x == BEHIND_ZERO else DOT
    return Box(*middle, dot, dot)


def _across(x: float) -> float:
    """Return the horizontal position of a point of the layout; a zero's is its middle."""
    return LEFT + SIDE + (x + 1) * CELL[0] / 2 if x >= -1 else LEFT + SIDE / 2


def _zero(zero: str, zeros: Sequence[str]) -> Box:
    """A zero has its share of the width of the columns."""
    share = CELL[1] * COLUMNS / len(zeros)
    top = TOP if zero_at(zero, zeros) == max(zero_at(z, zeros) for z in zeros) else TOP + share
    return from_edges(LEFT, top, LEFT + SIDE, top + share)


def _outside(on: str) -> Box:
    base, _, nth = on.partition(":")
    if base == "column":
        top = FOOT - int(nth) * CELL[1]
        left = LEFT + SIDE + ROWS * CELL[0]
        return from_edges(left, top, left + SIDE, top + CELL[1])
    row = ("dozen:1", "dozen:2", "dozen:3") if base == "dozen" else CHANCES
    width = ROWS * CELL[0] / len(row)
    left = LEFT + SIDE + row.index(on) * width
    top = FOOT + BELOW + ROW * (base != "dozen")
    return from_edges(left, top, left + width, top + ROW)


def _colour(on: str) -> Colour:
    base, _, written = on.partition(":")
    if on in ("red", "black"):
        return "red" if on == "red" else "black"
    if base != "straight":
        return "felt"
    return "green" if int(written) not in range(1, LAST + 1) else _of_number(int(written))


def _of_number(number: int) -> Colour:
    return "red" if number in RED else "black"
