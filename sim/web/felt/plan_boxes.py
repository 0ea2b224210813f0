"""The layout of a game of dice, of balls or of a wheel with symbols."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from firmware.core.vocabulary.bets import base_bet_name
from sim.web.felt.cloth import PRINT_MARK, Cloth, equal_parts, leaf_boxes, split_columns
from sim.web.felt.plan_layout import BETS_AREA, grid_boxes
from sim.web.felt.plan_parts import (
    PLACE_GAP,
    BallPlan,
    PlacePlan,
    PrintPlan,
    Rectangle,
    RenderText,
    WordsByLanguage,
    place_names,
)

NO_ODDS: Final[Mapping[str, WordsByLanguage]] = MappingProxyType({})
ROWS_OF_BALLS: Final = 8
BALLS_A_ROW: Final = 10
FACE_COUNTS: Final = {"single": 1, "double": 2, "triple": 3, "duo": 1, "hop": 1}
"""How often each face that a bet of dice is about is meant."""
TOTAL_FACES: Final = {"craps:2": (1, 1), "craps:3": (1, 2), "craps:12": (6, 6), "eleven": (5, 6)}
"""Totals that two dice make in one way."""
PAIR_BET: Final = "hard"
"""The bet that is on a total made of two faces alike."""


def side_by_side(bet_names: Sequence[str]) -> Cloth:
    """Return a cloth with these bets side by side."""
    return split_columns(*equal_parts(*bet_names))


def box_places(
    cloth: Cloth,
    cloth_area: Rectangle,
    bet_names: Sequence[str],
    render: RenderText,
    *,
    dice: bool = False,
    odds: Mapping[str, WordsByLanguage] = NO_ODDS,
) -> Iterator[PlacePlan]:
    """Draw the places of these bets on a cloth; those of `dice` may be about faces."""
    boxes_by_bet: dict[str, list[Rectangle]] = {}
    for bet_name, box in leaf_boxes(cloth, cloth_area):
        boxes_by_bet.setdefault(bet_name, []).append(_inner_box(box))
    for bet_name in bet_names:
        # The wider rectangle of a bet is its box, the narrower one its arm.
        *extra_boxes, box = sorted(boxes_by_bet[bet_name], key=lambda rectangle: rectangle.w)
        yield PlacePlan(
            spot=0,
            on=bet_name,
            box=box,
            arm=extra_boxes[0] if extra_boxes else None,
            shape="box",
            kind="main",
            dice=_dice_faces(bet_name) if dice else (),
            odds=odds.get(bet_name, {}),
            **place_names(bet_name, render),
        )


def print_plans(cloth: Cloth, cloth_area: Rectangle) -> Iterator[PrintPlan]:
    """Yield the prints of a cloth that are no places for bets."""
    for bet_name, box in leaf_boxes(cloth, cloth_area):
        if bet_name.startswith(PRINT_MARK):
            yield PrintPlan(bet_name.removeprefix(PRINT_MARK), _inner_box(box))


def ball_plans() -> Iterator[BallPlan]:
    """Draw the numbers of Keno."""
    boxes = grid_boxes(BETS_AREA, ROWS_OF_BALLS, BALLS_A_ROW)
    return (BallPlan(number, _inner_box(box)) for number, box in enumerate(boxes, start=1))


def _inner_box(box: Rectangle) -> Rectangle:
    return Rectangle(box.x, box.y, box.w - PLACE_GAP, box.h - PLACE_GAP)


def _dice_faces(bet_name: str) -> tuple[int, ...]:
    base_bet, _, faces_text = bet_name.partition(":")
    if bet_name in TOTAL_FACES:
        return TOTAL_FACES[bet_name]
    if base_bet == PAIR_BET:
        return (int(faces_text) // 2,) * 2
    return (
        tuple(int(face) for face in faces_text.split(",") for _ in range(FACE_COUNTS[base_bet]))
        if base_bet_name(bet_name) in FACE_COUNTS
        else ()
    )
