"""Which report of a tournament's table is sent next: the oldest unacknowledged one."""

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware.core.poker_room.engine.tournament_table import remembered_link
from firmware.floor.level_wire import TableReport
from firmware.floor.uplink.journal_tail import JournalTail, segments_in
from firmware.floor.uplink.table_reports import TableReports
from firmware.shell.history.journal_entries import Carried, decode

REPORT_RETRY_S: Final = 2.0
"""After this time an unacknowledged report is sent again."""


class ReportSource:
    """The reports of a tournament, from the first unacknowledged one on. All its state follows from
    the journal and the tournament's acknowledgements. Every method raises JournalError.
    """

    def __init__(self, copies: Sequence[Path], tournament: str, last_received: int) -> None:
        self._journal_tail = JournalTail(copies, _first_segment(copies, tournament, last_received))
        self._table_reports = TableReports(tournament)
        self._pending_reports: deque[TableReport] = deque()

    def next_report(self, last_received: int) -> TableReport | None:
        """Return the oldest report after the last acknowledged one; None if there is none yet."""
        for journal_record, _ in self._journal_tail.next_records():
            self._pending_reports.extend(
                self._table_reports.add_record(
                    journal_record.number, decode(journal_record.payload)
                )
            )
        while self._pending_reports and self._pending_reports[0].number <= last_received:
            self._pending_reports.popleft()
        return self._pending_reports[0] if self._pending_reports else None


def _first_segment(copies: Sequence[Path], tournament: str, last_received: int) -> int:
    """Return the newest segment before which everything is acknowledged."""
    segment_numbers = segments_in(copies).numbers
    for segment_number in reversed(segment_numbers):
        if segments_in(copies).header(segment_number).place.starting_head.records < last_received:
            return segment_number
        for journal_record, _ in JournalTail(copies, segment_number).next_records()[:1]:
            journal_entry = decode(journal_record.payload)
            if isinstance(journal_entry, Carried) and not _is_of_tournament(
                journal_entry, tournament
            ):
                return segment_number
    return segment_numbers[0]


def _is_of_tournament(carried_state: Carried, tournament: str) -> bool:
    level_seen = remembered_link(carried_state.table.real.game).last_level
    return level_seen is not None and level_seen.tournament == tournament


class ReportRepeater:
    """Paces reports: a new one at once, the same one again after a while."""

    def __init__(self) -> None:
        self._sent_number = 0
        self._sent_at_s = float("-inf")

    def is_due(self, table_report: TableReport | None, now_s: float) -> bool:
        """Return whether a report is sent at this time, in seconds."""
        if table_report is None or (
            table_report.number == self._sent_number and now_s - self._sent_at_s < REPORT_RETRY_S
        ):
            return False
        self._sent_number, self._sent_at_s = table_report.number, now_s
        return True
