"""The layout of a game of dice, of balls or of a wheel with symbols: boxes in rows.

Bets of one name are a row, with a column for each argument. Names with the same arguments are one
above the other.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from firmware.core.vocabulary.rulings import base_name
from firmware.web.felt.plan_layout import BOARD, grid
from firmware.web.felt.plan_parts import GAP, BallPlan, Box, PlacePlan, Say, from_edges, named

MOST_ROWS: Final = 8
"""The maximum number of rows before blocks go side by side."""
MOST_COLUMNS: Final = 15
BESIDE: Final = 7
"""The most columns beside the tallest block."""
TALLEST: Final = 240
ROWS_OF_BALLS: Final = 8
BALLS_A_ROW: Final = 10
FACES: Final = {"single": 1, "double": 2, "triple": 3, "duo": 1, "hop": 1}
"""How often each face that a bet of dice is about is meant."""
PAIRS: Final = "hard"
"""The bet that is on a total made of two faces alike."""

Rows = list[Sequence[str]]


def box_places(
    bets: Sequence[str], say: Say, area: Box = BOARD, *, dice: bool = False
) -> tuple[PlacePlan, ...]:
    """Draw the places of these bets; those of `dice` may be about faces."""
    return tuple(
        PlacePlan(
            spot=0,
            on=on,
            box=box,
            shape="box",
            kind="main",
            dice=_faces(on) if dice else (),
            **named(on, say),
        )
        for on, box in _boxes(_blocks(bets), area)
    )


def balls() -> tuple[BallPlan, ...]:
    """Draw the numbers of Keno."""
    boxes = grid(BOARD, ROWS_OF_BALLS, BALLS_A_ROW)
    return tuple(BallPlan(number, _within(box)) for number, box in enumerate(boxes, start=1))


def _blocks(bets: Sequence[str]) -> list[Rows]:
    """Return the bets in blocks of the same arguments, in order; those without
    argument are one row.
    """
    names = dict.fromkeys(base_name(on) for on in bets if ":" in on)
    alone = [on for on in bets if ":" not in on]
    blocks: dict[tuple[str, ...], Rows] = {(): [alone]} if alone else {}
    for name in names:
        row = [on for on in bets if on.startswith(f"{name}:")]
        about = tuple(on.partition(":")[2] for on in row)
        blocks.setdefault(about, []).append(row)
    return list(blocks.values())


def _boxes(blocks: list[Rows], area: Box) -> Iterator[tuple[str, Box]]:
    """Yield each bet with its box; if there are too many rows, the tallest
    block goes to the left.
    """
    rows = _broken(blocks, MOST_COLUMNS)
    if len(rows) <= MOST_ROWS:
        yield from _stacked(rows, area)
        return
    tallest = max(blocks, key=len)
    others = _broken([block for block in blocks if block is not tallest], BESIDE)
    columns = len(tallest[0])
    middle = area.left + area.w * columns / (columns + BESIDE)
    yield from _stacked(tallest, from_edges(area.left, area.top, middle - GAP, area.bottom))
    yield from _stacked(others, from_edges(middle + GAP, area.top, area.right, area.bottom))


def _broken(blocks: list[Rows], most: int) -> Rows:
    """Return the rows, those that are too long broken into equal ones."""
    found: Rows = []
    for row in (row for block in blocks for row in block):
        each = ceil(len(row) / ceil(len(row) / most))
        found += [row[first : first + each] for first in range(0, len(row), each)]
    return found


def _stacked(rows: Rows, area: Box) -> Iterator[tuple[str, Box]]:
    height = min(TALLEST, area.h / len(rows))
    top = area.y - height * len(rows) / 2
    for nth, row in enumerate(rows):
        lane = from_edges(area.left, top + nth * height, area.right, top + (nth + 1) * height)
        yield from zip(row, map(_within, grid(lane, 1, len(row))), strict=True)


def _within(box: Box) -> Box:
    return Box(box.x, box.y, box.w - GAP, box.h - GAP)


def _faces(on: str) -> tuple[int, ...]:
    base, _, about = on.partition(":")
    if base == PAIRS:
        return (int(about) // 2,) * 2
    return (
        tuple(int(face) for face in about.split(",") for _ in range(FACES[base]))
        if base in FACES
        else ()
    )
