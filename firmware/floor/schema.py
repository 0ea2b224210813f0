"""The schema of a floor's database: brought to this program's tables, or refused if it is newer.

A migration expands: programs of the version before still work with the database. The columns that
only they need are dropped by a later one. So each migration names in `OLDEST_SUPPORTED` the oldest
schema whose programs work with the database after it, by default its own; that is noted in the
database, where an older program finds whether it may still work.
"""

from pathlib import Path
from typing import Final, NamedTuple

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import Column, Connection, Engine, Table, Text, func, insert, inspect, select

from firmware import __version__
from firmware.core.vocabulary.panel import Text as Sentence
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.store import METADATA, MIGRATION_LOCK_KEY, write_transaction

MIGRATIONS_FOLDER: Final = Path(__file__).with_name("migrations")
SCHEMA_SUPPORT_TABLE: Final = Table(
    "schema_support", METADATA, Column("oldest", Text, primary_key=True)
)
"""One row: the oldest schema whose programs work with this database."""


class SchemaTooNew(RequestFailed):
    """The database has tables of a later program, which this one would not understand."""


class Schema(NamedTuple):
    """The schema of a database: its revision, "" for an empty one, and the migrations to come."""

    revision: str
    pending: tuple[Script, ...] = ()
    is_newer: bool = False
    """Whether it is a later program's, with which this one works all the same."""


def migrate_database(database: Engine) -> None:
    """Bring the database to the tables of this version. Idempotent; loses nothing. Raises
    SchemaTooNew.
    """
    with write_transaction(database) as connection:
        if connection.dialect.name == "postgresql":
            # several processes may start at once: the first one migrates, the others wait
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK_KEY)))
        if read_schema(connection).pending:
            alembic_config = _alembic_config()
            alembic_config.attributes["connection"] = connection
            command.upgrade(alembic_config, "head")
            _note_support(connection)


def read_schema(connection: Connection) -> Schema:
    """Return the schema of a database. Raises SchemaTooNew."""
    scripts = ScriptDirectory.from_config(_alembic_config())
    known = {script.revision: script for script in scripts.walk_revisions()}
    revision = MigrationContext.configure(connection).get_current_revision() or ""
    if not revision or revision in known:
        pending = scripts.iterate_revisions("head", revision or "base")
        return Schema(revision, tuple(reversed([known[script.revision] for script in pending])))
    if _oldest_supported(connection) in known:
        return Schema(revision, is_newer=True)
    head = scripts.get_current_head() or ""
    values = {"schema": revision, "version": __version__, "known": head}
    raise SchemaTooNew(Sentence("floor.schema_newer", dict(values)))


def _oldest_supported(connection: Connection) -> str | None:
    if not inspect(connection).has_table(SCHEMA_SUPPORT_TABLE.name):
        return None
    return connection.scalar(select(SCHEMA_SUPPORT_TABLE.c.oldest))


def _note_support(connection: Connection) -> None:
    head = ScriptDirectory.from_config(_alembic_config()).get_revision("head")
    oldest = getattr(head.module, "OLDEST_SUPPORTED", head.revision)
    connection.execute(SCHEMA_SUPPORT_TABLE.delete())
    connection.execute(insert(SCHEMA_SUPPORT_TABLE).values(oldest=oldest))


def _alembic_config() -> Config:
    alembic_config = Config()
    alembic_config.set_main_option("script_location", str(MIGRATIONS_FOLDER))
    return alembic_config
