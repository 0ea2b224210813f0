"""How the rows of a terminal are shared out among the parts of a table."""

from typing import Final

from firmware.cli.terminal.felt import BETS

BEAD_ROWS: Final = 6
DISPLAYS: Final = (6, 8, 14)
"""Rows of the displays of a game of many hands: at least, as a rule, at most."""


class Rooms:
    """The distribution of rows: each part in turn gets the rows it can use, as
    long as there are any.
    """

    def __init__(self, height: int, felt: int) -> None:
        self._spare = height - 1 - 1 - felt - 1 - 1 - 2 - 11
        self.upper = 11 + min(0, self._spare)
        self.arc = self._give(3)
        self.beads = 1 + self._give(BEAD_ROWS - 1)
        self.upper += self._give(4)
        self.alarms = 2 + self._give(4)

    def _give(self, most: int) -> int:
        """Share some of the spare rows out."""
        given = max(0, min(most, self._spare))
        self._spare -= given
        return given


class Rows:
    """The rows of a game of many hands: the displays get the remaining rows, within bounds."""

    def __init__(
        self, height: int, felt: int, hands: int, keys: int, bets: int, *, asked: bool
    ) -> None:
        least, well, most = DISPLAYS
        self.keys = keys
        self.asked = int(asked)
        spare = height - 1 - self.asked - 1 - felt - keys - 1 - 2
        self.hands = min(hands, max(spare - least, 0))
        spare -= self.hands
        self.more_bets = max(0, min(bets - BETS, spare - well))
        spare -= self.more_bets
        self.upper = min(most, spare)
        self.arc = min(3, spare - self.upper)
