"""The felt of a table whose players share one layout: an instrument above, the players below."""

from collections.abc import Iterator
from typing import Final

from firmware.web.felt.plan_parts import (
    WIDTH,
    BallPlan,
    Box,
    FeltPlan,
    PlacePlan,
    SpotPlan,
    from_edges,
)

EDGE: Final = "M64 14H1536Q1586 14 1586 64V836Q1586 886 1536 886H64Q14 886 14 836V64Q14 14 64 14Z"
MARGIN: Final = 36
BOARD: Final = from_edges(MARGIN, 176, WIDTH - MARGIN, 772)
"""The area of the bets."""
BELOW_WHEEL: Final = from_edges(MARGIN, 566, WIDTH - MARGIN, 772)
"""The area of the bets on a table whose picture is the wheel itself."""
PLAYERS: Final = (780, 876)
"""The edges of the row of spots."""


def layout_plan(
    spots: int,
    places: tuple[PlacePlan, ...],
    balls: tuple[BallPlan, ...] = (),
    *,
    large_wheel: bool = False,
) -> FeltPlan:
    """Draw a table of so many spots around these places."""
    return FeltPlan(
        shared=True,
        edge=EDGE,
        spots=tuple(_spots(spots)),
        places=places,
        balls=balls,
        instrument=_LARGE_WHEEL if large_wheel else _INSTRUMENT,
        told=None if large_wheel else from_edges(456, 30, 800, 166),
        results=from_edges(1090 if large_wheel else 816, 30, WIDTH - MARGIN, 166),
    )


_INSTRUMENT: Final = from_edges(MARGIN, 30, 440, 166)
_LARGE_WHEEL: Final = Box(WIDTH / 2, 296, 524, 524)


def _spots(spots: int) -> Iterator[SpotPlan]:
    width = (WIDTH - 2 * MARGIN) / spots
    for nth in range(spots):
        left = MARGIN + nth * width
        yield SpotPlan(nth + 1, from_edges(left, PLAYERS[0], left + width, PLAYERS[1]), None)


def grid(area: Box, rows: int, columns: int) -> Iterator[Box]:
    """Yield the boxes of an area divided into so many rows and columns, row by row."""
    w, h = area.w / columns, area.h / rows
    for row in range(rows):
        for column in range(columns):
            yield Box(area.left + (column + 0.5) * w, area.top + (row + 0.5) * h, w, h)
