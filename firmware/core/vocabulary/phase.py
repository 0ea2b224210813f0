"""The phases of a table."""

from enum import IntEnum, auto


class Phase(IntEnum):
    """The phases of a table; the cards of a round have phases of their own, the game's."""

    CLOSED = auto()
    OPEN = auto()
    ROUND = auto()
    SHOE_CHANGE = auto()
