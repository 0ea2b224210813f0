"""The Pi under a simulated table, as its kernel reports it."""

from typing import Final

from hal.board_health import BoardHealth

USUAL_CELSIUS: Final = 48
HOT_CELSIUS: Final = 82
"""From 80 degrees on a Pi slows down (Raspberry Pi documentation)."""


class SimPi:
    """A Pi whose supply may be too weak, and which may be hot; either slows it down."""

    def __init__(self) -> None:
        self.has_weak_supply = False
        self.is_hot = False

    @property
    def health(self) -> BoardHealth:
        """Return the reading."""
        return BoardHealth(
            under_voltage=self.has_weak_supply,
            slowed=self.has_weak_supply or self.is_hot,
            celsius=HOT_CELSIUS if self.is_hot else USUAL_CELSIUS,
        )
