"""The felt of a table whose players share one layout: an instrument above, the players below."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sim.web.felt.plan_parts import (
    FELT_WIDTH,
    BallPlan,
    FeltPlan,
    PlacePlan,
    PrintPlan,
    Rectangle,
    SpotPlan,
    from_edges,
)

TABLE_OUTLINE: Final = (
    "M64 16H1536Q1584 16 1584 64V876Q1584 924 1536 924H64Q16 924 16 876V64Q16 16 64 16Z"
)
FELT_MARGIN: Final = 36
BETS_AREA: Final = from_edges(FELT_MARGIN, 176, FELT_WIDTH - FELT_MARGIN, 800)
"""The area of the bets."""
BELOW_WHEEL: Final = from_edges(FELT_MARGIN, 594, FELT_WIDTH - FELT_MARGIN, 800)
"""The area of the bets on a table whose picture is the wheel itself."""
SPOT_ROW_EDGES: Final = (808, 896)
"""The edges of the row of spots."""


class LayoutParts(NamedTuple):
    """The boxes of an instrument, of the values that are always shown, and of the results."""

    instrument: Rectangle
    values_box: Rectangle | None
    results: Rectangle
    track: Rectangle | None = None


PARTS_ABOVE: Final = LayoutParts(
    from_edges(FELT_MARGIN, 44, 440, 170),
    from_edges(456, 44, 800, 170),
    from_edges(816, 44, FELT_WIDTH - FELT_MARGIN, 170),
)
DICE_PARTS: Final = LayoutParts(
    from_edges(FELT_MARGIN, 42, 336, 140),
    from_edges(352, 42, 700, 140),
    from_edges(716, 48, FELT_WIDTH - FELT_MARGIN, 140),
)
CLOTH_AREA: Final = from_edges(FELT_MARGIN, 146, FELT_WIDTH - FELT_MARGIN, 804)
"""The area of the bets below dice."""
ABOVE_CLOTH: Final = (
    from_edges(FELT_MARGIN, 146, FELT_WIDTH - FELT_MARGIN, 206),
    from_edges(FELT_MARGIN, 206, FELT_WIDTH - FELT_MARGIN, 804),
)
"""That area for the bets that a rule pack declares, and what is left for the others."""
ABOVE_NUMBERS: Final = from_edges(352, 192, FELT_WIDTH - FELT_MARGIN, 232)
"""The area of such bets at a roulette, between its track and its numbers."""
WHEEL_PARTS: Final = LayoutParts(
    from_edges(50, 46, 336, 416),
    None,
    from_edges(50, 432, 336, 800),
    from_edges(352, 44, FELT_WIDTH - FELT_MARGIN, 192),
)
LARGE_WHEEL_PARTS: Final = LayoutParts(
    Rectangle(FELT_WIDTH / 2, 318, 536, 536), None, from_edges(1130, 56, FELT_WIDTH - 50, 560)
)


def layout_plan(
    spots: int,
    places: tuple[PlacePlan, ...],
    *,
    parts: LayoutParts = PARTS_ABOVE,
    balls: tuple[BallPlan, ...] = (),
    printed: tuple[PrintPlan, ...] = (),
) -> FeltPlan:
    """Draw a table of so many spots around these places."""
    return FeltPlan(
        shared=True,
        edge=TABLE_OUTLINE,
        spots=tuple(_spot_plans(spots)),
        places=places,
        prints=printed,
        balls=balls,
        instrument=parts.instrument,
        values=parts.values_box,
        results=parts.results,
        track=parts.track,
    )


def _spot_plans(spots: int) -> Iterator[SpotPlan]:
    """The first spot is on the dealer's left, who faces the players: at the right."""
    width = (FELT_WIDTH - 2 * FELT_MARGIN) / spots
    for index in range(spots):
        left_edge = FELT_WIDTH - FELT_MARGIN - (index + 1) * width
        yield SpotPlan(
            index + 1,
            from_edges(left_edge, SPOT_ROW_EDGES[0], left_edge + width, SPOT_ROW_EDGES[1]),
            None,
        )


def grid_boxes(cloth_area: Rectangle, rows: int, columns: int) -> Iterator[Rectangle]:
    """Yield the boxes of an area divided into so many rows and columns, row by row."""
    cell_width, cell_height = cloth_area.w / columns, cloth_area.h / rows
    for row in range(rows):
        for column in range(columns):
            yield Rectangle(
                cloth_area.left + (column + 0.5) * cell_width,
                cloth_area.top + (row + 0.5) * cell_height,
                cell_width,
                cell_height,
            )
