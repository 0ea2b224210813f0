"""The records of a journal by number, each with the digest of its chain."""

from typing import Any

from sqlalchemy import Connection, select

from firmware.floor.day.day_content import RecordHead
from firmware.floor.store import RECORD_TABLE
from firmware.shell.journal import ChainHead
from firmware.shell.journal.records import encode_record

_COLUMNS = RECORD_TABLE.c
_RECORDS = select(
    _COLUMNS.number, _COLUMNS.previous_digest, _COLUMNS.payload, _COLUMNS.index_in_commit
)


def first_head(connection: Connection, journal: str, first: int, last: int) -> RecordHead | None:
    """Return the first record of some numbers that there is: a journal may have let go others."""
    return _head(connection, journal, first, last, is_last=False)


def last_head(connection: Connection, journal: str, first: int, last: int) -> RecordHead | None:
    """Return the last record of some numbers that there is."""
    return _head(connection, journal, first, last, is_last=True)


def _head(
    connection: Connection, journal: str, first: int, last: int, *, is_last: bool
) -> RecordHead | None:
    order = _COLUMNS.number.desc() if is_last else _COLUMNS.number
    statement = _RECORDS.where(
        _COLUMNS.journal == journal, _COLUMNS.number.between(first, last)
    ).order_by(order)
    row = connection.execute(statement.limit(1)).first()
    return _record_head(row) if row else None


def _record_head(row: Any) -> RecordHead:  # noqa: ANN401 - a row of the columns above
    head_before = ChainHead(row.number, row.previous_digest)
    try:
        _, head = encode_record(row.payload, head_before, row.index_in_commit)
    except Exception:  # noqa: BLE001 - what a table has signed may fail in any way
        return RecordHead(row.number, "")
    return RecordHead(row.number, head.digest.hex())
