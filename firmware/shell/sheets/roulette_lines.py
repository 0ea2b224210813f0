"""The positions of bets on a roulette's layout: in the middle of the numbers covered (72)."""

from collections.abc import Sequence
from statistics import mean
from typing import Final

from firmware.core.games.roulette.layout import COLUMNS, TOP_LINE

ON_NUMBERS: Final = ("straight", "split", "corner", "twice", "thrice")
ACROSS: Final = ("street", "six_line")
"""Bets whose chips are on numbers and the lines between them, or at the end of whole rows."""

At = tuple[float, float]
"""A position: 2 units right per column of the layout, 2 up per row; odd values are lines."""
LINE: Final = -1
BEHIND_ZERO: Final = -1
OF_ZERO: Final = -2


def lies_at(on: str, zeros: Sequence[str]) -> At | None:
    """Return a bet's position: in the middle of its numbers or, for a whole row, at its end."""
    name, _, written = on.partition(":")
    if name == TOP_LINE:
        return BEHIND_ZERO, LINE
    if name not in (*ON_NUMBERS, *ACROSS):
        return None
    numbers = written.split(",")
    points = [_point(number) for number in numbers if number not in zeros]
    if not points:
        return OF_ZERO, mean(zero_at(number, zeros) for number in numbers)
    x, y = mean(x for x, _ in points), mean(y for _, y in points)
    if len(points) < len(numbers):
        return BEHIND_ZERO, y
    return x, LINE if name in ACROSS else y


def _point(number: str) -> At:
    row, column = divmod(int(number) - 1, COLUMNS)
    return 2 * row, 2 * column


def zero_at(zero: str, zeros: Sequence[str]) -> int:
    """Return a zero's position: a single one is at the middle column; of two, 0
    is below, 00 above.
    """
    if len(zeros) == 1:
        return COLUMNS - 1
    return 2 * (COLUMNS - 1) if zero == "00" else 0
