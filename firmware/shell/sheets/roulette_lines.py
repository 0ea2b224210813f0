"""Where the bets on numbers lie on a roulette's layout: in the middle of what they cover (72)."""

from collections.abc import Sequence
from statistics import mean
from typing import Final

from firmware.core.games.roulette.layout import COLUMNS, TOP_LINE

ON_NUMBERS: Final = ("straight", "split", "corner", "twice", "thrice")
ACROSS: Final = ("street", "six_line")
"""Bets whose chips lie on numbers and the lines between them, and at the foot of whole rows."""

At = tuple[float, float]
"""Where a place lies: two to the right a column of the layout, two upwards a row; odd are lines."""
LINE: Final = -1
BEHIND_ZERO: Final = -1
OF_ZERO: Final = -2


def lies_at(on: str, zeros: Sequence[str]) -> At | None:
    """Return where a bet on numbers lies: in the middle of them or, across a row, at its foot."""
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
    """A single zero lies beside the middle column; of two, 0 lies below and 00 above."""
    if len(zeros) == 1:
        return COLUMNS - 1
    return 2 * (COLUMNS - 1) if zero == "00" else 0
