"""Chips on a layout that all players share: a dot in the colour of each player."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text as Ink

from firmware.core.vocabulary.status import Status

COLOURS: Final = (
    *("bright_white", "bright_yellow", "bright_cyan", "bright_magenta", "bright_green"),
    *("orange1", "sky_blue1", "pink1", "chartreuse1", "khaki1", "medium_purple1", "grey70"),
    *("turquoise2", "tan"),
)
"""They stand out from a red, a black and a green number."""
DOT: Final = "●"


def colour(spot: int) -> str:
    """Return the colour of a player's chips."""
    return COLOURS[(spot - 1) % len(COLOURS)]


def chips_on(status: Status) -> dict[str, list[int]]:
    """Return whose chips are on each place, or whose bets are carried over there."""
    chips: dict[str, list[int]] = {}
    for spot, shown in status.spots.items():
        for bet in shown.bets:
            chips.setdefault(bet.on, []).append(spot)
    return chips


def marked(spots: Sequence[int], room: int, on: str = "") -> Ink:
    """Return a dot for each player's chips, or how many they are where there is no room."""
    if len(spots) <= room:
        return Ink().join(Ink(DOT, f"{colour(spot)}{on}") for spot in spots)
    return Ink(str(len(spots))[:room], f"bold white{on}")
