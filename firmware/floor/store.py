"""The ledger's database: PostgreSQL in a house, SQLite on one machine; the same tables in both."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Date,
    Dialect,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    func,
    make_url,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection

METADATA: Final = MetaData()


def _journal_column() -> Column[str]:
    """The identity of the journal that has a row, hex."""
    return Column("journal", Text, primary_key=True)


def _receipt_columns() -> tuple[Column[Any], ...]:
    """When a row was received: the time, and the gaming day, by which PostgreSQL divides the table
    into partitions. A primary key that holds across these can't exist: a line that is sent again is
    known by watermark and gaps.
    """
    return (
        Column("received_at", Text, nullable=False),
        Column("day", Date, nullable=False, server_default=func.current_date()),
    )


def _lane_columns() -> tuple[Column[Any], ...]:
    return _journal_column(), Column("lane", Text, primary_key=True)


JOURNAL_TABLE: Final = Table(
    "journal",
    METADATA,
    _journal_column(),
    Column("device", Text),
    Column("key", Text),
    Column("began_at", Text, nullable=False),
)
"""The journals, each with the time of its first message, the key of its last, and the device of
that key's enrolment; none of either if it is from before there were any.
"""

JOURNAL_PLACE_TABLE: Final = Table(
    "journal_place",
    METADATA,
    _journal_column(),
    Column("since", Text, primary_key=True),
    Column("property", Text, nullable=False),
    Column("pit", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("enrolled_ms", BigInteger, nullable=False),
    Column("enrolment", BigInteger, nullable=False),
)
"""Where a journal was since when, by the enrolment of that time and number: the last row is its
present place.
"""

WATERMARK_TABLE: Final = Table(
    "watermark",
    METADATA,
    *_lane_columns(),
    Column("shoe", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
)
"""The position of each lane up to which nothing is missing."""

GAP_TABLE: Final = Table(
    "gap",
    METADATA,
    *_lane_columns(),
    Column("after_shoe", BigInteger, primary_key=True, autoincrement=False),
    Column("after_number", BigInteger, primary_key=True, autoincrement=False),
    Column("shoe", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
)
"""Stored messages whose predecessor is missing: the positions before them and at their end."""

FACT_TABLE: Final = Table(
    "fact",
    METADATA,
    _journal_column(),
    Column("shoe", BigInteger, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    *_receipt_columns(),
)

RECORD_TABLE: Final = Table(
    "record",
    METADATA,
    _journal_column(),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("index_in_commit", Integer, nullable=False),
    Column("previous_digest", LargeBinary, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("header", LargeBinary),
    *_receipt_columns(),
)
"""The records of a journal, octet for octet; `header` is that of a segment which begins here. A
record has the digest of the one before it, and its index in the commit that wrote both.
"""

ARCHIVED_DAY_TABLE: Final = Table(
    "archived_day",
    METADATA,
    Column("day", Date, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("archived_at", Text, nullable=False),
)
"""The gaming days whose facts and records are in files, each with the digest of its manifest."""

ARCHIVED_LANE_TABLE: Final = Table(
    "archived_lane",
    METADATA,
    *_lane_columns(),
    Column("day", Date, primary_key=True),
    Column("shoe", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
)
"""The last position of each lane in an archived day: no line up to it is inserted again."""

DOUBT_TABLE: Final = Table(
    "doubt",
    METADATA,
    _journal_column(),
    Column("number", BigInteger, nullable=False),
    Column("found_at", Text, nullable=False),
)
"""The journals whose records can't be read from a number on; their rows are stored as they came."""

ALARM_TABLE: Final = Table(
    "alarm",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table_name", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("raised_at", Text, nullable=False),
    UniqueConstraint("kind", "table_name", "journal", "place"),
)


MIGRATION_LOCK_KEY: Final = 0x666C6F6F72
"""The key of the advisory lock that a migration takes ("floor" in ASCII); no other program may use
this number.
"""

