"""The ledger's database: its tables come from migrations alone, and a key is inserted once."""

import socket
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import OperationalError

import firmware.floor
from firmware.floor import running_programs, schema
from firmware.floor.day import day_store
from firmware.floor.jackpot import former_lines
from firmware.floor.ledger import quarantine_store
from firmware.floor.pit import alarm_store, form_store, shelved
from firmware.floor.projection import row_tables
from firmware.floor.roster import roster_store
from firmware.floor.schema import migrate_database
from firmware.floor.store import (
    METADATA,
    SERVER_TIMEOUTS,
    WATERMARK_TABLE,
    insert_missing,
    open_database,
    select_rows,
    write_transaction,
)
from tests.kits.offenders import each

AT = {"journal": "aa", "lane": "fact"}


MODULES = (
    day_store,
    running_programs,
    schema,
    former_lines,
    alarm_store,
    form_store,
    shelved,
    roster_store,
    quarantine_store,
    row_tables,
)
TABLES = {name for module in MODULES for name in module.METADATA.tables}


def test_migrations_make_all_tables(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db")
    migrate_database(engine)
    migrate_database(engine)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    engine.dispose()
    assert differences == []
    assert {"fact", "jackpot_grant", "form", "view_alarm", "enrolment", "rejected"} <= TABLES


def test_existing_key_is_left_alone(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db")
    migrate_database(engine)
    with engine.begin() as connection:
        insert_missing(connection, WATERMARK_TABLE, [{**AT, "shoe": 1, "number": 2}])
        insert_missing(connection, WATERMARK_TABLE, [{**AT, "shoe": 3, "number": 4}])
        assert select_rows(connection, WATERMARK_TABLE, **AT) == [{**AT, "shoe": 1, "number": 2}]
    engine.dispose()


def test_reading_waits_for_no_writer(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db")
    migrate_database(engine)
    with write_transaction(engine) as writer:
        insert_missing(writer, WATERMARK_TABLE, [{**AT, "shoe": 1, "number": 2}])
        with engine.connect() as reader:
            assert select_rows(reader, WATERMARK_TABLE, **AT) == []
    with engine.connect() as reader:
        assert len(select_rows(reader, WATERMARK_TABLE, **AT)) == 1
    engine.dispose()


@each("path", sorted(Path(firmware.floor.__file__).parent.rglob("*.py")))
def test_every_write_of_the_floor_locks_its_database(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count(".begin() as ") == 0, "a transaction that writes is a write_transaction"


def test_silent_postgresql_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql+psycopg://ledger@/house?host=127.0.0.1:{silent.getsockname()[1]}"
        assert open_database(url).url.query["connect_timeout"] == SERVER_TIMEOUTS["connect_timeout"]
        database = open_database(f"{url}&connect_timeout=1")
        with pytest.raises(OperationalError):
            database.connect()
