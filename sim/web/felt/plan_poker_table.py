"""The felt of a poker table: an oval, the dealer at the middle of a side, seats all around.

The dealer sits above; the first seat is at his left, at the right of the picture.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import copysign, cos, pi, sin
from typing import Final, NamedTuple

from firmware.core.poker_room.engine.closed_games import POT
from firmware.core.vocabulary.places import Place
from sim.people.pot_chips import DROP, DROP_BOX
from sim.web.felt.plan_parts import (
    FELT_WIDTH,
    FeltPlan,
    HandPlan,
    PlacePlan,
    PlaceShape,
    PrintPlan,
    Rectangle,
    RenderText,
    SeatPlan,
    SpotPlan,
    TitlePlan,
    from_edges,
    place_names,
)

OVAL_LEFT: Final = 470
OVAL_RIGHT: Final = FELT_WIDTH - OVAL_LEFT
OVAL_Y: Final = 470
"""The centres of the oval's ends."""
TABLE_OUTLINE: Final = (
    f"M{OVAL_LEFT} 24H{OVAL_RIGHT}A446 446 0 0 1 {OVAL_RIGHT} 916"
    f"H{OVAL_LEFT}A446 446 0 0 1 {OVAL_LEFT} 24Z"
)
SEAT_RADIUS: Final = 376
SEATS_LEFT: Final = OVAL_LEFT + 62
SEATS_RIGHT: Final = FELT_WIDTH - SEATS_LEFT
"""The middles of the seats are on an oval too: its radius, and the centres of its ends."""
DEALER_ROOM: Final = 210
"""How much of the line of seats the dealer has on each side of him."""
LIGHT_SIZE: Final = (176, 72)
CARDS_SIZE: Final = (132, 84)
SEAT_GAP: Final = 8
BET_OFFSET: Final = 38
"""The middle of a bet before the cards of its seat."""
END_SEAT: Final = 0.45
"""The least part of its direction, along the table, of a seat at an end."""
END_BET_SHIFT: Final = 22
"""How far the bet of such a seat is from the line of its cards, to the middle."""
DISC_OFFSET: Final = 76
"""The button and the blinds, beside the cards."""
BOARD_BOX: Final = Rectangle(FELT_WIDTH / 2, 402, 560, 140)
BOARD_CARDS: Final = 5
BOARD_STEP: Final = 108
BOARD_CARD: Final = (96, 136)
DROP_RECTANGLE: Final = Rectangle(810, 150, 116, 84)
SHARE_SIZE: Final = 72
"""The place before a seat to which its share of the pots is pushed: where its bets were."""
PUSH_SIGNS: Final[Mapping[str, tuple[PlaceShape, str]]] = {DROP: ("box", "%"), POT: ("circle", "+")}
"""The shape of each place to which chips are pushed, and the sign on it: no cloth has one."""
POTS_BOX: Final = Rectangle(FELT_WIDTH / 2, 560, 780, 120)


class SeatPoint(NamedTuple):
    """The middle of a seat, and the direction from there to the table's middle line."""

    x: float
    y: float
    inward_x: float
    inward_y: float

    def before(self, distance: float, aside: float = 0) -> tuple[float, float]:
        """Return the point so far before the seat, and so far to the side."""
        return (
            self.x + self.inward_x * distance - self.inward_y * aside,
            self.y + self.inward_y * distance + self.inward_x * aside,
        )


def poker_table_plan(spots: int, render: RenderText, *, has_board: bool) -> FeltPlan:
    """Draw a table with so many seats."""
    seats = [_seat_point(spot, spots) for spot in range(1, spots + 1)]
    seat_plans = [_seat_plan(spot, point) for spot, point in enumerate(seats, start=1)]
    return FeltPlan(
        shared=False,
        edge=TABLE_OUTLINE,
        spots=tuple(_spot_plan(spot, point) for spot, point in enumerate(seats, start=1)),
        seats=tuple(seat_plans),
        places=tuple(_pot_places(seat_plans, render)),
        title=TitlePlan(300, {}),
        hands=(HandPlan("board", BOARD_BOX),) if has_board else (),
        prints=tuple(_board_places()) if has_board else (),
        shoe=Rectangle(930, 128, 110, 130),
        discards=Rectangle(670, 128, 150, 110),
        pots=POTS_BOX,
        results=from_edges(1372, 14, 1590, 110),
    )


