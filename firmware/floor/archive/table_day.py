"""Everything of one table on one gaming day, from the database or from an archive alike."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from sqlalchemy import Table

from firmware.floor.archive.day_rows import DAY_CONDITIONS, DayEnds, Row, iso_hour
from firmware.floor.pit.alarm_store import VIEW_ALARM_TABLE
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE
from firmware.floor.projection.row_tables import TABLE_ALARM_TABLE
from firmware.floor.store import JOURNAL_PLACE_TABLE, RECORD_TABLE
from firmware.shell.journal import NumberedRecord
from firmware.shell.recall import RecalledRound, recall

ALL_ROUNDS = 1 << 32


class DaySource(Protocol):
    """A day in the database or in an archive."""

    def rows(self, table: Table, **values: frozenset[str]) -> Iterator[Row]:
        """Yield a table's rows of the day; those with one of the values in each named column."""
        ...


def table_rows(source: DaySource, ends: DayEnds, name: str) -> Iterator[tuple[Table, Row]]:
    """Yield all rows of the table that had a name on a day."""
    journals = journals_at(source, ends, name)
    alarm_ids = set[str]()
    for table in DAY_CONDITIONS:
        if table is ACKNOWLEDGEMENT_TABLE:
            own = {"alarm_id": frozenset(alarm_ids)}
        elif "table_name" in table.c:
            own = {"table_name": frozenset({name})}
        elif "journal" in table.c:
            own = {"journal": journals}
        else:
            continue  # of the whole property
        for row in source.rows(table, **own):
            if table in (TABLE_ALARM_TABLE, VIEW_ALARM_TABLE):
                alarm_ids.add(row["id"])
            yield table, row


def journals_at(source: DaySource, ends: DayEnds, name: str) -> frozenset[str]:
    """Return the journals of the table that had a name at some time of a day. A journal's first
    place was its place before it was registered too.
    """
    first_at, end_at = iso_hour(ends.first_hour), iso_hour(ends.end_hour)
    places: dict[str, list[Row]] = {}
    for row in source.rows(JOURNAL_PLACE_TABLE):  # by journal and time
        places.setdefault(row["journal"], []).append(row)
    return frozenset(
        journal
        for journal, rows in places.items()
        for row, later in zip(rows, [*rows[1:], None], strict=True)
        if row["name"] == name
        and (row is rows[0] or row["since"] < end_at)
        and (later is None or later["since"] > first_at)
    )


def table_rounds(source: DaySource, ends: DayEnds, name: str) -> Iterator[RecalledRound]:
    """Yield the rounds in the records that were received of a table on a day. Raises
    msgspec.DecodeError on a record of another program.
    """
    for journal in sorted(journals_at(source, ends, name)):
        rows = source.rows(RECORD_TABLE, journal=frozenset({journal}))
        records = [NumberedRecord(row["number"], row["payload"]) for row in rows]
        if records:
            yield from recall(_StoredRecords(records), ALL_ROUNDS)


def plain_row(row: Row) -> Mapping[str, Any]:
    """Return a row whose octets are hex, for JSON."""
    return {key: value.hex() if isinstance(value, bytes) else value for key, value in row.items()}


class _StoredRecords:
    """Records as one segment."""

    def __init__(self, records: Sequence[NumberedRecord]) -> None:
        self._records = records

    def segments(self) -> Sequence[int]:
        return (0,)

    def segment_records(self, _: int) -> Iterator[NumberedRecord]:
        return iter(self._records)
