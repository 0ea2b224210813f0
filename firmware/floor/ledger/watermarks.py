"""The watermarks of a journal's lanes: the position up to which nothing is missing.

Messages come in any order. One that comes before its predecessor leaves a gap, a row with both its
ends; the watermark jumps over it once the predecessor is stored.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, or_, select, tuple_

from firmware.floor.driver_query import DriverQuery
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.store import GAP_TABLE, WATERMARK_TABLE, insert_missing, write_rows
from firmware.floor.wire import LaneMessage

LANE_NAMES: Final = ("fact", "record", "checked")
MAX_GAPS: Final = 512
"""The most gaps of a journal: more than two ledgers hold of a lane at once."""


class _LaneKey(NamedTuple):
    journal: str
    lane: str


class _Gap(NamedTuple):
    """A stored message whose predecessor is missing: its lane, the position before it,
    and its end.
    """

    lane_key: _LaneKey
    after_position: LanePosition
    end_position: LanePosition


class KnownLines:
    """The lines of some lanes that are stored: those up to the watermark, and those of messages
    behind a gap. Where a journal was cut, or a day archived, they may have no row.
    """

    def __init__(self, watermarks: Mapping[_LaneKey, LanePosition], gaps: Iterable[_Gap]) -> None:
        self._watermarks = watermarks
        self._spans: dict[_LaneKey, list[_Gap]] = {}
        for gap in sorted(gaps):
            spans = self._spans.setdefault(gap.lane_key, [])
            if spans and gap.after_position <= spans[-1].end_position:
                end = max(spans[-1].end_position, gap.end_position)
                spans[-1] = spans[-1]._replace(end_position=end)
            else:
                spans.append(gap)

    def has(self, journal: str, lane_name: str, position: LanePosition) -> bool:
        """Return whether a line is stored."""
        lane_key = _LaneKey(journal, lane_name)
        if position <= self._watermarks[lane_key]:
            return True
        spans = self._spans.get(lane_key, ())
        index = bisect_left(spans, position, key=lambda span: span.end_position)
        return index < len(spans) and spans[index].after_position < position


def message_span(journal: str, message: LaneMessage) -> _Gap:
    """Return the span of a message in its lane."""
    return _Gap(_LaneKey(journal, message.lane), message.after, message.last)


# built once: of a small batch, building its statements would take longer than to execute them
_LOCKED_WATERMARKS: Final = DriverQuery(
    select(WATERMARK_TABLE)
    .where(
        WATERMARK_TABLE.c.journal.in_(bindparam("journals", expanding=True)),
        or_(*(WATERMARK_TABLE.c.lane == lane_name for lane_name in LANE_NAMES)),
    )
    .order_by(*WATERMARK_TABLE.primary_key)
    .with_for_update()
)
_GAPS: Final = DriverQuery(
    select(GAP_TABLE).where(
        tuple_(GAP_TABLE.c.journal, GAP_TABLE.c.lane).in_(bindparam("lanes", expanding=True))
    )
)


class LaneWatermarks:
    """The watermarks of some journals, locked by one transaction at a time."""

    def __init__(self, connection: Connection, journals: Iterable[str]) -> None:
        """Lock the watermarks; waits for a transaction that has them."""
        self._connection = connection
        self._journals = sorted(journals)
        self._gaps: set[_Gap] = set()
        self._watermarks = self._locked_watermarks()
        if missing_lanes := self._missing_lanes():
            insert_missing(connection, WATERMARK_TABLE, missing_lanes)
            self._watermarks = self._locked_watermarks()
        self._saved_watermarks = self._watermarks.copy()

    def watermark(self, journal: str, lane_name: str) -> LanePosition:
        """Return the last position up to which nothing is missing."""
        return self._watermarks[_LaneKey(journal, lane_name)]

    def advances(self, lane_name: str) -> dict[str, tuple[LanePosition, LanePosition]]:
        """Return the old and the new position of the journals whose lane has advanced."""
        return {
            lane_key.journal: (self._saved_watermarks[lane_key], position)
            for lane_key, position in self._watermarks.items()
            if lane_key.lane == lane_name and position > self._saved_watermarks[lane_key]
        }

    def advance(self, journal: str, lane_name: str, position: LanePosition) -> None:
        """Set a watermark."""
        self._watermarks[_LaneKey(journal, lane_name)] = position

    def known_lines(self, messages: Iterable[tuple[str, LaneMessage]]) -> KnownLines:
        """Return which lines of the messages' lanes are stored, before the messages are joined."""
        lane_keys = {_LaneKey(journal, message.lane) for journal, message in messages}
        self._gaps = self._stored_gaps(lane_keys)
        spans = [gap for gap in self._gaps if self._is_open(gap)]
        return KnownLines(self._watermarks.copy(), spans)

    def join_messages(self, messages: Iterable[tuple[str, LaneMessage]]) -> set[_Gap]:
        """Advance the watermarks over new messages of journals, which have no gap between their
        lines, and over stored gaps that these close. Return the spans of messages whose lines may
        not be stored, because no gap would name them.
        """
        new_gaps = {message_span(journal, message) for journal, message in messages}
        self._advance_over(new_gaps | self._gaps)
        left_out = self._store_gaps([gap for gap in new_gaps - self._gaps if self._is_open(gap)])
        self._delete_gaps([gap for gap in self._gaps if not self._is_open(gap)])
        return left_out

    def _advance_over(self, gaps: Iterable[_Gap]) -> None:
        """Advance the watermarks over gaps whose predecessors are stored."""
        # in order of position, so that one pass closes a whole row of gaps
        for lane_key, after_position, end_position in sorted(gaps):
            # not `==`: a message that was sent again may begin before the watermark
            if after_position <= self._watermarks[lane_key] < end_position:
                self._watermarks[lane_key] = end_position

    def _is_open(self, gap: _Gap) -> bool:
        return gap.end_position > self._watermarks[gap.lane_key]

    def save(self) -> None:
        """Write the watermarks that have advanced."""
        advanced_rows = [
            lane_key._asdict() | position._asdict()
            for lane_key, position in self._watermarks.items()
            if position != self._saved_watermarks[lane_key]
        ]
        write_rows(self._connection, WATERMARK_TABLE, advanced_rows)

    def _locked_watermarks(self) -> dict[_LaneKey, LanePosition]:
        """Lock the rows in key order, before any other lock: so two transactions can't deadlock."""
        locked_rows = _LOCKED_WATERMARKS.rows(self._connection, journals=self._journals)
        return {
            _LaneKey(journal, lane_name): LanePosition(shoe, number)
            for journal, lane_name, shoe, number in locked_rows
        }

    def _missing_lanes(self) -> list[dict[str, Any]]:
        """Return the rows of lanes that have none: those of journals which this transaction has
        registered, so that no other can have them yet.
        """
        return [
            lane_key._asdict() | LANE_START._asdict()
            for journal in self._journals
            for lane_name in LANE_NAMES
            if (lane_key := _LaneKey(journal, lane_name)) not in self._watermarks
        ]

    def _stored_gaps(self, lane_keys: Collection[_LaneKey]) -> set[_Gap]:
        if not lane_keys:
            return set()
        return {
            _Gap(_LaneKey(*row[:2]), LanePosition(*row[2:4]), LanePosition(*row[4:]))
            for row in _GAPS.rows(self._connection, lanes=[*lane_keys])
        }

    def _store_gaps(self, gaps: Collection[_Gap]) -> set[_Gap]:
        """Store the first gaps, as many as each journal may have more. Return those that are left
        out: they are sent again, since the watermark stays where it is.
        """
        if not gaps:
            return set()
        columns = GAP_TABLE.c
        statement = select(columns.journal, func.count()).group_by(columns.journal)
        concerned = statement.where(columns.journal.in_({gap.lane_key.journal for gap in gaps}))
        counts: Counter[str] = Counter(dict(self._connection.execute(concerned).all()))
        stored = {gap[:2]: gap for gap in self._gaps}
        new, left_out = dict[tuple[Any, ...], _Gap](), set[_Gap]()
        for gap in sorted(gaps):
            counts[gap.lane_key.journal] += gap[:2] not in stored.keys() | new.keys()
            if counts[gap.lane_key.journal] <= MAX_GAPS:
                new[gap[:2]] = max(gap, stored.get(gap[:2], gap))
            else:
                left_out.add(gap)
        # one that begins as another and is longer takes its place
        self._delete_gaps([stored[start] for start in stored.keys() & new.keys()])
        insert_missing(self._connection, GAP_TABLE, [_gap_row(gap) for gap in new.values()])
        return left_out

    def _delete_gaps(self, gaps: Collection[_Gap]) -> None:
        if gaps:
            keys = [(*lane_key, *after_position) for lane_key, after_position, _ in gaps]
            is_one = tuple_(*GAP_TABLE.primary_key).in_(keys)
            self._connection.execute(delete(GAP_TABLE).where(is_one))


def _gap_row(gap: _Gap) -> dict[str, Any]:
    after_columns = {
        "after_shoe": gap.after_position.shoe,
        "after_number": gap.after_position.number,
    }
    return {**gap.lane_key._asdict(), **after_columns, **gap.end_position._asdict()}
