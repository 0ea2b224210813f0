"""The layout of a game of dice, of balls or of a wheel with symbols."""

from collections.abc import Iterator, Sequence
from typing import Final

from firmware.core.vocabulary.rulings import base_name
from sim.web.felt.cloth import PRINTED, Cloth, alike, columns, laid
from sim.web.felt.plan_layout import BOARD, grid
from sim.web.felt.plan_parts import GAP, BallPlan, Box, PlacePlan, PrintPlan, Say, named

ROWS_OF_BALLS: Final = 8
BALLS_A_ROW: Final = 10
FACES: Final = {"single": 1, "double": 2, "triple": 3, "duo": 1, "hop": 1}
"""How often each face that a bet of dice is about is meant."""
TOTALS: Final = {"craps:2": (1, 1), "craps:3": (1, 2), "craps:12": (6, 6), "eleven": (5, 6)}
"""Totals that two dice make in one way."""
PAIRS: Final = "hard"
"""The bet that is on a total made of two faces alike."""


def in_a_row(bets: Sequence[str]) -> Cloth:
    """Return a cloth with these bets side by side."""
    return columns(*alike(*bets))


def box_places(
    cloth: Cloth, area: Box, bets: Sequence[str], say: Say, *, dice: bool = False
) -> Iterator[PlacePlan]:
    """Draw the places of these bets on a cloth; those of `dice` may be about faces."""
    found: dict[str, list[Box]] = {}
    for on, box in laid(cloth, area):
        found.setdefault(on, []).append(_within(box))
    for on in bets:
        *arms, box = sorted(found[on], key=lambda one: one.w)
        yield PlacePlan(
            spot=0,
            on=on,
            box=box,
            arm=arms[0] if arms else None,
            shape="box",
            kind="main",
            dice=_faces(on) if dice else (),
            **named(on, say),
        )


def prints(cloth: Cloth, area: Box) -> Iterator[PrintPlan]:
    """Draw what is only printed on a cloth."""
    for on, box in laid(cloth, area):
        if on.startswith(PRINTED):
            yield PrintPlan(on.removeprefix(PRINTED), _within(box))


def balls() -> Iterator[BallPlan]:
    """Draw the numbers of Keno."""
    boxes = grid(BOARD, ROWS_OF_BALLS, BALLS_A_ROW)
    return (BallPlan(number, _within(box)) for number, box in enumerate(boxes, start=1))


def _within(box: Box) -> Box:
    return Box(box.x, box.y, box.w - GAP, box.h - GAP)


def _faces(on: str) -> tuple[int, ...]:
    base, _, about = on.partition(":")
    if on in TOTALS:
        return TOTALS[on]
    if base == PAIRS:
        return (int(about) // 2,) * 2
    return (
        tuple(int(face) for face in about.split(",") for _ in range(FACES[base]))
        if base_name(on) in FACES
        else ()
    )