SERVER_TIMEOUTS: Final = {
    "connect_timeout": "5",
    "tcp_user_timeout": "10000",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
}
"""Of libpq, in seconds, `tcp_user_timeout` in ms: a PostgreSQL whose machine or network is gone is
noticed within about ten seconds; the kernel's own would take hours. A URL may say otherwise.
"""

WRITES: Final = "writes"
"""The option of a connection by which SQLite locks the database for it."""


def open_database(database_url: str) -> Engine:
    """Open the database at an SQLAlchemy URL; a write of SQLite is durable once committed."""
    url = make_url(database_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(query={**SERVER_TIMEOUTS, **url.query})
    database = create_engine(url)
    if database.dialect.name == "sqlite":
        event.listen(database, "connect", _configure_sqlite)
        event.listen(database, "begin", _begin_sqlite)
    return database


def write_transaction(database: Engine) -> AbstractContextManager[Connection]:
    """Begin a transaction that may write. One of `Engine.connect` reads, and waits for none."""
    return database.execution_options(**{WRITES: True}).begin()


def insert_missing(
    connection: Connection, table: Table, new_rows: Sequence[Mapping[str, Any]]
) -> int:
    """Insert the rows whose primary key is new; existing rows stay as they are. Return how many
    were inserted.
    """
    if not new_rows:
        return 0
    # in the driver's own words: SQLAlchemy would take each row apart and put it together again
    text = _insert_text(connection.dialect, table, tuple(new_rows[0]))
    options = {"preserve_rowcount": True}
    return connection.exec_driver_sql(text, [*new_rows], execution_options=options).rowcount


@lru_cache(maxsize=64)
def _insert_text(dialect: Dialect, table: Table, column_names: tuple[str, ...]) -> str:
    is_postgresql = dialect.name == "postgresql"
    insert = postgresql.insert if is_postgresql else sqlite.insert
    # by name in both, so that a row is what the driver takes
    named = dialect if is_postgresql else sqlite.dialect(paramstyle="named")
    statement = insert(table).on_conflict_do_nothing()
    return str(statement.compile(dialect=named, column_keys=column_names))


def write_rows(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, Any]],
    first_columns: Sequence[str] = (),
) -> None:
    """Insert rows; of those whose primary key is there, replace the other columns but for
    `first_columns`, which stay as they were first written.
    """
    if rows:
        text = _write_text(connection.dialect, table, tuple(rows[0]), tuple(first_columns))
        connection.exec_driver_sql(text, [*rows])


@lru_cache(maxsize=64)
def _write_text(
    dialect: Dialect, table: Table, column_names: tuple[str, ...], first_columns: tuple[str, ...]
) -> str:
    is_postgresql = dialect.name == "postgresql"
    insert = postgresql.insert if is_postgresql else sqlite.insert
    named = dialect if is_postgresql else sqlite.dialect(paramstyle="named")
    statement = insert(table)
    replaced = {*column_names} - {*table.primary_key.columns.keys()} - {*first_columns}
    statement = statement.on_conflict_do_update(
        index_elements=[*table.primary_key],
        set_={name: statement.excluded[name] for name in column_names if name in replaced},
    )
    return str(statement.compile(dialect=named, column_keys=column_names))


def select_rows(connection: Connection, table: Table, **values: object) -> list[dict[str, Any]]:
    """Return the rows with these values, in the order of their primary key."""
    conditions = [table.c[column_name] == value for column_name, value in values.items()]
    selected_rows = connection.execute(
        select(table).where(*conditions).order_by(*table.primary_key)
    )
    return [dict(row) for row in selected_rows.mappings()]


def _configure_sqlite(connection: DBAPIConnection, _: object) -> None:
    connection.isolation_level = None  # the transactions are SQLAlchemy's
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")  # the pit reads while the ledger writes
    cursor.execute("PRAGMA synchronous = FULL")  # with WAL, NORMAL would lose the last commits
    cursor.execute("PRAGMA busy_timeout = 10000")  # ms that a writer waits for another
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Lock the database at the start of a write: a transaction that only reads first could be
    refused when it writes.
    """
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
