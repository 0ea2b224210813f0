"""The journals in doubt: from a record on, what they say can't be read or believed.

Their messages are stored as they come, so that people can look; no other table is concerned.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, bindparam, select

from firmware.floor.ledger.ledger_alarms import LedgerAlarm, utc_timestamp
from firmware.floor.ledger.table_message import TableJournal, TableMessage
from firmware.floor.store import DOUBT_TABLE, insert_missing
from firmware.floor.wire import RecordLine
from firmware.shell.journal import JournalForeign
from firmware.shell.journal.header import SegmentHeader

_DOUBT_NUMBER: Final = select(DOUBT_TABLE.c.number).where(
    DOUBT_TABLE.c.journal == bindparam("journal")
)


def begin_doubt(
    connection: Connection, source: TableJournal, record_number: int
) -> Iterator[LedgerAlarm]:
    """Mark a journal from a record on; an earlier mark stays."""
    row = {"journal": source.journal, "number": record_number, "found_at": utc_timestamp()}
    insert_missing(connection, DOUBT_TABLE, [row])
    yield source.alarm("in_doubt", str(record_number))


def doubt_number(connection: Connection, journal: str) -> int | None:
    """Return the record from which a journal is in doubt; None if it is not."""
    return connection.scalar(_DOUBT_NUMBER, {"journal": journal})


def is_credible_cut(message: TableMessage) -> bool:
    """Return whether the first record after a gap is one with which a segment of the journal
    begins: whole segments are let go, and nothing else. Of facts the records tell.
    """
    first = message.message.lines[0]
    if not isinstance(first, RecordLine):
        return True
    header = read_header(first.header)
    return (
        header is not None
        and header.identity.hex() == message.journal
        and header.place.starting_head.records == first.n
    )


def read_header(octets: bytes | None) -> SegmentHeader | None:
    """Return a segment's header, None if it is none of this program's format."""
    try:
        return SegmentHeader.parse(octets or b"")
    except JournalForeign:
        return None
