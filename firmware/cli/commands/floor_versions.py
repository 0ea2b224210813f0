"""`croupier floor versions`: the version of every program of the floor, and which are odd."""

import json as json_module

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.commands.floor import open_store
from firmware.cli.commands.roster import DatabaseUrl
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.shell.words.words import Words

UNKNOWN_VERSION = "?"
"""Of a program from before heartbeats had it."""
KIND_KEYS = {
    "table": "floor.versions.table",
    "bank": "floor.versions.bank",
    "hall": "floor.versions.hall",
    "ledger": "floor.versions.ledger",
    "keeper": "floor.versions.keeper",
    "pit": "floor.versions.pit",
}


def versions(words: Words, *, database: DatabaseUrl, json: bool = False) -> int:
    """Print the version of every program by kind and name; 1 if one differs from most."""
    from sqlalchemy.exc import SQLAlchemyError

    from firmware.floor.running_programs import odd_programs, running_programs

    store = open_store(database)
    try:
        programs = running_programs(store)
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None
    finally:
        store.dispose()
    odd = odd_programs(programs)
    for program in programs:
        if json:
            print(json_module.dumps({**program._asdict(), "odd": program in odd}))
            continue
        values: TextValues = {
            "kind": Text(KIND_KEYS[program.kind]),
            "name": f"{program.name} ({program.host})" if program.host else program.name,
            "version": program.version or UNKNOWN_VERSION,
            "time": program.seen_at,
        }
        key = "floor.versions.odd" if program in odd else "floor.versions.usual"
        print(words.render(Text(key, values)))
    if not programs and not json:
        print(words.render(Text("floor.versions.none")))
    return EXIT_FINDINGS if odd else 0
