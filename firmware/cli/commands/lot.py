"""`croupier lot` and `croupier keeper`: a progressive lot that several tables share."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from firmware.cli.commands.verify import STATUS
from firmware.cli.line.answering import CannotServe
from firmware.cli.line.kinds import Folder, Name, Socket
from firmware.cli.line.signature import How
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.trust.keys import read_key
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from sqlalchemy import Engine

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

    with _stored(store) as engine:
        found = verdict(Book(engine, lot), bundle)
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
    from firmware.floor.store import migrate

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    keeper_key = read_key(key)
    with _stored(store) as engine:
        migrate(engine)
        book = opened(engine, lot, keeper_key, terms, people)
        keep(Showing(book, keeper_of(book, keeper_key), table))
    return 0


@contextmanager
def _stored(url: str) -> "Iterator[Engine]":
    """Open the database at a URL. Raises CannotBeDone on any other, CannotServe if it fails."""
    from sqlalchemy.exc import ArgumentError, DBAPIError

    from firmware.floor.store import connect

    try:
        engine = connect(url)
    except (ArgumentError, ModuleNotFoundError):
        raise CannotBeDone(Text("linked.no_store", {"url": url})) from None
    try:
        yield engine
    except DBAPIError as error:
        raise CannotServe(Text("linked.store_fails", {"why": str(error.orig)})) from None
    finally:
        engine.dispose()
