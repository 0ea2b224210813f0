"""What one wants to see of a floor: a table that is cut off, a lot that is won."""

import signal
from typing import Final

from firmware.floor.jackpot.ledger_line import LedgerLine
from tools.floor.local_floor import LUCKY, Floor, print_line, uplink
from tools.floor.tables import Table

STAGED_S: Final = 30.0
"""When the table is cut off or the lot won, and for how long it is cut off."""
AGAIN_S: Final = 120.0
"""After which the table is lucky again, if nobody has won: a bet or the deal was put right."""


class Stage:
    """What one wants to see: a table that is cut off, a lot that is won."""

    def __init__(self, floor: Floor, cut: str | None, *, hit: bool) -> None:
        self._floor = floor
        self._cut = next((t for t in floor.tables if t.name == cut), None)
        self._is_cut = False
        self._hit_at = STAGED_S if hit else float("inf")

    def look(self, seconds: float, line: LedgerLine | None) -> None:
        """Do what is due so many seconds after the start."""
        if self._cut is not None:
            self._at_cut(self._cut, seconds)
        if line is not None and line.hits == 0 and seconds >= self._hit_at:
            self._hit_at = seconds + AGAIN_S
            print_line(
                f"{LUCKY}: the next hand but one is a royal flush, with a bet on the jackpot"
            )
            self._floor.running.signal(LUCKY, signal.SIGUSR1)

    def _at_cut(self, table: Table, seconds: float) -> None:
        is_due = STAGED_S <= seconds < 2 * STAGED_S
        if is_due and not self._is_cut:
            print_line(
                f"{table.name} is cut off: it plays on; its bets on a jackpot close in 10 seconds"
            )
            self._floor.running.end(uplink(table))
        elif self._is_cut and not is_due:
            print_line(f"{table.name} is there again: what is missing is sent")
            self._floor.begin_uplink(table)
        self._is_cut = is_due
