"""The point of Craps, and how a roll changes it (95.14)."""

from firmware.core.games.craps.bets import NUMBERS


def point_after(dice_sum: int, point_number: int | None) -> int | None:
    """Return the point after a roll; None if there is none."""
    if point_number is None:
        return dice_sum if dice_sum in NUMBERS else None
    return None if dice_sum in (point_number, 7) else point_number


def is_seven_out(dice_sum: int, point_number: int | None) -> bool:
    return point_number is not None and dice_sum == 7
