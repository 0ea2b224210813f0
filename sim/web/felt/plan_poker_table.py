"""The felt of a poker table: seats in an arc, each with its cards, and the board in the middle."""

from typing import Final

from sim.web.felt.plan_parts import (
    FELT_WIDTH,
    PLACE_GAP,
    FeltPlan,
    HandPlan,
    Rectangle,
    SpotPlan,
    TitlePlan,
    from_edges,
)
from sim.web.felt.plan_spots import (
    DEALER_BOTTOM,
    FELT_MARGIN,
    LIGHT_HEIGHT,
    LOWEST_SPOT_Y,
    RAIL_BOW,
    TABLE_OUTLINE,
)

STACK_HEIGHT: Final = 66
"""The height of the two amounts above a light: the player's stack, and his bet."""
HAND_HEIGHT: Final = 130
BELOW_POTS: Final = 500
"""The y of the game's name: the board and the pots are above."""


def poker_table_plan(spots: int) -> FeltPlan:
    """Draw a table with so many seats."""
    return FeltPlan(
        shared=False,
        edge=TABLE_OUTLINE,
        spots=tuple(_seat_plan(spot, spots) for spot in range(1, spots + 1)),
        places=(),
        title=TitlePlan(BELOW_POTS, {}),
        hands=(HandPlan("board", Rectangle(FELT_WIDTH / 2, 170, 620, 180)),),
        shoe=Rectangle(1470, 118, 170, 150),
        discards=Rectangle(1300, 118, 132, 150),
        results=from_edges(62, 54, 300, DEALER_BOTTOM - 10),
    )


def _seat_plan(spot: int, spots: int) -> SpotPlan:
    width = (FELT_WIDTH - 2 * FELT_MARGIN) / spots
    x = FELT_WIDTH - FELT_MARGIN - (spot - 0.5) * width
    bottom = LOWEST_SPOT_Y - RAIL_BOW * ((x - FELT_WIDTH / 2) / (FELT_WIDTH / 2 - FELT_MARGIN)) ** 2
    light = from_edges(x - width / 2, bottom - LIGHT_HEIGHT, x + width / 2, bottom)
    lower_edge = light.top - STACK_HEIGHT
    return SpotPlan(
        spot,
        light,
        from_edges(
            x - width / 2 + PLACE_GAP,
            lower_edge - HAND_HEIGHT,
            x + width / 2 - PLACE_GAP,
            lower_edge,
        ),
    )
