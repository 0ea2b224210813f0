"""All that the database has of one gaming day, table by table.

Facts and records are those that were received on the day; alarms, acknowledgements and forms those
of its hours; and the places of all journals, by which a table is found.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, and_, select, true

from firmware.floor.day.day_store import SEALED_DAY_TABLE
from firmware.floor.gaming_day import USUAL_CALENDAR, GamingCalendar
from firmware.floor.pit.alarm_store import VIEW_ALARM_TABLE
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE, FORM_TABLE
from firmware.floor.projection.row_tables import HOUR_TAKINGS_TABLE, TABLE_ALARM_TABLE
from firmware.floor.store import (
    ALARM_TABLE,
    FACT_TABLE,
    JOURNAL_PLACE_TABLE,
    JOURNAL_TABLE,
    RECORD_TABLE,
)

ROWS_PER_FETCH: Final = 10_000
MS_PER_HOUR: Final = 3_600_000
Row = Mapping[str, Any]


class DayEnds(NamedTuple):
    """A gaming day, and its first hour since 1970 and the one after its last."""

    day: date
    first_hour: int
    end_hour: int

    @classmethod
    def of(cls, day: date, calendar: GamingCalendar = USUAL_CALENDAR) -> "DayEnds":
        return cls(day, *calendar.day_hours(day))

    def has_ms(self, column: ColumnElement[int]) -> ColumnElement[bool]:
        first, end = self.first_hour * MS_PER_HOUR, self.end_hour * MS_PER_HOUR
        return and_(column >= first, column < end)

    def has_hour(self, column: ColumnElement[int]) -> ColumnElement[bool]:
        return and_(column >= self.first_hour, column < self.end_hour)

    def has_time(self, column: ColumnElement[str]) -> ColumnElement[bool]:
        first, end = (iso_hour(hour) for hour in (self.first_hour, self.end_hour))
        return and_(column >= first, column < end)


MOVED_TABLES: Final[tuple[Table, ...]] = (FACT_TABLE, RECORD_TABLE)
"""The tables whose rows are in the archive alone, once it is relied on."""
DAY_CONDITIONS: Final[Mapping[Table, Callable[[DayEnds], ColumnElement[bool]]]] = {
    JOURNAL_TABLE: lambda _: true(),
    JOURNAL_PLACE_TABLE: lambda _: true(),
    FACT_TABLE: lambda ends: FACT_TABLE.c.day == ends.day,
    RECORD_TABLE: lambda ends: RECORD_TABLE.c.day == ends.day,
    HOUR_TAKINGS_TABLE: lambda ends: ends.has_hour(HOUR_TAKINGS_TABLE.c.hour),
    TABLE_ALARM_TABLE: lambda ends: ends.has_ms(TABLE_ALARM_TABLE.c.since_ms),
    VIEW_ALARM_TABLE: lambda ends: ends.has_ms(VIEW_ALARM_TABLE.c.since_ms),
    ALARM_TABLE: lambda ends: ends.has_time(ALARM_TABLE.c.raised_at),
    ACKNOWLEDGEMENT_TABLE: lambda ends: ends.has_ms(ACKNOWLEDGEMENT_TABLE.c.acknowledged_ms),
    FORM_TABLE: lambda ends: ends.has_ms(FORM_TABLE.c.filed_ms),
    SEALED_DAY_TABLE: lambda ends: SEALED_DAY_TABLE.c.day == ends.day.isoformat(),
}
"""By table of an archive: which of its rows are of a day."""


def day_rows(
    connection: Connection, table: Table, ends: DayEnds, **values: frozenset[str]
) -> Iterator[Row]:
    """Yield the rows of a table that are of a day, in the order of their key; those with one of the
    values in each named column, if any is named.
    """
    own = [table.c[name].in_(allowed) for name, allowed in values.items()]
    statement = select(table).where(DAY_CONDITIONS[table](ends), *own)
    ordered = statement.order_by(*table.primary_key).execution_options(yield_per=ROWS_PER_FETCH)
    yield from map(dict, connection.execute(ordered).mappings())


class DatabaseDay(NamedTuple):
    """A day as the database has it."""

    connection: Connection
    ends: DayEnds

    def rows(self, table: Table, **values: frozenset[str]) -> Iterator[Row]:
        return day_rows(self.connection, table, self.ends, **values)


def iso_hour(hour: int) -> str:
    """Return the beginning of an hour since 1970 as the database writes times."""
    return datetime.fromtimestamp(hour * 3600, UTC).isoformat(timespec="microseconds")
