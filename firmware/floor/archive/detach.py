"""A closed day leaves the database: step by step, and a crash between two of them loses nothing.

    carry over ── write ── compare ── relied on, detached ── dropped
                                      one transaction

The rows are in the database until the archive was read back; in the archive alone from one
transaction on, which also notes the archive's digest and up to where each lane is in it.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    Table,
    and_,
    delete,
    func,
    inspect,
    or_,
    select,
    text,
    tuple_,
    update,
)

from firmware.floor.archive.archive_manifest import ArchivedLane, ArchiveRefused
from firmware.floor.archive.day_archive import DayArchive, day_folder, write_archive
from firmware.floor.archive.day_rows import MOVED_TABLES, DayEnds
from firmware.floor.ledger.day_partitions import LOCK_TIMEOUT, partition_name
from firmware.floor.ledger.ledger_alarms import utc_timestamp
from firmware.floor.store import (
    ARCHIVED_DAY_TABLE,
    ARCHIVED_LANE_TABLE,
    FACT_TABLE,
    WATERMARK_TABLE,
    insert_missing,
    write_transaction,
)
from firmware.shell.trust.keys import DeviceKey

STEPS: Final = ("carried", "written", "compared", "detached", "dropped")


class ArchiveStep(NamedTuple):
    """A step that is done; the archive, from the second one on."""

    name: str
    archive: DayArchive | None = None


def archive_day(
    database: Engine, archive: Path, ends: DayEnds, today: date, signer: DeviceKey
) -> Iterator[ArchiveStep]:
    """Archive a day, and yield each step once it is done. After a crash the steps that are left
    are done. Raises ArchiveRefused, OSError, SQLAlchemyError.
    """
    day = ends.day
    if relied_digest(database, day) is None:
        with write_transaction(database) as connection:
            carry_over(connection, day, today)
        yield ArchiveStep("carried")
        with database.connect() as connection:
            written = write_archive(connection, archive, ends, signer)
        yield ArchiveStep("written", written)
        written.check()
        written.check_rows()
        yield ArchiveStep("compared", written)
        with write_transaction(database) as connection:
            _rely_on(connection, written)
        yield ArchiveStep("detached", written)
    relied = open_relied(database, archive, day, signer.public_key)
    with write_transaction(database) as connection:
        _drop_detached(connection, day)
    yield ArchiveStep("dropped", relied)


def relied_digest(database: Engine, day: date) -> str | None:
    """Return the digest of the manifest of a day, None if the day is not archived."""
    columns = ARCHIVED_DAY_TABLE.c
    with database.connect() as connection:
        return connection.scalar(select(columns.digest).where(columns.day == day))


def open_relied(
    database: Engine, archive: Path, day: date, known_key: bytes | None = None
) -> DayArchive:
    """Return the archive of an archived day, held to its digests and to that of the database.
    Raises ArchiveRefused.
    """
    found = open_noted(database, archive, day, known_key)
    found.check()
    return found


def open_noted(
    database: Engine, archive: Path, day: date, known_key: bytes | None = None
) -> DayArchive:
    """Return the archive whose manifest the database has noted of a day. Raises ArchiveRefused."""
    found = DayArchive.open(archive, day, known_key)
    if manifest_digest(found) != relied_digest(database, day):
        raise ArchiveRefused("floor.archive.not_relied", day_folder(archive, day))
    return found


def open_at_hand(database: Engine, archive: Path, day: date) -> DayArchive | None:
    """Return the archive that the database has noted of a day, None if the day has no folder.
    Raises ArchiveRefused.
    """
    return open_noted(database, archive, day) if day_folder(archive, day).exists() else None


def manifest_digest(archive: DayArchive) -> str:
    return sha256(archive.manifest.octets()).hexdigest()


def carry_over(connection: Connection, day: date, today: date) -> None:
    """Give the lines behind a gap to another day: only by their rows is it known that they are
    stored.
    """
    watermarks = WATERMARK_TABLE.c
    for table in MOVED_TABLES:
        shoe = table.c.shoe if table is FACT_TABLE else 0
        is_behind = and_(
            watermarks.journal == table.c.journal,
            watermarks.lane == table.name,
            or_(
                watermarks.shoe < shoe,
                and_(watermarks.shoe == shoe, watermarks.number < table.c.number),
            ),
        )
        behind = select(watermarks.journal).where(is_behind).exists()
        connection.execute(update(table).where(table.c.day == day, behind).values(day=today))


def _rely_on(connection: Connection, archive: DayArchive) -> None:
    """Note that a day is in its archive, and take its rows away. Raises ArchiveRefused if they are
    not as many as were written.
    """
    day, lanes = archive.manifest.day, archive.manifest.lanes
    _lock_watermarks(connection, lanes)
    for table in MOVED_TABLES:
        count = connection.scalar(select(func.count()).select_from(table).where(table.c.day == day))
        if count != archive.row_count(table):
            raise ArchiveRefused("floor.archive.differs", archive.folder, f"{table.name}.parquet")
    insert_missing(
        connection,
        ARCHIVED_DAY_TABLE,
        [
            {
                "day": day.isoformat(),
                "digest": manifest_digest(archive),
                "archived_at": utc_timestamp(),
            }
        ],
    )
    insert_missing(
        connection,
        ARCHIVED_LANE_TABLE,
        [
            {
                "journal": lane.journal,
                "lane": lane.lane,
                "day": day.isoformat(),
                **lane.last._asdict(),
            }
            for lane in lanes
        ],
    )
    for table in MOVED_TABLES:
        _detach(connection, table, day)


def _lock_watermarks(connection: Connection, lanes: Sequence[ArchivedLane]) -> None:
    """Lock the rows that ledgers lock before they touch any line, in the same order."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
        keys = WATERMARK_TABLE.primary_key
        found = {(lane.journal, lane.lane) for lane in lanes}
        statement = select(WATERMARK_TABLE.c.journal).where(tuple_(*keys).in_(sorted(found)))
        connection.execute(statement.order_by(*keys).with_for_update())


def _detach(connection: Connection, table: Table, day: date) -> None:
    name = partition_name(table, day)
    if connection.dialect.name == "postgresql" and inspect(connection).has_table(name):
        connection.execute(text(f"ALTER TABLE {table.name} DETACH PARTITION {name}"))
    else:
        connection.execute(delete(table).where(table.c.day == day))


def _drop_detached(connection: Connection, day: date) -> None:
    """Drop the tables that a crash may have left: partitions no longer, and rows in an archive."""
    if connection.dialect.name == "postgresql":
        for table in MOVED_TABLES:
            name = partition_name(table, day)
            is_partition = text(
                "SELECT relispartition FROM pg_class WHERE oid = to_regclass(:name)"
            )
            if connection.scalar(is_partition, {"name": name}) is False:
                connection.execute(text(f"DROP TABLE {name}"))
