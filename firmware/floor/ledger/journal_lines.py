"""The stored lines of one journal, from its archived days and from the database, in their order."""

from collections.abc import Iterator
from datetime import date
from itertools import chain
from typing import Final

from sqlalchemy import ColumnElement, Engine, select, tuple_

from firmware.floor.facts import LANE_START, POSITION_LIMIT, LanePosition
from firmware.floor.ledger.archived_days import (
    ArchivedDays,
    LaneSpan,
    Row,
    lane_days,
    row_position,
    rows_in_order,
)
from firmware.floor.ledger.stored_lines import LANE_TABLES
from firmware.floor.store import FACT_TABLE, RECORD_TABLE

ROWS_PER_TRANSACTION: Final = 500
LANE_END: Final = LanePosition(POSITION_LIMIT, POSITION_LIMIT)
"""The position after every line."""
_KEYS: Final[dict[str, tuple[ColumnElement[int], ...]]] = {
    "fact": (FACT_TABLE.c.shoe, FACT_TABLE.c.number),
    "record": (RECORD_TABLE.c.number,),
}


class JournalLines:
    """The lines of a journal. A ledger may be at work meanwhile, and days may be archived."""

    def __init__(self, database: Engine, identity: str, archived_days: ArchivedDays) -> None:
        self._database, self._identity = database, identity
        self._archived_days = archived_days
        self._days_read: dict[str, set[date]] = {}
        """By lane, the archived days that are at hand."""
        self._unread_ends: dict[str, LanePosition] = {}
        """By lane, the last position in a day that is not."""

    def rows(
        self, lane: str, first: LanePosition = LANE_START, last: LanePosition = LANE_END
    ) -> Iterator[Row]:
        """Yield the rows of a lane between two positions. Raises RequestFailed, SQLAlchemyError."""
        stored_rows = self._stored_rows(lane, first, last)
        spans = self._archived_spans(lane, first, last)
        first_row = next(stored_rows, None)
        if first_row is not None:
            begin = row_position(first_row)
            spans.append(LaneSpan(begin, last, lambda: chain([first_row], stored_rows)))
        for row in rows_in_order(spans):
            if first <= row_position(row) <= last:
                yield row

    def is_not_at_hand(self, lane: str, position: LanePosition) -> bool:
        """Return whether a line that was not read may be in an archived day that is not at hand, or
        in one that was archived meanwhile.
        """
        return position <= self.unread_end(lane, position)

    def unread_end(self, lane: str, position: LanePosition) -> LanePosition:
        """Return the last position of the archived days that are needed from a position on, and are
        not at hand; LANE_START if all are.
        """
        if position > self._unread_ends.get(lane, LANE_START):
            days_read = self._days_read.get(lane, set())
            with self._database.connect() as connection:
                days = lane_days(connection, self._identity, lane)
            unread = [day for day, end in days.items() if end >= position and day not in days_read]
            self._archived_days.note_unread(unread)
            self._unread_ends[lane] = max((days[day] for day in unread), default=LANE_START)
        return self._unread_ends[lane]

    def _archived_spans(self, lane: str, first: LanePosition, last: LanePosition) -> list[LaneSpan]:
        """Return the spans of the archived days that have lines between two positions."""
        table, archived_days = LANE_TABLES[lane], self._archived_days
        with self._database.connect() as connection:
            days = lane_days(connection, self._identity, lane)
        needed = [day for day, end in days.items() if end >= first]
        spans = [
            span
            for day in needed
            if (span := archived_days.lane_span(day, table, self._identity)) is not None
            and span.first <= last
            and archived_days.is_sound(day)
        ]
        self._days_read[lane] = {*needed} - {*archived_days.not_at_hand}
        return spans

    def _stored_rows(self, lane: str, first: LanePosition, last: LanePosition) -> Iterator[Row]:
        """Yield the database's rows between two positions, a few in each transaction."""
        table, key = LANE_TABLES[lane], _KEYS[lane]
        first_key, last_key = (tuple_(*position[-len(key) :]) for position in (first, last))
        ordered = (
            select(table)
            .where(table.c.journal == self._identity, tuple_(*key) <= last_key)
            .order_by(*key)
            .limit(ROWS_PER_TRANSACTION)
        )
        condition = tuple_(*key) >= first_key
        while True:
            with self._database.connect() as connection:
                page = connection.execute(ordered.where(condition)).mappings().all()
            yield from page
            if len(page) < ROWS_PER_TRANSACTION:
                return
            last_read = (page[-1][column.name] for column in key)
            condition = tuple_(*key) > tuple_(*last_read)
