"""A backup is restored beside the live database and audited there; never over another store."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, delete, make_url, text

from firmware.floor.restored_store import libpq_address
from firmware.floor.schema import migrate_database
from firmware.floor.store import RECORD_TABLE, open_database, write_transaction
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import Disk, Uplink, open_ledger, received, started
from tests.kits.floor_wire import Engine as MessageEngine

pytestmark = pytest.mark.skipif(
    shutil.which("pg_restore") is None, reason="needs PostgreSQL's client programs"
)


def new_database(server: str, name: str) -> str:
    """Make an empty database of the test's server; return its URL."""
    administrator = open_database(server).execution_options(isolation_level="AUTOCOMMIT")
    with administrator.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    administrator.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)


def store_evening(database: Engine, disk: Disk) -> None:
    engine, ledger = MessageEngine(), open_ledger(database)
    engine.drain(Uplink(disk, "table-7"))
    for messages in engine.subjects.values():
        ledger.store_messages([*map(received, messages)])


def drilled(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = (sys.executable, "-m", "firmware.cli.main", "--lang", "en", "floor", "drill")
    ran = subprocess.run((*command, *arguments), capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    return ran


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    disk = Disk(tmp_path_factory.mktemp("evening"))
    disk.write([started(), *open_entries("sic-bo", 300)])
    yield disk
    disk.close()


@pytest.fixture(scope="module")
def live(database: str | None, disk: Disk) -> Iterator[Engine]:
    """A PostgreSQL with an evening in it."""
    if database is None:
        pytest.skip("no PostgreSQL here")
    engine = open_database(new_database(database, "live"))
    migrate_database(engine)
    store_evening(engine, disk)
    yield engine
    engine.dispose()


def url_of(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=False)


@pytest.fixture(scope="module")
def backup(live: Engine, tmp_path_factory: pytest.TempPathFactory) -> Path:
    dump = tmp_path_factory.mktemp("backup") / "floor.dump"
    address = make_url(url_of(live))
    host = str(address.query["host"])
    command = ("pg_dump", "--format=custom", "-h", host, "-U", "ledger", "-f", dump, "live")
    subprocess.run(command, check=True)
    return dump


@pytest.fixture
def scratch(database: str) -> str:
    return new_database(database, f"scratch_{os.getpid()}")


def test_sound_backup_passes_the_drill(live: Engine, backup: Path, scratch: str) -> None:
    ran = drilled("--backup", str(backup), "--scratch", scratch, "--live", url_of(live))
    assert ran.returncode == 0, ran.stderr
    assert "Restored: 1 journals" in ran.stdout
    assert "0 d 00:0" in ran.stdout
    assert "0 facts and 0 records more" in ran.stdout


def test_altered_backup_fails_the_drill(live: Engine, backup: Path, scratch: str) -> None:
    assert drilled("--backup", str(backup), "--scratch", scratch).returncode == 0
    restored = open_database(scratch)
    with write_transaction(restored) as connection:
        connection.execute(delete(RECORD_TABLE).where(RECORD_TABLE.c.number == 5))
    restored.dispose()
    ran = drilled("--scratch", scratch)
    assert ran.returncode == 1
    assert "table-7" in ran.stdout


def test_nothing_is_restored_over_a_store(live: Engine, backup: Path) -> None:
    ran = drilled("--backup", str(backup), "--scratch", url_of(live))
    assert ran.returncode == 2
    assert "not empty: its newest fact came at 20" in ran.stderr


def test_live_database_behind_is_named(backup: Path, scratch: str, tmp_path: Path) -> None:
    older = empty_store(tmp_path / "older.db")
    ran = drilled("--backup", str(backup), "--scratch", scratch, "--live", url_of(older))
    older.dispose()
    assert ran.returncode == 1
    assert "it is the older one" in ran.stdout


def test_newer_backup_is_refused_in_words(live: Engine, backup: Path, scratch: str) -> None:
    assert drilled("--backup", str(backup), "--scratch", scratch).returncode == 0
    restored = open_database(scratch)
    with write_transaction(restored) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999_later'"))
        connection.execute(text("DELETE FROM schema_support"))
    restored.dispose()
    ran = drilled("--scratch", scratch)
    assert ran.returncode == 2
    assert "9999_later" in ran.stderr


@pytest.mark.parametrize("content", [b"", b"no dump"])
def test_foreign_file_is_no_backup(content: bytes, scratch: str, tmp_path: Path) -> None:
    (tmp_path / "foreign").write_bytes(content)
    ran = drilled("--backup", str(tmp_path / "foreign"), "--scratch", scratch)
    assert ran.returncode == 2
    assert "was not restored" in ran.stderr


def test_command_line_has_no_password() -> None:
    url = make_url("postgresql+psycopg://ledger:secret@db:5433/floor?connect_timeout=5")
    assert libpq_address(url) == "postgresql://ledger@db:5433/floor?connect_timeout=5"


def test_scratch_is_not_the_live_one(scratch: str) -> None:
    assert drilled("--scratch", scratch, "--live", scratch).returncode == 2
