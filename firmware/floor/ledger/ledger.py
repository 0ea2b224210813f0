"""The ledger stores messages in any order, and each any number of times with the same result."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Table, select

from firmware.floor.facts import LanePosition
from firmware.floor.ledger.chain_check import check_journal
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms, utc_timestamp
from firmware.floor.ledger.watermarks import JournalKey, LaneWatermarks
from firmware.floor.store import FACT_TABLE, JOURNAL_TABLE, RECORD_TABLE, insert_missing
from firmware.floor.wire import (
    FactLine,
    LaneMessage,
    MessageHeader,
    MessageLine,
    UnreadableMessage,
    Watermark,
    unpack_message,
)


class ReceivedMessage(NamedTuple):
    """A message as received, and the table of its subject."""

    table: str
    octets: bytes


class StoredBatch(NamedTuple):
    """The result of storing messages: the new watermarks of their journals, and the new alarms."""

    watermarks: Mapping[JournalKey, Watermark]
    alarms: Sequence[LedgerAlarm]


class Ledger:
    """Writes to one database. A result of `store_messages` is durable."""

    def __init__(self, database: Engine, house: str) -> None:
        self._database = database
        self._house = house

    def store_messages(self, received_messages: Sequence[ReceivedMessage]) -> StoredBatch:
        """Store messages, all of them or none. Raises SQLAlchemyError."""
        decoded = [self._decode_message(received) for received in received_messages]
        messages = [result for result in decoded if isinstance(result, LaneMessage)]
        refused_alarms = [result for result in decoded if isinstance(result, LedgerAlarm)]
        journal_keys = {_journal_key(message.header) for message in messages}
        with self._database.begin() as connection:
            watermarks = LaneWatermarks(connection, journal_keys)
            found_alarms = [*refused_alarms, *_store_lanes(connection, watermarks, messages)]
            journal_watermarks = {
                journal_key: _journal_watermark(watermarks, journal_key)
                for journal_key in journal_keys
            }
            return StoredBatch(journal_watermarks, raise_new_alarms(connection, found_alarms))

    def _decode_message(self, received: ReceivedMessage) -> LaneMessage | LedgerAlarm:
        """Return the message, or the alarm for which it is refused."""
        try:
            message = unpack_message(received.octets)
        except UnreadableMessage:
            return LedgerAlarm("unreadable", received.table, "")
        message_header = message.header
        if message_header.house != self._house:
            return LedgerAlarm(
                "other_house", received.table, message_header.journal, message_header.house
            )
        if message_header.table != received.table:
            return LedgerAlarm(
                "other_table", received.table, message_header.journal, message_header.table
            )
        return message


def _store_lanes(
    connection: Connection, watermarks: LaneWatermarks, messages: Sequence[LaneMessage]
) -> Iterator[LedgerAlarm]:
    message_headers = [message.header for message in messages]
    yield from _register_journals(connection, message_headers)
    for lane_name, lane_table in (("fact", FACT_TABLE), ("record", RECORD_TABLE)):
        yield from _insert_lines(
            connection,
            lane_table,
            [lane_message for lane_message in messages if lane_message.header.lane == lane_name],
        )
    for header in message_headers:
        if header.cut:
            gap = f"{_position_text(header.after)}–{_position_text(header.first)}"
            yield _lane_alarm("cut", header, gap)
    watermarks.join_messages(message_headers)
    for journal_key in dict.fromkeys(map(_journal_key, message_headers)):
        yield from check_journal(connection, watermarks, journal_key)
    watermarks.save()


def _register_journals(
    connection: Connection, message_headers: Sequence[MessageHeader]
) -> Iterator[LedgerAlarm]:
    """Register new journals. Raises an alarm if the table had another, or if an ended one
    continues.
    """
    statement = select(JOURNAL_TABLE).where(
        JOURNAL_TABLE.c.table_name.in_({message_header.table for message_header in message_headers})
    )
    known_journals = [
        JournalKey(*selected_row[:2])
        for selected_row in connection.execute(statement.order_by(JOURNAL_TABLE.c.began_at))
    ]
    for message_header in message_headers:
        journal_key = _journal_key(message_header)
        table_journals = [
            known_journal
            for known_journal in known_journals
            if known_journal.table_name == message_header.table
        ]
        if journal_key not in table_journals:
            known_journals.append(journal_key)
            insert_missing(
                connection, JOURNAL_TABLE, [journal_key._asdict() | {"began_at": utc_timestamp()}]
            )
            if table_journals:
                yield _lane_alarm("new_journal", message_header)
        elif journal_key != table_journals[-1]:
            yield _lane_alarm("two_journals", message_header)


def _insert_lines(
    connection: Connection, table: Table, messages: Sequence[LaneMessage]
) -> Iterator[LedgerAlarm]:
    """Insert the lines that are new; a line that is stored already must be identical."""
    received_at = utc_timestamp()
    line_rows = [
        _line_row(message.header, message_line, received_at)
        for message in messages
        for message_line in message.lines
    ]
    # fewer rows than lines: some are stored already, from a message that was sent again
    if insert_missing(connection, table, line_rows) < len(line_rows):
        for message in messages:
            yield from _altered_lines(connection, table, message)


def _altered_lines(
    connection: Connection, table: Table, message: LaneMessage
) -> Iterator[LedgerAlarm]:
    stored_lines = _stored_lines(connection, table, message.header)
    for message_line in message.lines:
        line_row, stored_line = (
            _line_row(message.header, message_line, ""),
            stored_lines[message_line.at],
        )
        # the time of storing differs each time, and the first one stays
        columns = line_row.keys() - {"received_at"}
        if any(stored_line[column] != line_row[column] for column in columns):
            place = f"{message.header.lane} {_position_text(message_line.at)}"
            yield _lane_alarm("altered", message.header, place)


def _stored_lines(
    connection: Connection, table: Table, message_header: MessageHeader
) -> dict[LanePosition, dict[str, Any]]:
    """Return the stored lines between the ends of a message."""
    conditions = [
        table.c.table_name == message_header.table,
        table.c.journal == message_header.journal,
    ]
    # facts number from 0 in each shoe, records through the whole journal
    column = table.c.shoe if message_header.lane == "fact" else table.c.number
    number_range = (
        (message_header.first[0], message_header.last[0])
        if message_header.lane == "fact"
        else (message_header.first[1], message_header.last[1])
    )
    selected_rows = connection.execute(
        select(table).where(*conditions, column.between(*number_range))
    ).mappings()
    return {
        LanePosition(selected_row.get("shoe", 0), selected_row["number"]): dict(selected_row)
        for selected_row in selected_rows
    }


def _line_row(
    message_header: MessageHeader, message_line: MessageLine, received_at: str
) -> dict[str, Any]:
    journal_columns = _journal_key(message_header)._asdict()
    if isinstance(message_line, FactLine):
        fact_body = msgspec.json.encode(message_line.fact).decode()
        return {
            **journal_columns,
            **message_line.at._asdict(),
            "body": fact_body,
            "received_at": received_at,
        }
    record_columns = {
        "number": message_line.n,
        "index_in_commit": message_line.place,
        "previous_digest": bytes.fromhex(message_line.before),
    }
    return {
        **journal_columns,
        **record_columns,
        "payload": message_line.payload.encode(),
        "header": message_line.header,
    }


def _journal_watermark(watermarks: LaneWatermarks, journal_key: JournalKey) -> Watermark:
    return Watermark(
        journal_key.journal,
        watermarks.watermark(journal_key, "fact"),
        watermarks.watermark(journal_key, "record"),
    )


def _journal_key(message_header: MessageHeader) -> JournalKey:
    return JournalKey(message_header.table, message_header.journal)


def _lane_alarm(kind: str, message_header: MessageHeader, place: str = "") -> LedgerAlarm:
    return LedgerAlarm(kind, message_header.table, message_header.journal, place)


def _position_text(position: LanePosition) -> str:
    return f"{position.shoe}.{position.number}"
