"""A database goes back to the instant before a mistake, by PostgreSQL's own backups: as the guide
has it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import text

from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database, write_transaction
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import Disk, Uplink, open_ledger, received, started
from tests.kits.floor_wire import Engine as MessageEngine
from tests.kits.postgres import PEOPLE, programs
from tests.kits.waiting import until

AS_USER = PEOPLE if os.geteuid() == 0 else ()


def did(*command: object, log: Path | None = None) -> None:
    done = subprocess.run([*AS_USER, *map(str, command)], capture_output=True, text=True)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr + (log.read_text() if log and log.exists() else ""))


@contextmanager
def serving(data: Path, *settings: str) -> Iterator[str]:
    """Serve a cluster at a socket in its folder; give the address of its database."""
    control = [programs() / "pg_ctl", "-D", data, "-w"]  # type: ignore[operator]
    options = " ".join(
        f"-c {setting}"
        for setting in ("listen_addresses=", f"unix_socket_directories={data.parent}", *settings)
    )
    # its output to a file: a pipe would stay open as long as the server
    log = data.parent / f"{data.name}.log"
    did(*control, "-l", log, "-o", options, "start", log=log)
    try:
        yield f"postgresql+psycopg://ledger@/postgres?host={data.parent}"
    finally:
        did(*control, "-m", "fast", "stop")


def store_evening(address: str, table: str, folder: Path) -> None:
    disk, database = Disk(folder), open_database(address)
    disk.write([started(), *open_entries("sic-bo", 100)])
    engine, ledger = MessageEngine(), open_ledger(database)
    engine.drain(Uplink(disk, table))
    for messages in engine.subjects.values():
        ledger.store_messages([*map(received, messages)])
    disk.close()
    database.dispose()


@pytest.mark.long
@pytest.mark.skipif(programs() is None, reason="needs PostgreSQL")
def test_instant_before_a_mistake_comes_back(tmp_path: Path) -> None:
    place = programs()
    assert place is not None
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        wal, live, base = folder / "wal", folder / "live", folder / "base"
        did("mkdir", wal)
        did(place / "initdb", "--no-sync", "-D", live, "-U", "ledger", "-A", "trust")
        archive = f'"archive_command=cp %p {wal}/%f"'
        with serving(live, "archive_mode=on", archive) as address:
            database = open_database(address)
            migrate_database(database)
            store_evening(address, "table-7", tmp_path / "first")
            did(place / "pg_basebackup", "-h", folder, "-U", "ledger", "-D", base, "-c", "fast")
            store_evening(address, "table-8", tmp_path / "second")
            with database.connect() as connection:
                instant = connection.scalar(text("SELECT clock_timestamp()::text"))
            with write_transaction(database) as connection:
                connection.execute(text("DELETE FROM record"))
            with write_transaction(database) as connection:
                last = connection.scalar(text("SELECT pg_walfile_name(pg_switch_wal())"))
            database.dispose()
            until("the archived log", (wal / str(last)).exists)
        did("touch", base / "recovery.signal")
        target = (
            f'"restore_command=cp {wal}/%f %p"',
            f'"recovery_target_time={instant}"',
            "recovery_target_action=promote",
        )
        with serving(base, *target) as address:
            until("the end of the recovery", lambda: not is_recovering(address))
            command = (sys.executable, "-m", "firmware.cli.main", "--lang", "en", "floor", "drill")
            drilled = subprocess.run(
                (*command, "--scratch", address), capture_output=True, text=True, check=False
            )
    assert drilled.returncode == 0, drilled.stdout + drilled.stderr
    assert "Restored: 2 journals" in drilled.stdout
    assert " 0 records" not in drilled.stdout


def is_recovering(address: str) -> bool:
    database = open_database(address)
    with database.connect() as connection:
        recovering = bool(connection.scalar(text("SELECT pg_is_in_recovery()")))
    database.dispose()
    return recovering
