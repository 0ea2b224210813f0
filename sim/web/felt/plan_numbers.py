"""The layout of a roulette (72): inside bets on its numbers and their lines, others around."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.games.roulette.layout import COLUMN_COUNT, LAST_NUMBER, RED_NUMBERS, ROW_COUNT
from firmware.core.vocabulary.bets import base_bet_name
from firmware.shell.sheets.roulette_lines import (
    BEHIND_ZERO,
    LayoutPosition,
    bet_position,
    zero_position,
)
from sim.web.felt.plan_layout import BETS_AREA
from sim.web.felt.plan_parts import (
    PlaceColour,
    PlacePlan,
    Rectangle,
    RenderText,
    from_edges,
    place_names,
)

CELL_SIZE: Final = (87, 132)
"""The width and height of a number."""
SIDE_WIDTH: Final = 84
"""The width of a zero, and of the box of a column."""
NUMBERS_LEFT: Final = BETS_AREA.right - SIDE_WIDTH * 2 - CELL_SIZE[0] * ROW_COUNT
NUMBERS_GAP: Final = 28
"""Between the numbers and the boxes below, for chips at their foot."""
ROW_HEIGHT: Final = 72
"""The height of a row of boxes below."""
LINE_PLACE_WIDTH: Final = 40
"""The width of a place on a line."""
CROWDED_WIDTH: Final = 23
"""The same at crowded points: a number's repeat bets, and the line of two zeros."""
SPLIT_BY_TWO_ZEROS: Final[Mapping[str, float]] = {"split:0,2": -0.5, "split:00,2": 0.5}
"""Two touches both zeros: each split is in the middle of its own half of that line."""
REPEAT_OFFSETS: Final[Mapping[str, float]] = {"twice": -20, "thrice": 20}
"""The offsets of bets on a repeated number, from the number's middle."""
EVEN_CHANCES: Final = ("low", "even", "red", "black", "odd", "high")
NUMBERS_TOP: Final = BETS_AREA.bottom - ROW_HEIGHT * 2 - NUMBERS_GAP - CELL_SIZE[1] * COLUMN_COUNT
NUMBERS_BOTTOM: Final = NUMBERS_TOP + CELL_SIZE[1] * COLUMN_COUNT


def number_places(bet_names: Sequence[str], render: RenderText) -> tuple[PlacePlan, ...]:
    """Draw the places of a layout; those on lines last, since they overlap others."""
    zeros = [
        bet_name.partition(":")[2]
        for bet_name in bet_names
        if bet_name in ("straight:0", "straight:00")
    ]
    places = [_place_plan(bet_name, zeros, render) for bet_name in bet_names]
    return tuple(sorted(places, key=lambda place: place.on_line))


def _place_plan(bet_name: str, zeros: Sequence[str], render: RenderText) -> PlacePlan:
    layout_point = bet_position(bet_name, zeros)
    on_line = layout_point is not None and base_bet_name(bet_name) != "straight"
    return PlacePlan(
        spot=0,
        on=bet_name,
        box=_outside_box(bet_name)
        if layout_point is None
        else _inside_box(bet_name, layout_point, zeros),
        shape="circle" if on_line else "box",
        kind="main",
        colour=_place_colour(bet_name),
        on_line=on_line,
        **place_names(bet_name, render),
    )


def _inside_box(bet_name: str, layout_point: LayoutPosition, zeros: Sequence[str]) -> Rectangle:
    base_bet, _, number_text = bet_name.partition(":")
    x, y = layout_point
    middle = (
        _layout_x(x),
        NUMBERS_BOTTOM
        - (y + SPLIT_BY_TWO_ZEROS.get(bet_name, 0) * (len(zeros) - 1) + 1) * (CELL_SIZE[1] / 2),
    )
    if base_bet == "straight":
        return (
            _zero_box(number_text, zeros)
            if number_text in zeros
            else Rectangle(*middle, *CELL_SIZE)
        )
    if base_bet in REPEAT_OFFSETS:
        return Rectangle(
            middle[0] + REPEAT_OFFSETS[base_bet],
            middle[1] + CELL_SIZE[1] / 4,
            CROWDED_WIDTH,
            CROWDED_WIDTH,
        )
    place_width = CROWDED_WIDTH if len(zeros) > 1 and x == BEHIND_ZERO else LINE_PLACE_WIDTH
    return Rectangle(*middle, place_width, place_width)


def _layout_x(x: float) -> float:
    """Return the horizontal position of a point of the layout; a zero's is its middle."""
    return (
        NUMBERS_LEFT + SIDE_WIDTH + (x + 1) * CELL_SIZE[0] / 2
        if x >= -1
        else NUMBERS_LEFT + SIDE_WIDTH / 2
    )


def _zero_box(zero: str, zeros: Sequence[str]) -> Rectangle:
    """A zero has its share of the width of the columns."""
    span_share = CELL_SIZE[1] * COLUMN_COUNT / len(zeros)
    top = (
        NUMBERS_TOP
        if zero_position(zero, zeros) == max(zero_position(each_zero, zeros) for each_zero in zeros)
        else NUMBERS_TOP + span_share
    )
    return from_edges(NUMBERS_LEFT, top, NUMBERS_LEFT + SIDE_WIDTH, top + span_share)


def _outside_box(bet_name: str) -> Rectangle:
    base_bet, _, index = bet_name.partition(":")
    if base_bet == "column":
        top = NUMBERS_BOTTOM - int(index) * CELL_SIZE[1]
        left_edge = NUMBERS_LEFT + SIDE_WIDTH + ROW_COUNT * CELL_SIZE[0]
        return from_edges(left_edge, top, left_edge + SIDE_WIDTH, top + CELL_SIZE[1])
    row = ("dozen:1", "dozen:2", "dozen:3") if base_bet == "dozen" else EVEN_CHANCES
    width = ROW_COUNT * CELL_SIZE[0] / len(row)
    left_edge = NUMBERS_LEFT + SIDE_WIDTH + row.index(bet_name) * width
    top = NUMBERS_BOTTOM + NUMBERS_GAP + ROW_HEIGHT * (base_bet != "dozen")
    return from_edges(left_edge, top, left_edge + width, top + ROW_HEIGHT)


def _place_colour(bet_name: str) -> PlaceColour:
    base_bet, _, number_text = bet_name.partition(":")
    if bet_name in ("red", "black"):
        return "red" if bet_name == "red" else "black"
    if base_bet != "straight":
        return "felt"
    return (
        "green"
        if int(number_text) not in range(1, LAST_NUMBER + 1)
        else _number_colour(int(number_text))
    )


def _number_colour(number: int) -> PlaceColour:
    return "red" if number in RED_NUMBERS else "black"
