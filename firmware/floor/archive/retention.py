"""How long a house holds rows and archives, and which days may leave the database.

Never: a day that is not sealed, one that is not past, one whose facts a keeper has not read yet.
An archive is never deleted: those that are older than the house wants are named.
"""

import tomllib
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.archive.day_rows import MOVED_TABLES
from firmware.floor.day.day_store import sealed_files
from firmware.floor.journal_places import registered_journals
from firmware.floor.ledger.day_partitions import has_rows, partition_days
from firmware.floor.store import ARCHIVED_DAY_TABLE, FACT_TABLE, WATERMARK_TABLE
from firmware.shell.words.decode_words import decode_reason

LANES_OF_LEDGER: Final = ("fact", "record", "checked")


class Retention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decision of a house."""

    row_days: Annotated[int, msgspec.Meta(ge=3, le=3_660)] = 35
    """For how many days facts and records are rows in the database."""
    archive_years: Annotated[int, msgspec.Meta(ge=1, le=100)] = 7
    """After how many years the archive of a day may be deleted, by a person."""


class DayVerdict(NamedTuple):
    """A day whose rows are old enough, and why it stays in the database, None if it may leave."""

    day: date
    why: Text | None


def read_retention(path: Path) -> Retention:
    """Raises OSError, and RequestFailed on another file."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Retention)
    except tomllib.TOMLDecodeError:
        reason = Text("linked.terms.no_toml")
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        reason = decode_reason(error)
    values: TextValues = {"file": str(path), "why": reason}
    raise RequestFailed(Text("floor.archive.no_retention", values))


def due_days(connection: Connection, retention: Retention, today: date) -> Iterator[DayVerdict]:
    """Yield the days beyond the retention of rows, the oldest first."""
    last_due = last_due_day(retention, today)
    for day in row_days(connection):
        if day <= last_due:
            yield DayVerdict(day, why_it_stays(connection, day))


def last_due_day(retention: Retention, today: date) -> date:
    """Return the youngest day whose rows are old enough."""
    return today - timedelta(days=retention.row_days)


def row_days(connection: Connection) -> list[date]:
    """Return the days of which there are rows."""
    found = set[date]()
    for table in MOVED_TABLES:
        if connection.dialect.name == "postgresql":  # by partitions: a year of rows is not read
            days = partition_days(connection, table) - found
            found |= {day for day in days if has_rows(connection, table, day)}
        else:
            found |= {*connection.scalars(select(table.c.day).distinct())}
    return sorted(found)


def why_it_stays(connection: Connection, day: date) -> Text | None:
    """Return why the rows of a day may not leave the database, None if they may."""
    for property_name in _properties(connection, day):
        if not _is_sealed(connection, day, property_name):
            values = {"day": day.isoformat(), "property": property_name}
            return Text("floor.archive.not_sealed", values)
    columns = ARCHIVED_DAY_TABLE.c
    if connection.scalar(select(columns.day).where(columns.day == day)) is not None:
        return Text("floor.archive.late_rows", {"day": day.isoformat()})
    if _has_unread_facts(connection, day):
        return Text("floor.archive.unread", {"day": day.isoformat()})
    return None


def expired_days(archive: Path, retention: Retention, today: date) -> list[date]:
    """Return the archived days that are older than the house holds them."""
    days = []
    for folder in archive.glob("[0-9][0-9][0-9][0-9]/????-??-??"):
        day = date.fromisoformat(folder.name)
        if day.replace(day=min(day.day, 28), year=day.year + retention.archive_years) < today:
            days.append(day)
    return sorted(days)


def _properties(connection: Connection, day: date) -> set[str]:
    """Return the properties of the journals that have rows of a day."""
    journals = {
        journal
        for table in MOVED_TABLES
        for journal in connection.scalars(
            select(table.c.journal).where(table.c.day == day).distinct()
        )
    }
    places = registered_journals(connection)
    return {places[journal].place.property_name for journal in journals if journal in places}


def _is_sealed(connection: Connection, day: date, property_name: str) -> bool:
    return bool(sealed_files(connection, property_name, day))


def _has_unread_facts(connection: Connection, day: date) -> bool:
    """Return whether a keeper, which reads from its own watermark on, has not read all facts of a
    day.
    """
    watermarks = WATERMARK_TABLE.c
    last_shoes = (
        select(FACT_TABLE.c.journal, func.max(FACT_TABLE.c.shoe).label("shoe"))
        .where(FACT_TABLE.c.day == day)
        .group_by(FACT_TABLE.c.journal)
        .subquery()
    )
    behind = (
        select(watermarks.lane)
        .join(last_shoes, last_shoes.c.journal == watermarks.journal)
        .where(watermarks.lane.not_in(LANES_OF_LEDGER), watermarks.shoe < last_shoes.c.shoe)
    )
    return connection.execute(behind).first() is not None
