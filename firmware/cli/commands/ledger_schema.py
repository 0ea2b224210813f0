"""`croupier ledger migrate`: a database is brought to this program's tables, or it is said how."""

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.commands.floor import open_unmigrated
from firmware.cli.commands.roster import DatabaseUrl
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words


def migrate(words: Words, *, database: DatabaseUrl, check: bool = False) -> int:
    """Migrate a database, or with `check` print the migrations that are due: 1 if one is. A newer
    one is refused.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from firmware.floor.schema import Schema, migrate_database, read_schema

    def print_schema(schema: Schema) -> None:
        values = {"schema": schema.revision or "—"}
        present_key = "floor.schema_supported" if schema.is_newer else "floor.schema_present"
        key = "floor.schema_pending" if schema.pending else present_key
        print(words.render(Text(key, dict(values))))
        for script in schema.pending:
            migration = {"schema": script.revision, "about": script.doc.rstrip(".")}
            print("  " + words.render(Text("floor.schema_migration", dict(migration))))

    store = open_unmigrated(database)
    try:
        if not check:
            migrate_database(store)
        with store.connect() as connection:
            schema = read_schema(connection)
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None
    finally:
        store.dispose()
    print_schema(schema)
    return EXIT_FINDINGS if schema.pending else 0
