"""A restored database: filled from a dump by PostgreSQL's own program, and how far it reaches."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Engine, func, inspect, select

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.store import FACT_TABLE, RECORD_TABLE, WATERMARK_TABLE

RESTORE_PROGRAM = "pg_restore"


class StoreExtent(NamedTuple):
    """How much a database has: `newest` is when its newest fact was received, in ISO 8601."""

    journals: int
    facts: int
    records: int
    newest: str | None


def require_empty(database: Engine) -> None:
    """Refuse a database that has tables: nothing is restored over another store. Raises
    RequestFailed.
    """
    if inspect(database).get_table_names():
        has_facts = inspect(database).has_table(FACT_TABLE.name)
        newest = store_extent(database).newest if has_facts else None
        raise RequestFailed(Text("floor.drill.not_empty", {"newest": newest or "—"}))


def restore_dump(database: Engine, dump: Path) -> None:
    """Fill an empty database from a dump of `pg_dump --format=custom` or `directory`. Raises
    RequestFailed in the words of the program.
    """
    if database.dialect.name != "postgresql" or shutil.which(RESTORE_PROGRAM) is None:
        raise RequestFailed(Text("floor.drill.no_program", {"program": RESTORE_PROGRAM}))
    password = database.url.password
    environment = os.environ | ({"PGPASSWORD": str(password)} if password else {})
    options = ("--exit-on-error", "--no-owner", "--no-privileges")
    address = libpq_address(database.url)
    command = (RESTORE_PROGRAM, *options, "--dbname", address, str(dump))
    ran = subprocess.run(  # noqa: S603 - the program and options are ours
        command, env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        why = " ".join(ran.stderr.split()) or str(ran.returncode)
        raise RequestFailed(Text("floor.drill.not_restored", {"path": str(dump), "why": why}))


def libpq_address(url: URL) -> str:
    """Return a database's address for PostgreSQL's own programs, without the password: anybody may
    read a command line.
    """
    plain = URL.create(
        "postgresql",
        url.username,
        host=url.host,
        port=url.port,
        database=url.database,
        query=url.query,
    )
    return plain.render_as_string(hide_password=False)


def store_extent(database: Engine) -> StoreExtent:
    """Return how much a database has. Raises SQLAlchemyError."""
    with database.connect() as connection:
        facts, records = (
            connection.scalar(select(func.count()).select_from(table)) or 0
            for table in (FACT_TABLE, RECORD_TABLE)
        )
        journals = connection.scalar(select(func.count(WATERMARK_TABLE.c.journal.distinct()))) or 0
        newest = connection.scalar(select(func.max(FACT_TABLE.c.received_at)))
    return StoreExtent(journals, facts, records, newest)


def tables_ahead(restored: Engine, live: Engine) -> list[str]:
    """Return the journals of which a restored database has more than a live one. Raises
    SQLAlchemyError.
    """
    own, other = _positions(restored), _positions(live)
    start = (-1, -1)
    return sorted({key[0] for key, position in own.items() if position > other.get(key, start)})


def _positions(database: Engine) -> dict[tuple[str, str], tuple[int, int]]:
    with database.connect() as connection:
        rows = connection.execute(select(WATERMARK_TABLE)).all()
    return {(row.journal, row.lane): (row.shoe, row.number) for row in rows}
