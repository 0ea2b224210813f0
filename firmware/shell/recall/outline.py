"""The rounds of a segment of the journal and their times: the rows of its index."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from firmware.shell.history.records import Carried, Checked, Entry, Happened, decode
from firmware.shell.journal import JournalDamaged, Numbered


class Row(NamedTuple):
    """A round in a segment, never one of a test; times are milliseconds of the wall clock since
    1970.
    """

    round: int
    segment: int
    begins: int
    """The time of its opening; if that is not kept, its first known time."""
    until: int | None
    """When the next round opened; for a segment's last round its last known
    time, None if it is live.
    """

    def spans(self, time: int) -> bool:
        """Return whether it was the last to open by a time."""
        return self.begins <= time and (self.until is None or time < self.until)


class Outline(NamedTuple):
    """The rounds of a segment, up to where it is damaged."""

    rows: list[Row]
    whole: bool


def outline(
    segment: int, records: Iterator[Numbered], before: Row | None, *, live: bool
) -> Outline:
    """Return the rounds of a segment; `before` is the last of the one before it, if known.

    Raises JournalError, msgspec.DecodeError.
    """
    reading, whole = _Reading(before), True
    try:
        for _, payload in records:
            reading.take(decode(payload))
    except JournalDamaged:
        whole = False
    return Outline(reading.rows(segment, live=live), whole)


def millis(wall: str | datetime) -> int:
    """Return a time of the wall clock as milliseconds since 1970."""
    time = datetime.fromisoformat(wall) if isinstance(wall, str) else wall
    return round(time.timestamp() * 1000)


class _Reading:
    """Follows openings and times through a segment."""

    def __init__(self, before: Row | None) -> None:
        self._before = before
        self._rounds: list[int] = []
        self._begins: list[int] = []
        self._times: list[int] = []
        """Of the events since the last opening, its own the first, as far as they are known."""

    def take(self, entry: Entry) -> None:
        match entry:
            case Happened(wall=wall):
                self._happen(millis(wall))
            case Carried(table=table, since=since):
                if self._before and self._before.round == table.real.round:
                    self._happen(self._before.begins)
                self._open(table.real.round)
                for happened in since:
                    self._happen(millis(happened.wall))
            case Checked(table=table, since=since):
                self._times = self._times[-since - 1 :]
                self._open(table.real.round)

    def _happen(self, time: int) -> None:
        self._times.append(time)
        if len(self._begins) < len(self._rounds):
            self._begins.append(time)

    def _open(self, number: int) -> None:
        if number and number not in self._rounds[-1:]:
            self._rounds.append(number)
            self._begins.extend(self._times[:1])

    def rows(self, segment: int, *, live: bool) -> list[Row]:
        """Return a row for each round with a known time."""
        ends = [*self._begins[1:], None if live else self._times[-1]] if self._begins else []
        return [
            Row(number, segment, begins, until)
            for number, begins, until in zip(self._rounds, self._begins, ends, strict=False)
        ]
