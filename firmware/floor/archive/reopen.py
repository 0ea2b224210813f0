"""An archived day in the database again, as if it had never left: every command works on it."""

from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, MetaData, Table, delete, text

from firmware.floor.archive.day_archive import DayArchive
from firmware.floor.archive.day_rows import MOVED_TABLES
from firmware.floor.archive.detach import open_relied
from firmware.floor.ledger.day_partitions import LOCK_TIMEOUT, partition_name
from firmware.floor.store import (
    ARCHIVED_DAY_TABLE,
    ARCHIVED_LANE_TABLE,
    insert_missing,
    write_transaction,
)

ROWS_PER_INSERT: Final = 5_000


def reopen_day(database: Engine, archive: Path, day: date) -> DayArchive:
    """Insert the rows of an archived day; the archive stays. Raises ArchiveRefused,
    SQLAlchemyError.
    """
    found = open_relied(database, archive, day)
    found.check_rows()
    with write_transaction(database) as connection:
        for table in MOVED_TABLES:
            _insert_rows(connection, table, found)
        for noted in (ARCHIVED_DAY_TABLE, ARCHIVED_LANE_TABLE):
            connection.execute(delete(noted).where(noted.c.day == day))
    return found


def _insert_rows(connection: Connection, table: Table, archive: DayArchive) -> None:
    day, name = archive.manifest.day, str(table.name)
    is_postgresql = connection.dialect.name == "postgresql"
    if is_postgresql:
        name = partition_name(table, day)
        connection.execute(text(f"CREATE TABLE {name} (LIKE {table.name} INCLUDING DEFAULTS)"))
    partition = table.to_metadata(MetaData(), name=name)
    rows = ({**row, "day": day.isoformat()} for row in archive.rows(table))
    while page := [*islice(rows, ROWS_PER_INSERT)]:
        insert_missing(connection, partition, page)
    if is_postgresql:  # only now are the ledgers' rows locked, for a moment
        connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
        ends = f"FROM ('{day}') TO ('{day + timedelta(1)}')"
        attach = f"ALTER TABLE {table.name} ATTACH PARTITION {name} FOR VALUES {ends}"
        connection.execute(text(attach))