def _pot_places(seat_plans: Iterable[SeatPlan], render: RenderText) -> Iterator[PlacePlan]:
    """Yield the drop box, and the place of each seat's share."""
    yield _pot_place(DROP_BOX, DROP_RECTANGLE, render)
    for seat in seat_plans:
        box = Rectangle(seat.bet.x, seat.bet.y, SHARE_SIZE, SHARE_SIZE)
        yield _pot_place(Place(seat.spot, POT), box, render)


def _pot_place(place: Place, box: Rectangle, render: RenderText) -> PlacePlan:
    shape, sign = PUSH_SIGNS[place.on]
    names = place_names(place.on, render)
    signs = dict.fromkeys(names["said"], sign)
    names = {**names, "base": signs, "sign": signs, "cloth": signs}
    return PlacePlan(spot=place.spot, on=place.on, box=box, shape=shape, kind="main", **names)


def _board_places() -> list[PrintPlan]:
    left = BOARD_BOX.x - BOARD_STEP * (BOARD_CARDS - 1) / 2
    return [
        PrintPlan("board", Rectangle(left + BOARD_STEP * nth, BOARD_BOX.y, *BOARD_CARD))
        for nth in range(BOARD_CARDS)
    ]


def _seat_point(spot: int, spots: int) -> SeatPoint:
    """Return the middle of a seat: they are as far apart, clockwise from the dealer's left."""
    half_side = (SEATS_RIGHT - SEATS_LEFT) / 2
    half_line = 2 * half_side + pi * SEAT_RADIUS
    distance = DEALER_ROOM + (spot - 0.5) * 2 * (half_line - DEALER_ROOM) / spots
    if distance > half_line:
        opposite = _right_point(2 * half_line - distance, half_side)
        return opposite._replace(x=FELT_WIDTH - opposite.x, inward_x=-opposite.inward_x)
    return _right_point(distance, half_side)


def _right_point(distance: float, half_side: float) -> SeatPoint:
    """Return the point so far from the dealer, clockwise, on the right half."""
    if distance < half_side:
        return SeatPoint(FELT_WIDTH / 2 + distance, OVAL_Y - SEAT_RADIUS, 0, 1)
    turned = (distance - half_side) / SEAT_RADIUS
    if turned > pi:
        along = distance - half_side - pi * SEAT_RADIUS
        return SeatPoint(SEATS_RIGHT - along, OVAL_Y + SEAT_RADIUS, 0, -1)
    outward_x, outward_y = sin(turned), -cos(turned)
    return SeatPoint(
        SEATS_RIGHT + outward_x * SEAT_RADIUS,
        OVAL_Y + outward_y * SEAT_RADIUS,
        -outward_x,
        -outward_y,
    )


def _depth(point: SeatPoint, size: tuple[float, float]) -> float:
    """Return how far a box reaches in the direction that a seat looks."""
    return (abs(point.inward_x) * size[0] + abs(point.inward_y) * size[1]) / 2


def _cards_distance(point: SeatPoint) -> float:
    return _depth(point, LIGHT_SIZE) + _depth(point, CARDS_SIZE) + SEAT_GAP


def _spot_plan(spot: int, point: SeatPoint) -> SpotPlan:
    return SpotPlan(
        spot,
        Rectangle(point.x, point.y, *LIGHT_SIZE),
        Rectangle(*point.before(_cards_distance(point)), *CARDS_SIZE),
    )


def _seat_plan(spot: int, point: SeatPoint) -> SeatPlan:
    distance = _cards_distance(point)
    cards_x, cards_y = point.before(distance)
    is_at_end = abs(point.inward_x) > END_SEAT
    # bets of the ends are beside the cards: before them they would meet
    bet = (
        (
            cards_x + copysign(CARDS_SIZE[0] / 2 + BET_OFFSET, point.inward_x),
            cards_y + END_BET_SHIFT * point.inward_y,
        )
        if is_at_end
        else point.before(distance + CARDS_SIZE[1] / 2 + BET_OFFSET)
    )
    side = DISC_OFFSET if abs(point.inward_y) > abs(point.inward_x) else DISC_OFFSET * 0.75
    return SeatPlan(spot, Rectangle(*bet, 0, 0), Rectangle(*point.before(distance, side), 0, 0))
