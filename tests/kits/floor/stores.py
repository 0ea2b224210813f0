"""The ledger's database, empty, of each kind that a house may have."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from firmware.floor.store import METADATA, migrate_database, open_database
from tests.kits.postgres import postgres, programs


@pytest.fixture(scope="session")
def database() -> Iterator[str | None]:
    """Give the address of a PostgreSQL, if this system has one."""
    place = programs()
    if place is None:
        yield None
    else:
        with postgres(place) as address:
            yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path, database: str | None) -> Iterator[Engine]:
    """Give an empty store of each kind."""
    if request.param == "postgresql" and database is None:
        pytest.skip("no PostgreSQL here")
    is_file = request.param == "sqlite"
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db" if is_file else str(database))
    migrate_database(engine)
    yield engine
    if not is_file:
        with engine.begin() as connection:
            for table in METADATA.sorted_tables:
                connection.execute(table.delete())
    engine.dispose()
