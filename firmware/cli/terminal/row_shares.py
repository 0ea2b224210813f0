"""The rows of a terminal, shared out among the parts of a table's picture."""

from typing import Final

from firmware.cli.terminal.felt import MIN_BET_LINES

BEAD_ROWS: Final = 6
DISPLAY_ROWS: Final = (6, 8, 14)
"""Rows of the displays of a game of many hands: at least, as a rule, at most."""


class TwoHandsRows:
    """The rows of a game of two hands: each part in turn gets what it can use of the spare rows."""

    def __init__(self, height: int, felt_rows: int) -> None:
        # header, shoe, keys and a row of beads are 1 each, the alarms 2, the displays 11
        self._spare_rows = height - 1 - 1 - felt_rows - 1 - 1 - 2 - 11
        self.upper_rows = 11 + min(0, self._spare_rows)
        self.arc_rows = self._take_rows(3)
        self.bead_rows = 1 + self._take_rows(BEAD_ROWS - 1)
        self.upper_rows += self._take_rows(4)
        self.alarm_rows = 2 + self._take_rows(4)

    def _take_rows(self, max_rows: int) -> int:
        """Claim up to `max_rows` of the spare rows."""
        taken_rows = max(0, min(max_rows, self._spare_rows))
        self._spare_rows -= taken_rows
        return taken_rows


class ManyHandsRows:
    """The rows of a game of many hands: the displays get the remaining rows, within bounds."""

    def __init__(
        self,
        height: int,
        felt_rows: int,
        needed_hand_rows: int,
        needed_key_rows: int,
        bets_on_spot: int,
        *,
        has_costs: bool,
    ) -> None:
        min_display, usual_display, max_display = DISPLAY_ROWS
        self.key_rows = needed_key_rows
        self.cost_rows = int(has_costs)
        # header, costs, shoe, felt, keys, results and 2 of alarms; the rest is shared
        spare_rows = height - 1 - self.cost_rows - 1 - felt_rows - needed_key_rows - 1 - 2
        self.hand_rows = min(needed_hand_rows, max(spare_rows - min_display, 0))
        spare_rows -= self.hand_rows
        self.more_bet_lines = max(0, min(bets_on_spot - MIN_BET_LINES, spare_rows - usual_display))
        spare_rows -= self.more_bet_lines
        self.upper_rows = min(max_display, spare_rows)
        self.arc_rows = min(3, spare_rows - self.upper_rows)
