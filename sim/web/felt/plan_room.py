"""The felt of a poker table: seats in an arc, each with its cards, and the board in the middle."""

from typing import Final

from sim.web.felt.plan_parts import (
    GAP,
    WIDTH,
    Box,
    FeltPlan,
    HandPlan,
    SpotPlan,
    TitlePlan,
    from_edges,
)
from sim.web.felt.plan_spots import BOW, DEALERS, EDGE, LIGHT, LOWEST, MARGIN

STACKS: Final = 66
"""The height of what is written above a light: a stack, and what lies before the player."""
HAND: Final = 130
BELOW_POTS: Final = 500
"""Where the name is printed: the board and the pots lie above."""


def room_plan(spots: int) -> FeltPlan:
    """Draw a table with so many seats."""
    return FeltPlan(
        shared=False,
        edge=EDGE,
        spots=tuple(_seat(spot, spots) for spot in range(1, spots + 1)),
        places=(),
        title=TitlePlan(BELOW_POTS, {}),
        hands=(HandPlan("board", Box(WIDTH / 2, 170, 620, 180)),),
        shoe=Box(1470, 118, 170, 150),
        discards=Box(1300, 118, 132, 150),
        results=from_edges(62, 54, 300, DEALERS - 10),
    )


def _seat(spot: int, spots: int) -> SpotPlan:
    width = (WIDTH - 2 * MARGIN) / spots
    x = WIDTH - MARGIN - (spot - 0.5) * width
    bottom = LOWEST - BOW * ((x - WIDTH / 2) / (WIDTH / 2 - MARGIN)) ** 2
    light = from_edges(x - width / 2, bottom - LIGHT, x + width / 2, bottom)
    lower = light.top - STACKS
    return SpotPlan(
        spot, light, from_edges(x - width / 2 + GAP, lower - HAND, x + width / 2 - GAP, lower)
    )
