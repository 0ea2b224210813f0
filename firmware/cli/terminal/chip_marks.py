"""Chips on a shared layout: a dot in the colour of each player."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text as StyledText

from firmware.core.vocabulary.status import Status

PLAYER_COLOURS: Final = (
    *("bright_white", "bright_yellow", "bright_cyan", "bright_magenta", "bright_green"),
    *("orange1", "sky_blue1", "pink1", "chartreuse1", "khaki1", "medium_purple1", "grey70"),
    *("turquoise2", "tan"),
)
"""Each is visible on a red, a black and a green number."""
CHIP_DOT: Final = "●"


def player_colour(spot_number: int) -> str:
    """Return the colour of a player's chips."""
    return PLAYER_COLOURS[(spot_number - 1) % len(PLAYER_COLOURS)]


def spots_by_bet(status: Status) -> dict[str, list[int]]:
    """Return the spots that have a bet on each place."""
    spots_by_key: dict[str, list[int]] = {}
    for spot_number, spot_status in status.spots.items():
        for bet in spot_status.bets:
            spots_by_key.setdefault(bet.on, []).append(spot_number)
    return spots_by_key


def chip_dots(
    spot_numbers: Sequence[int], free_width: int, background_style: str = ""
) -> StyledText:
    """Return a dot in each player's colour, or their number if they do not fit."""
    if len(spot_numbers) <= free_width:
        return StyledText().join(
            StyledText(CHIP_DOT, f"{player_colour(spot_number)}{background_style}")
            for spot_number in spot_numbers
        )
    return StyledText(str(len(spot_numbers))[:free_width], f"bold white{background_style}")
