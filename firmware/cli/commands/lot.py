"""`croupier lot` and `croupier keeper`: a progressive lot that several tables share."""

import signal
import sys
from pathlib import Path
from typing import Annotated

from firmware.cli.commands.verify import STATUS
from firmware.cli.line.kinds import Folder, Name, Socket
from firmware.cli.line.signature import How
from firmware.core.vocabulary.panel import Text
from firmware.shell.trust.keys import read_key
from firmware.shell.words.words import Words

Key = Annotated[Path, How(value="key")]
Store = Annotated[str, How(value="address")]


def terms(words: Words, file: Path, out: Path, *, key: Key) -> int:
    """Sign the terms of a lot, in a file that two people sign."""
    from firmware.floor.lot.terms import add_signature, written
    from firmware.shell.lots.signed import signers

    signed = add_signature(written(file), out, read_key(key))
    count = len(signers(signed))
    print(words.say(Text("linked.terms.signed", {"path": str(out), "count": count})))
    return 0


def audit(words: Words, lot: Name, bundle: tuple[Path, ...], *, store: Store) -> int:
    """Return 0 if the line is what the bundles come to; 1 if it is not, 4 if one is missing."""
    from firmware.floor.lot.book import Book
    from firmware.floor.lot.verdict import verdict
    from firmware.floor.store import connect

    found = verdict(Book(connect(store), lot), bundle)
    print(words.say(found.words))
    return STATUS[found.how]


def keeper(
    lot: Name,
    table: tuple[Socket, ...] = (),
    *,
    store: Store,
    key: Key,
    people: Folder,
    terms: Path | None = None,
) -> int:
    """Keep a lot until stopped; `terms` are new ones, for the next lot."""
    from firmware.floor.lot.keeping import Showing, keep, keeper_of, opened
    from firmware.floor.store import connect, migrate

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    engine, keeper_key = connect(store), read_key(key)
    migrate(engine)
    book = opened(engine, lot, keeper_key, terms, people)
    keep(Showing(book, keeper_of(book, keeper_key), table))
    return 0
