"""The versions of the programs of a floor: each server process notes its own, the pit the others'.

A heartbeat has the version of its sender.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Column, Connection, Engine, Table, Text, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from firmware import __version__
from firmware.floor.store import METADATA, write_transaction

NOTE_INTERVAL_S: Final = 300.0
FORGOTTEN_AFTER: Final = timedelta(days=90)
"""A program that has not been seen for so long is of a place that is no more."""

RUNNING_PROGRAM_TABLE: Final = Table(
    "running_program",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("host", Text, primary_key=True),
    Column("version", Text, nullable=False),
    Column("seen_at", Text, nullable=False),
)
"""The version that each program had when it was last seen. The host is that of a server process,
"" for a table, a bank and a tournament.
"""


class RunningProgram(NamedTuple):
    """A program, its version, and when it was last seen, in ISO 8601."""

    kind: str
    name: str
    host: str
    version: str
    seen_at: str = ""


def own_program(kind: str, name: str) -> RunningProgram:
    """Return this process of a server."""
    return RunningProgram(kind, name, socket.gethostname(), __version__)


async def follow_programs(
    database: Engine, seen_programs: Callable[[], Iterable[RunningProgram]]
) -> None:
    """Note the programs that are seen, every few minutes, for ever; a database that fails is tried
    again.
    """
    while True:
        with suppress(SQLAlchemyError):
            await asyncio.to_thread(note_programs, database, [*seen_programs()])
        await asyncio.sleep(NOTE_INTERVAL_S)


def note_programs(database: Engine, programs: Iterable[RunningProgram]) -> None:
    """Note the versions of programs that are seen now. Raises SQLAlchemyError."""
    now = datetime.now(UTC)
    seen_at = now.isoformat(timespec="seconds")
    rows = [program._replace(seen_at=seen_at)._asdict() for program in programs]
    if not rows:
        return
    with write_transaction(database) as connection:
        _write_rows(connection, rows)
        oldest = (now - FORGOTTEN_AFTER).isoformat(timespec="seconds")
        table = RUNNING_PROGRAM_TABLE
        connection.execute(delete(table).where(table.c.seen_at < oldest))


def running_programs(database: Engine) -> Sequence[RunningProgram]:
    """Return all programs, by kind and name. Raises SQLAlchemyError."""
    table = RUNNING_PROGRAM_TABLE
    with database.connect() as connection:
        rows = connection.execute(select(table).order_by(*table.primary_key)).all()
    return [RunningProgram(*row) for row in rows]


def odd_programs(programs: Sequence[RunningProgram]) -> list[RunningProgram]:
    """Return the programs whose version is not the one that most have; of two that as many have,
    the later one counts.
    """
    counts = Counter(program.version for program in programs)
    usual = max(counts, key=lambda version: (counts[version], _order(version)), default="")
    return [program for program in programs if program.version != usual]


def _order(version: str) -> list[tuple[bool, int, str]]:
    parts = version.replace("-", ".").split(".")
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def _write_rows(connection: Connection, rows: Sequence[dict[str, str]]) -> None:
    is_postgresql = connection.dialect.name == "postgresql"
    statement = (postgresql.insert if is_postgresql else sqlite.insert)(RUNNING_PROGRAM_TABLE)
    present = {name: statement.excluded[name] for name in ("version", "seen_at")}
    keys = [*RUNNING_PROGRAM_TABLE.primary_key]
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=present), rows)
