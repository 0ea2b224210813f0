"""The sealed days in the ledger's database: inserted with an entry in the pit's chain, and never
changed.
"""

from datetime import date
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, Column, Connection, LargeBinary, Table, Text, select

from firmware.floor.day.sealed_day import OpenedDay, octets_digest, open_day
from firmware.floor.store import METADATA

SEALED_DAY_TABLE: Final = Table(
    "sealed_day",
    METADATA,
    Column("property", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("octets", LargeBinary, nullable=False),
    Column("previous", Text, nullable=False),
    Column("sealed_ms", BigInteger, nullable=False),
)
"""A day's closing, number 0, and its amendments; `previous` is the digest of the octets before."""

_COLUMNS: Final = SEALED_DAY_TABLE.c


class StoredDay(NamedTuple):
    """A sealed day as the database has it, unverified."""

    property_name: str
    day: str
    number: int
    octets: bytes

    @property
    def name(self) -> str:
        return f"{self.property_name} {self.day}.{self.number}"

    @property
    def digest(self) -> str:
        return octets_digest(self.octets)

    def opened(self) -> OpenedDay:
        """Raises NotSealed."""
        return open_day(self.octets, self.name)


_STORED: Final = select(_COLUMNS.property, _COLUMNS.day, _COLUMNS.number, _COLUMNS.octets)


def sealed_files(connection: Connection, property_name: str, day: date) -> list[StoredDay]:
    """Return the closing of a day and its amendments, in their order."""
    statement = _STORED.where(
        _COLUMNS.property == property_name, _COLUMNS.day == day.isoformat()
    ).order_by(_COLUMNS.number)
    return [StoredDay(*row) for row in connection.execute(statement)]


def last_closing(
    connection: Connection, property_name: str, before: date | None = None
) -> StoredDay | None:
    """Return the closing of the last day that is closed, or of the last one before a day."""
    statement = _STORED.where(_COLUMNS.property == property_name, _COLUMNS.number == 0)
    if before is not None:
        statement = statement.where(_COLUMNS.day < before.isoformat())
    row = connection.execute(statement.order_by(_COLUMNS.day.desc()).limit(1)).first()
    return StoredDay(*row) if row else None


def last_file(
    connection: Connection, property_name: str, before: date | None = None
) -> StoredDay | None:
    """Return the last amendment, or else the closing, of such a day."""
    closing = last_closing(connection, property_name, before)
    if closing is None:
        return None
    return sealed_files(connection, property_name, date.fromisoformat(closing.day))[-1]


def closed_days(connection: Connection, property_name: str, limit: int | None = None) -> list[date]:
    """Return the closed days, the newest first."""
    statement = (
        select(_COLUMNS.day)
        .where(_COLUMNS.property == property_name, _COLUMNS.number == 0)
        .order_by(_COLUMNS.day.desc())
        .limit(limit)
    )
    return [date.fromisoformat(day) for day in connection.scalars(statement)]


def day_files(connection: Connection, property_name: str = "") -> list[tuple[str, str, int]]:
    """Return property, day and number of each sealed day, in their order."""
    statement = select(_COLUMNS.property, _COLUMNS.day, _COLUMNS.number).order_by(
        _COLUMNS.property, _COLUMNS.day, _COLUMNS.number
    )
    if property_name:
        statement = statement.where(_COLUMNS.property == property_name)
    return [(row.property, row.day, row.number) for row in connection.execute(statement)]


def stored_octets(connection: Connection, property_name: str, day: str, number: int) -> bytes:
    """Return the octets of a sealed day, none if there is none."""
    statement = select(_COLUMNS.octets).where(
        _COLUMNS.property == property_name, _COLUMNS.day == day, _COLUMNS.number == number
    )
    return connection.scalar(statement) or b""
