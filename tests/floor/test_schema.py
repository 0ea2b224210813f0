"""A newer schema is refused in words; a program works with one that its migrations support."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from firmware.cli.main import main
from firmware.floor.schema import (
    MIGRATIONS_FOLDER,
    SchemaTooNew,
    migrate_database,
    read_schema,
)
from firmware.floor.store import open_database, write_transaction

BEFORE = "0012_rejected"


def head() -> str:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER))
    return ScriptDirectory.from_config(config).get_current_head() or ""


def set_revision(store: Engine, revision: str, oldest: str | None = None) -> None:
    """Make a database one of a later program, which supports programs from `oldest` on."""
    with write_transaction(store) as connection:
        connection.execute(
            text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision}
        )
        if oldest is None:
            connection.execute(text("DROP TABLE schema_support"))
        else:
            connection.execute(
                text("UPDATE schema_support SET oldest = :oldest"), {"oldest": oldest}
            )


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/ledger.db"


@pytest.fixture
def own(url: str) -> Iterator[Engine]:
    """A migrated database in a file of this test's own."""
    engine = open_database(url)
    migrate_database(engine)
    yield engine
    engine.dispose()


def migrate_up_to(url: str, revision: str) -> None:
    engine, config = open_database(url), Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER))
    with write_transaction(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


def test_migrations_are_one_line() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER))
    assert len(ScriptDirectory.from_config(config).get_heads()) == 1


def test_migrated_database_supports_its_own(store: Engine) -> None:
    with store.connect() as connection:
        schema = read_schema(connection)
    assert (schema.revision, schema.pending, schema.is_newer) == (head(), (), False)


@pytest.mark.parametrize("oldest", [None, "9998_later"])
def test_newer_database_is_refused_unchanged(own: Engine, oldest: str | None) -> None:
    set_revision(own, "9999_later", oldest)
    with pytest.raises(SchemaTooNew) as refused:
        migrate_database(own)
    assert refused.value.why.key == "floor.schema_newer"
    with own.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999_later"


def test_expanded_database_serves_older_program(own: Engine) -> None:
    set_revision(own, "9999_later", head())
    migrate_database(own)
    with own.connect() as connection:
        schema = read_schema(connection)
    assert (schema.revision, schema.is_newer) == ("9999_later", True)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("ledger", "migrate", "--check"), 2),
        (("ledger", "migrate"), 2),
        (("floor", "verify"), 2),
        (("floor", "rejected"), 2),
    ],
)
def test_command_refuses_newer_in_words(
    own: Engine, url: str, arguments: tuple[str, ...], status: int
) -> None:
    set_revision(own, "9999_later")
    ran = subprocess.run(
        (sys.executable, "-m", "firmware.cli.main", "--lang", "en", *arguments, "--database", url),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == status
    assert "Traceback" not in ran.stderr
    assert "9999_later" in ran.stderr
    assert "restore a backup" in ran.stderr


def test_check_names_due_migrations(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    migrate_up_to(url, BEFORE)
    command_line = ["--lang", "en", "ledger", "migrate", "--database", url]
    assert main([*command_line, "--check"]) == 1
    said = capsys.readouterr().out
    assert f"has {BEFORE}" in said
    assert "0018_running" in said
    assert main([*command_line, "--check"]) == 1, "the check has changed the database"
    assert main(command_line) == 0
    assert main([*command_line, "--check"]) == 0
    assert capsys.readouterr().out.count(f"({head()})") == 2
