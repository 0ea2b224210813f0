"""The phases of a table."""

from enum import IntEnum, auto


class Phase(IntEnum):
    """The phases of a table; the cards of a round have phases of their own, the game's."""

    CLOSED = auto()
    OPEN = auto()
    ROUND = auto()
    SHOE_CHANGE = auto()


CLOSED, OPEN, ROUND, SHOE_CHANGE = Phase
"""The same, for code that runs on every event: Python 3.11 is slow to look up an enum's member."""
