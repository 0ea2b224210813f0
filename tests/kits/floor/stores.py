"""The ledger's database, empty, of each kind that a house may have."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import Engine

from firmware.floor.schema import migrate_database
from firmware.floor.store import METADATA, open_database
from tests.kits.postgres import postgres, programs


def empty_store(path: Path) -> Engine:
    """Open a new SQLite at a path: a copy, as its migrations are dear."""
    path.write_bytes(_migrated_file())
    return open_database(f"sqlite:///{path}")


@cache
def _migrated_file() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "empty.db")
        engine = open_database(f"sqlite:///{path}")
        migrate_database(engine)
        engine.dispose()
        return path.read_bytes()


@pytest.fixture(scope="session")
def database() -> Iterator[str | None]:
    """Give the address of a PostgreSQL, if this system has one."""
    place = programs()
    if place is None:
        yield None
    else:
        with postgres(place) as address:
            engine = open_database(address)
            migrate_database(engine)
            engine.dispose()
            yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path, database: str | None) -> Iterator[Engine]:
    """Give an empty store of each kind."""
    if request.param == "postgresql" and database is None:
        pytest.skip("no PostgreSQL here")
    is_file = request.param == "sqlite"
    engine = empty_store(tmp_path / "ledger.db") if is_file else open_database(str(database))
    yield engine
    if not is_file:
        with engine.begin() as connection:
            connection.exec_driver_sql(_emptying())
    engine.dispose()


def _emptying() -> str:
    """Return one statement of PostgreSQL that empties the many tables."""
    deletes = "; ".join(str(table.delete()) for table in METADATA.sorted_tables)
    return f"DO $$ BEGIN {deletes}; END $$"
