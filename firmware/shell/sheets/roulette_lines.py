"""The positions of bets on a roulette's layout: in the middle of the numbers covered (72)."""

from collections.abc import Sequence
from statistics import mean
from typing import Final

from firmware.core.games.roulette.layout import COLUMN_COUNT, TOP_LINE

NUMBER_BETS: Final = ("straight", "split", "corner", "twice", "thrice")
ROW_BETS: Final = ("street", "six_line")
"""Bets whose chips are on numbers and the lines between them, or at the end of whole rows."""

LayoutPosition = tuple[float, float]
"""A position: 2 units right per column of the layout, 2 up per row; odd values are lines."""
BORDER_LINE: Final = -1
BEHIND_ZERO: Final = -1
OF_ZERO: Final = -2


def bet_position(bet: str, zeros: Sequence[str]) -> LayoutPosition | None:
    """Return a bet's position: in the middle of its numbers or, for a whole row, at its end."""
    name, _, number_text = bet.partition(":")
    if name == TOP_LINE:
        return BEHIND_ZERO, BORDER_LINE
    if name not in (*NUMBER_BETS, *ROW_BETS):
        return None
    numbers = number_text.split(",")
    points = [_number_position(number) for number in numbers if number not in zeros]
    if not points:
        return OF_ZERO, mean(zero_position(number, zeros) for number in numbers)
    x, y = mean(x for x, _ in points), mean(y for _, y in points)
    # a zero is among the numbers: the chip lies on the line behind the first row
    if len(points) < len(numbers):
        return BEHIND_ZERO, y
    return x, BORDER_LINE if name in ROW_BETS else y


def _number_position(number: str) -> LayoutPosition:
    row, column = divmod(int(number) - 1, COLUMN_COUNT)
    return 2 * row, 2 * column


def zero_position(zero: str, zeros: Sequence[str]) -> int:
    """Return a zero's position: a single one is at the middle column; of two, 0
    is below, 00 above.
    """
    if len(zeros) == 1:
        return COLUMN_COUNT - 1
    return 2 * (COLUMN_COUNT - 1) if zero == "00" else 0
