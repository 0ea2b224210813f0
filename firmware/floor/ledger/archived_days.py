"""The archived days that an audit reads besides the database, each held to its digests once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from heapq import merge
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, RowMapping, Table, select

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.facts import LanePosition
from firmware.floor.store import ARCHIVED_LANE_TABLE

Row = Mapping[str, Any] | RowMapping


class LaneSpan(NamedTuple):
    """A journal's rows of one lane in one place: its first and last position, and how to read them
    in their order.
    """

    first: LanePosition
    last: LanePosition
    read: Callable[[], Iterator[Row]]


class ArchivedDay(Protocol):
    """A day whose manifest is the one that the database has noted."""

    def check(self) -> None:
        """Hold the files against their digests. Raises RequestFailed."""
        ...

    def lane_span(self, table: Table, journal: str) -> LaneSpan | None:
        """Return a journal's rows of the day, None if it has none."""
        ...


OpenDay = Callable[[date], ArchivedDay | None]
"""Opens an archived day, None if its folder is not there. Raises RequestFailed."""


class ArchivedDays:
    """The archived days, opened and checked as they are needed; none without `open_day`."""

    def __init__(self, open_day: OpenDay | None = None) -> None:
        self._open_day = open_day
        self._opened: dict[date, ArchivedDay | None] = {}
        self._checked: set[date] = set()
        self.refusals: dict[date, Text] = {}
        """The days that are not as they were archived, and why."""

    def lane_span(self, day: date, table: Table, journal: str) -> LaneSpan | None:
        """Return a journal's rows of a day, None if it has none or the day is not at hand."""
        if day not in self._opened:
            self._opened[day] = self._open(day)
        found = self._opened[day]
        return found.lane_span(table, journal) if found else None

    def is_sound(self, day: date) -> bool:
        """Return whether an opened day's files are as its manifest says; they are read once."""
        found = self._opened[day]
        if found is not None and day not in self._checked:
            self._checked.add(day)
            try:
                found.check()
            except RequestFailed as refused:
                self._opened[day], self.refusals[day] = None, refused.why
        return self._opened[day] is not None

    def note_unread(self, days: Sequence[date]) -> None:
        """Note days that were needed and not read."""
        self._opened.update(dict.fromkeys(days))

    @property
    def not_at_hand(self) -> list[date]:
        """The days that were needed, and could not be read."""
        return sorted(day for day, found in self._opened.items() if found is None)

    def _open(self, day: date) -> ArchivedDay | None:
        if self._open_day is None:
            return None
        try:
            return self._open_day(day)
        except RequestFailed as refused:
            self.refusals[day] = refused.why
            return None


def lane_days(connection: Connection, journal: str, lane: str) -> dict[date, LanePosition]:
    """Return the archived days of a lane, each with the lane's last position there."""
    columns = ARCHIVED_LANE_TABLE.c
    rows = connection.execute(
        select(columns.day, columns.shoe, columns.number)
        .where(columns.journal == journal, columns.lane == lane)
        .order_by(columns.day)
    )
    return {day: LanePosition(shoe, number) for day, shoe, number in rows}


def row_position(row: Row) -> LanePosition:
    """Return the position of a fact's or a record's row."""
    return LanePosition(row.get("shoe", 0), row["number"])


def rows_in_order(spans: Sequence[LaneSpan]) -> Iterator[Row]:
    """Yield the rows of several spans in the order of their positions. Only those that overlap are
    read at the same time: a line behind a gap may have come a day before the gap was filled.
    """
    group, end = list[LaneSpan](), None
    for span in sorted(spans, key=lambda span: span[:2]):
        if end is not None and span.first > end:
            yield from _merged(group)
            group, end = [], None
        group.append(span)
        end = span.last if end is None else max(end, span.last)
    yield from _merged(group)


def day_ranges(days: Sequence[date]) -> str:
    """Return days in their order as text, as in `2026-11-01…2026-11-30, 2026-12-02`."""
    ranges = list[list[date]]()
    for day in days:
        if ranges and day - ranges[-1][-1] == timedelta(1):
            ranges[-1][1:] = [day]
        else:
            ranges.append([day])
    return ", ".join("…".join(map(date.isoformat, each)) for each in ranges)


def _merged(group: Sequence[LaneSpan]) -> Iterator[Row]:
    return merge(*(span.read() for span in group), key=row_position)
