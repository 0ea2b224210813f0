"""The poker variants: their streets, and which hand wins."""

from typing import Final

import msgspec


class Street(msgspec.Struct, frozen=True):
    """The cards dealt before a round of bets (67.88 (17))."""

    down: int = 0
    """Face-down cards for each hand."""
    up: int = 0
    """Face-up cards: for the board, or in stud for each hand."""
    board: bool = False
    """Whether the face-up cards are common."""
    burn: bool = True


class Variant(msgspec.Struct, frozen=True):
    """A poker variant."""

    streets: tuple[Street, ...]
    stud: bool = False
    omaha: bool = False
    """Whether a hand is exactly two hole cards with three board cards."""
    high: bool = True
    low: bool = False
    """Whether the lowest hand wins; with `high` too, each wins half (67.88 (13), (15))."""

    @property
    def is_split(self) -> bool:
        """Whether the high and the low hand share the pot (67.88 (15))."""
        return self.high and self.low

    @property
    def hole_cards(self) -> int:
        """The number of face-down cards of a complete hand."""
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
"""The variants by the value of the option `poker`; the first is the default."""
