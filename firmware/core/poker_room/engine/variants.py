"""The poker games of the room: how their cards are dealt, and who wins."""

from typing import Final

import msgspec


class Street(msgspec.Struct, frozen=True):
    """The cards dealt before a round of bets (67.88 (17))."""

    down: int = 0
    """Face down, to each hand."""
    up: int = 0
    """Face up: to the board, or in stud to each hand."""
    board: bool = False
    """Whether the cards face up are everybody's."""
    burn: bool = True


class Variant(msgspec.Struct, frozen=True):
    """One poker game."""

    streets: tuple[Street, ...]
    stud: bool = False
    omaha: bool = False
    """Whether a hand is two of its own cards with three of the board."""
    high: bool = True
    low: bool = False
    """Whether the lowest hand wins, or half if the highest wins too (67.88 (13), (15))."""

    @property
    def is_split(self) -> bool:
        """Whether the high and the low hand share (67.88 (15))."""
        return self.high and self.low

    @property
    def hole_cards(self) -> int:
        """How many cards a hand holds face down at the end."""
        return sum(street.down for street in self.streets)


_BOARD: Final = (Street(up=3, board=True), Street(up=1, board=True), Street(up=1, board=True))
_HOLDEM: Final = (Street(down=2, burn=False), *_BOARD)
_OMAHA: Final = (Street(down=4, burn=False), *_BOARD)
_STUD_STREETS: Final = (
    Street(down=2, up=1, burn=False),
    Street(up=1),
    Street(up=1),
    Street(up=1),
    Street(down=1),
)

VARIANTS: Final = {
    "holdem": Variant(_HOLDEM),
    "omaha": Variant(_OMAHA, omaha=True),
    "omaha-hi-lo": Variant(_OMAHA, omaha=True, low=True),
    "stud": Variant(_STUD_STREETS, stud=True),
    "stud-hi-lo": Variant(_STUD_STREETS, stud=True, low=True),
    "razz": Variant(_STUD_STREETS, stud=True, high=False, low=True),
}
"""The games by the name of the option `poker`, the first the default."""
