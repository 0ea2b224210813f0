"""Inserts the lines of messages, each once: it is known again on any later day.

No key of the database reaches across the partitions of its days. So a stored line is known by the
watermark and the gaps of its lane, which this transaction has locked; such a line is held against
its row. It may have none, where its journal had been cut: then it is inserted, unless its day is
archived.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, Table, select

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.ledger.table_message import Row, TableMessage, recent_day
from firmware.floor.ledger.watermarks import KnownLines, LaneWatermarks, message_span
from firmware.floor.store import ARCHIVED_LANE_TABLE, FACT_TABLE, RECORD_TABLE, insert_missing

LANE_TABLES: Final[Mapping[str, Table]] = {"fact": FACT_TABLE, "record": RECORD_TABLE}
RECEIPT_COLUMNS: Final = {"received_at", "day"}
"""They differ each time, and the first ones stay."""


class LineKey(NamedTuple):
    """A line of a journal."""

    journal: str
    position: LanePosition


class StoredLines(NamedTuple):
    """The rows of facts that were inserted, and an alarm for each line that was stored otherwise
    before.
    """

    new_facts: Mapping[LineKey, Row]
    alarms: list[LedgerAlarm]


def store_lines(
    connection: Connection, watermarks: LaneWatermarks, messages: Sequence[TableMessage]
) -> StoredLines:
    """Insert the lines that are new, and advance the watermarks over them; a line that is stored
    already must be equal.
    """
    stored = StoredLines({}, [])
    lane_messages = [(message.journal, message.message) for message in messages]
    known_lines = watermarks.known_lines(lane_messages)
    left_out = watermarks.join_messages(lane_messages)
    since = recent_day(messages)
    for lane_name, table in LANE_TABLES.items():
        lines = _LaneLines(connection, table, known_lines, since)
        for message in messages:
            is_in_lane = message.message.lane == lane_name
            if is_in_lane and message_span(message.journal, message.message) not in left_out:
                stored.alarms.extend(lines.add(message))
        insert_missing(connection, table, [*lines.new_rows.values()])
        if lane_name == "fact":
            stored = stored._replace(new_facts=lines.new_rows)
    return stored


class _LaneLines:
    """The lines of one lane in a transaction."""

    def __init__(
        self, connection: Connection, table: Table, known_lines: KnownLines, since: date
    ) -> None:
        """A stored row is looked for from a day on, and on earlier days if it is not there."""
        self._connection, self._table, self._known_lines = connection, table, known_lines
        self._since = since
        self.new_rows: dict[LineKey, Row] = {}

    def add(self, message: TableMessage) -> Iterator[LedgerAlarm]:
        """Add the new lines of a message; yield an alarm for each that was otherwise before."""
        journal, lane_name = message.journal, message.message.lane
        repeated: dict[LanePosition, Row] = {}
        for row in message.rows:
            position = _row_position(row)
            added = self.new_rows.setdefault(LineKey(journal, position), row)
            if self._known_lines.has(journal, lane_name, position):
                repeated[position] = row
            elif added is not row and _differs(added, row):
                yield _altered(message, position)
        if repeated:
            yield from self._hold_repeated(message, repeated)

    def _hold_repeated(
        self, message: TableMessage, repeated: Mapping[LanePosition, Row]
    ) -> Iterator[LedgerAlarm]:
        stored_rows = self._stored_rows(message.journal, message.message.lane, repeated)
        archived = LANE_START
        if repeated.keys() - stored_rows.keys():
            archived = archived_position(self._connection, message.journal, message.message.lane)
        for position, row in repeated.items():
            stored_row = stored_rows.get(position)
            if stored_row is not None or position <= archived:
                self.new_rows.pop(LineKey(message.journal, position), None)
            if stored_row is not None and _differs(stored_row, row):
                yield _altered(message, position)

    def _stored_rows(
        self, journal: str, lane_name: str, positions: Mapping[LanePosition, Row]
    ) -> dict[LanePosition, Row]:
        """Return the stored rows between the ends of some positions."""
        # facts number from 0 in each shoe, records through the whole journal
        first, last = min(positions), max(positions)
        is_fact, columns = lane_name == "fact", self._table.c
        column = columns.shoe if is_fact else columns.number
        ends = (first.shoe, last.shoe) if is_fact else (first.number, last.number)
        statement = select(self._table).where(columns.journal == journal, column.between(*ends))
        recent_rows = self._rows(statement.where(columns.day >= self._since))
        return recent_rows if positions.keys() <= recent_rows.keys() else self._rows(statement)

    def _rows(self, statement: Select[Any]) -> dict[LanePosition, Row]:
        stored_rows = map(dict, self._connection.execute(statement).mappings())
        return {_row_position(stored_row): stored_row for stored_row in stored_rows}


def archived_position(connection: Connection, journal: str, lane_name: str) -> LanePosition:
    """Return the last position of a lane that is in an archived day, LANE_START if none is."""
    columns = ARCHIVED_LANE_TABLE.c
    positions = connection.execute(
        select(columns.shoe, columns.number).where(
            columns.journal == journal, columns.lane == lane_name
        )
    )
    return max((LanePosition(*row) for row in positions), default=LANE_START)


def _altered(message: TableMessage, position: LanePosition) -> LedgerAlarm:
    place = f"{message.message.lane} {position.shoe}.{position.number}"
    return message.source.alarm("altered", place)


def _differs(stored_row: Row, row: Row) -> bool:
    return any(stored_row[column] != row[column] for column in row.keys() - RECEIPT_COLUMNS)


def _row_position(row: Row) -> LanePosition:
    return LanePosition(row.get("shoe", 0), row["number"])
