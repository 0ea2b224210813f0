"""The felt of a table whose players share one layout: an instrument above, the players below."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sim.web.felt.plan_parts import (
    WIDTH,
    BallPlan,
    Box,
    FeltPlan,
    PlacePlan,
    PrintPlan,
    SpotPlan,
    from_edges,
)

EDGE: Final = "M64 16H1536Q1584 16 1584 64V876Q1584 924 1536 924H64Q16 924 16 876V64Q16 16 64 16Z"
MARGIN: Final = 36
BOARD: Final = from_edges(MARGIN, 176, WIDTH - MARGIN, 800)
"""The area of the bets."""
BELOW_WHEEL: Final = from_edges(MARGIN, 594, WIDTH - MARGIN, 800)
"""The area of the bets on a table whose picture is the wheel itself."""
PLAYERS: Final = (808, 896)
"""The edges of the row of spots."""


class Parts(NamedTuple):
    """The boxes of an instrument, of the values that are always shown, and of the results."""

    instrument: Box
    told: Box | None
    results: Box
    track: Box | None = None


ABOVE: Final = Parts(
    from_edges(MARGIN, 44, 440, 170),
    from_edges(456, 44, 800, 170),
    from_edges(816, 44, WIDTH - MARGIN, 170),
)
WITH_DICE: Final = Parts(
    from_edges(MARGIN, 42, 336, 140),
    from_edges(352, 42, 700, 140),
    from_edges(716, 48, WIDTH - MARGIN, 140),
)
CLOTH: Final = from_edges(MARGIN, 146, WIDTH - MARGIN, 804)
"""The area of the bets below dice."""
WITH_WHEEL: Final = Parts(
    from_edges(50, 46, 336, 416),
    None,
    from_edges(50, 432, 336, 800),
    from_edges(352, 44, WIDTH - MARGIN, 192),
)
LARGE_WHEEL: Final = Parts(
    Box(WIDTH / 2, 318, 536, 536), None, from_edges(1130, 56, WIDTH - 50, 560)
)


def layout_plan(
    spots: int,
    places: tuple[PlacePlan, ...],
    *,
    parts: Parts = ABOVE,
    balls: tuple[BallPlan, ...] = (),
    printed: tuple[PrintPlan, ...] = (),
) -> FeltPlan:
    """Draw a table of so many spots around these places."""
    return FeltPlan(
        shared=True,
        edge=EDGE,
        spots=tuple(_spots(spots)),
        places=places,
        prints=printed,
        balls=balls,
        instrument=parts.instrument,
        told=parts.told,
        results=parts.results,
        track=parts.track,
    )


def _spots(spots: int) -> Iterator[SpotPlan]:
    """The first spot is on the dealer's left, who faces the players: at the right."""
    width = (WIDTH - 2 * MARGIN) / spots
    for nth in range(spots):
        left = WIDTH - MARGIN - (nth + 1) * width
        yield SpotPlan(nth + 1, from_edges(left, PLAYERS[0], left + width, PLAYERS[1]), None)


def grid(area: Box, rows: int, columns: int) -> Iterator[Box]:
    """Yield the boxes of an area divided into so many rows and columns, row by row."""
    w, h = area.w / columns, area.h / rows
    for row in range(rows):
        for column in range(columns):
            yield Box(area.left + (column + 0.5) * w, area.top + (row + 0.5) * h, w, h)
