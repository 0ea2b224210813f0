"""The partitions of PostgreSQL, one for each gaming day: the ledger makes those of days to come.

A row of an unforeseen day is in the default partition at first. From there it moves to one of its
own day, with an alarm: until then it is in the way of that day's archive.
"""

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from sqlalchemy import Connection, Engine, Table, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.ledger.stored_lines import LANE_TABLES
from firmware.floor.ledger.table_message import current_day
from firmware.floor.log import WriteLog
from firmware.floor.store import MIGRATION_LOCK_KEY, write_transaction

DAYS_AHEAD: Final = 8
INTERVAL_S: Final = 3600.0
RETRY_INTERVAL_S: Final = 60.0
LOCK_TIMEOUT: Final = "2s"
"""Others would wait behind a process that waits for a partition: it rather tries again."""
LEDGER_NAME: Final = "ledger"


async def prepare_days(
    ledger: Ledger, write_log: WriteLog, note_row_days: Callable[[int], None]
) -> None:
    """Make the partitions of the days to come, for ever; note how many days the oldest line is
    old.
    """
    while True:
        try:
            await asyncio.to_thread(prepare_days_once, ledger, write_log)
            note_row_days(await asyncio.to_thread(oldest_row_days, ledger))
            await asyncio.sleep(INTERVAL_S)
        except SQLAlchemyError:
            await asyncio.sleep(RETRY_INTERVAL_S)


def prepare_days_once(ledger: Ledger, write_log: WriteLog) -> None:
    """Make the partitions of the days to come. Raises SQLAlchemyError."""
    unforeseen = make_partitions(ledger.database, current_day(ledger.calendar))
    alarms = [LedgerAlarm("unforeseen_day", LEDGER_NAME, "", day.isoformat()) for day in unforeseen]
    for alarm in ledger.raise_alarms(alarms):
        write_log(alarm.log_text)


def make_partitions(database: Engine, today: date) -> list[date]:
    """Make the missing partitions from a day on, and of days whose rows are in the default one;
    return the latter days. Raises SQLAlchemyError.
    """
    if database.dialect.name != "postgresql":
        return []
    days_ahead = {today + timedelta(number) for number in range(DAYS_AHEAD)}
    unforeseen = set[date]()
    for table in LANE_TABLES.values():  # each in a transaction: no two locks are waited for
        with write_transaction(database) as connection:
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK_KEY)))
            connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
            stray_days = _stray_days(connection, table)
            for day in sorted((days_ahead | stray_days) - partition_days(connection, table)):
                _make_partition(connection, table, day)
            unforeseen |= stray_days
    return sorted(unforeseen)


def oldest_row_days(ledger: Ledger) -> int:
    """Return how many days the oldest line is old, 0 if there is none. Raises SQLAlchemyError."""
    with ledger.database.connect() as connection:
        oldest = [_oldest_day(connection, table) for table in LANE_TABLES.values()]
    today = current_day(ledger.calendar)
    return max((today - day).days for day in [*filter(None, oldest), today])


def _oldest_day(connection: Connection, table: Table) -> date | None:
    if connection.dialect.name != "postgresql":  # its lines are in the order of their receipt
        return connection.scalar(select(table.c.day).order_by(text("rowid")).limit(1))
    days = sorted(partition_days(connection, table))
    return next((day for day in days if has_rows(connection, table, day)), None)


def drop_empty_partitions(database: Engine, last_day: date) -> None:
    """Drop the partitions of days up to a last one on which nothing was received: each partition
    costs each message something. Raises SQLAlchemyError.
    """
    if database.dialect.name != "postgresql":
        return
    for table in LANE_TABLES.values():
        with write_transaction(database) as connection:
            connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
            for day in sorted(partition_days(connection, table)):
                if day <= last_day and not has_rows(connection, table, day):
                    connection.execute(text(f"DROP TABLE {partition_name(table, day)}"))


def has_rows(connection: Connection, table: Table, day: date) -> bool:
    """Return whether there are lines of a day."""
    first_row = select(table.c.day).where(table.c.day == day).limit(1)
    return connection.execute(first_row).first() is not None


def partition_name(table: Table, day: date) -> str:
    return f"{table.name}_{day:%Y%m%d}"


def partition_days(connection: Connection, table: Table) -> set[date]:
    """Return the days that have a partition."""
    names = connection.scalars(
        text(
            "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
            "WHERE i.inhparent = to_regclass(:parent)"
        ),
        {"parent": table.name},
    )
    suffixes = [name.removeprefix(f"{table.name}_") for name in names]
    return {date.fromisoformat(suffix) for suffix in suffixes if suffix.isdecimal()}


def _stray_days(connection: Connection, table: Table) -> set[date]:
    statement = text(f"SELECT DISTINCT day FROM {table.name}_default")  # noqa: S608 - of ours
    return {*connection.scalars(statement)}


def _make_partition(connection: Connection, table: Table, day: date) -> None:
    name, parent = partition_name(table, day), table.name
    ends = f"FROM ('{day}') TO ('{day + timedelta(1)}')"
    for statement in (
        f"CREATE TABLE {name} (LIKE {parent} INCLUDING DEFAULTS)",
        f"WITH stray AS (DELETE FROM {parent}_default WHERE day = '{day}' RETURNING *) "  # noqa: S608
        f"INSERT INTO {name} SELECT * FROM stray",
        f"ALTER TABLE {parent} ATTACH PARTITION {name} FOR VALUES {ends}",
    ):
        connection.execute(text(statement))
