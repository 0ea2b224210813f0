"""Which report of a tournament's table is sent next: the oldest that its hall has not taken."""

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.core.poker_room.engine.tournament_table import hall_in
from firmware.floor.level_wire import TableUp
from firmware.floor.uplink.reports import Reports
from firmware.floor.uplink.tail import Tail, kept
from firmware.shell.history.records import Carried, decode

AGAIN_S: Final = 2.0
"""After which a report is sent again that was not taken."""


class ReportSource:
    """The reports of a tournament, from the last one on that its hall has taken. It remembers
    nothing that the journal and the hall don't know. Every method raises JournalError.
    """

    def __init__(self, copies: Sequence[Path], tournament: str, heard: int) -> None:
        self._tail = Tail(copies, _begins(copies, tournament, heard))
        self._reports = Reports(tournament)
        self._waiting: deque[TableUp] = deque()

    def next(self, heard: int) -> TableUp | None:
        """Return the oldest report beyond the last that was taken; None if there is none yet."""
        for record, _ in self._tail.more():
            self._waiting.extend(self._reports.take(record.number, decode(record.payload)))
        while self._waiting and self._waiting[0].number <= heard:
            self._waiting.popleft()
        return self._waiting[0] if self._waiting else None


def _begins(copies: Sequence[Path], tournament: str, heard: int) -> int:
    """Return the newest segment before which nothing is to be reported any more."""
    numbers = kept(copies).numbers
    for number in reversed(numbers):
        if kept(copies).header(number).place.began.records < heard:
            return number
        for record, _ in Tail(copies, number).more()[:1]:
            entry = decode(record.payload)
            if isinstance(entry, Carried) and not _is_of(entry, tournament):
                return number
    return numbers[0]


def _is_of(carried: Carried, tournament: str) -> bool:
    said = hall_in(carried.table.real.game).said
    return said is not None and said.tournament == tournament


class Repeating:
    """When a report is sent: a new one at once, the same one again after a while."""

    def __init__(self) -> None:
        self._number = 0
        self._sent = float("-inf")

    def is_due(self, report: TableUp | None, now: float) -> bool:
        """Return whether a report is sent at this time, in seconds."""
        if report is None or (report.number == self._number and now - self._sent < AGAIN_S):
            return False
        self._number, self._sent = report.number, now
        return True
