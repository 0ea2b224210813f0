"""The rounds of a segment of the journal and their times: the rows of its index."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from firmware.shell.history.journal_entries import Carried, Checked, Entry, Happened, decode
from firmware.shell.journal import JournalDamaged, NumberedRecord


class RoundRow(NamedTuple):
    """A round in a segment, never one of a test; times are milliseconds of the wall clock since
    1970.
    """

    round: int
    segment: int
    begins_ms: int
    """The time of its opening; if that is in a removed segment, its first known time."""
    until_ms: int | None
    """When the next round opened; for a segment's last round its last known
    time, None if it is live.
    """

    def covers(self, time_ms: int) -> bool:
        """Return whether it was the last to open by a time."""
        return self.begins_ms <= time_ms and (self.until_ms is None or time_ms < self.until_ms)


class SegmentOutline(NamedTuple):
    """The rounds of a segment, up to where it is damaged."""

    rows: list[RoundRow]
    is_whole: bool


def segment_outline(
    segment: int, records: Iterator[NumberedRecord], previous_row: RoundRow | None, *, is_live: bool
) -> SegmentOutline:
    """Return the rounds of a segment; `previous_row` is the last of the one before it, if known.

    Raises JournalError, msgspec.DecodeError.
    """
    time_reader, is_whole = _TimeReader(previous_row), True
    try:
        for _, payload in records:
            time_reader.take(decode(payload))
    except JournalDamaged:
        is_whole = False
    return SegmentOutline(time_reader.rows(segment, is_live=is_live), is_whole)


def epoch_ms(wall: str | datetime) -> int:
    """Return a time of the wall clock as milliseconds since 1970."""
    moment = datetime.fromisoformat(wall) if isinstance(wall, str) else wall
    return round(moment.timestamp() * 1000)


class _TimeReader:
    """Follows openings and times through a segment."""

    def __init__(self, previous_row: RoundRow | None) -> None:
        self._previous_row = previous_row
        self._round_numbers: list[int] = []
        self._begin_times: list[int] = []
        self._event_times: list[int] = []
        """Of the events since the last opening, its own the first, as far as they are known."""

    def take(self, entry: Entry) -> None:
        match entry:
            case Happened(wall=wall):
                self._add_time(epoch_ms(wall))
            case Carried(table=table, since=events_since):
                if self._previous_row and self._previous_row.round == table.real.round:
                    self._add_time(self._previous_row.begins_ms)
                self._add_opening(table.real.round)
                for happened in events_since:
                    self._add_time(epoch_ms(happened.wall))
            case Checked(table=table, since=events_since):
                self._event_times = self._event_times[-events_since - 1 :]
                self._add_opening(table.real.round)

    def _add_time(self, time_ms: int) -> None:
        self._event_times.append(time_ms)
        if len(self._begin_times) < len(self._round_numbers):
            self._begin_times.append(time_ms)

    def _add_opening(self, number: int) -> None:
        if number and number not in self._round_numbers[-1:]:
            self._round_numbers.append(number)
            self._begin_times.extend(self._event_times[:1])

    def rows(self, segment: int, *, is_live: bool) -> list[RoundRow]:
        """Return a row for each round with a known time."""
        end_times = (
            [*self._begin_times[1:], None if is_live else self._event_times[-1]]
            if self._begin_times
            else []
        )
        return [
            RoundRow(number, segment, begins_ms, until_ms)
            for number, begins_ms, until_ms in zip(
                self._round_numbers, self._begin_times, end_times, strict=False
            )
        ]
