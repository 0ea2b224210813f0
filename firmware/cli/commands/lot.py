"""`croupier lot` and `croupier keeper`: a progressive lot that several tables share."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.signature import How
from firmware.cli.args.types import Folder, Name
from firmware.cli.commands.contents import bundled, hold_table
from firmware.cli.commands.engine import Engine, sayer, served
from firmware.cli.commands.verify import STATUS
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.evidence.bundle import Bundle, NoBundle
from firmware.shell.trust.keys import read_key
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from sqlalchemy import Engine as Database

Key = Annotated[Path, How(value="key")]
Store = Annotated[str, How(value="address")]


def terms(words: Words, file: Path, out: Path, *, key: Key) -> int:
    """Sign the terms of a lot, in a file that two people sign."""
    from firmware.floor.jackpot.terms import add_signature, written
    from firmware.shell.jackpot.signed import signers

    signed = add_signature(written(file), out, read_key(key))
    count = len(signers(signed))
    print(words.say(Text("linked.terms.signed", {"path": str(out), "count": count})))
    return 0


def audit(words: Words, lot: Name, bundle: tuple[Path, ...], *, store: Store) -> int:
    """Return 0 if the line is what the bundles come to; 1 if it is not, 4 if one is missing."""
    from firmware.floor.jackpot.store import Book
    from firmware.floor.jackpot.verdict import verdict

    for path in bundle:
        with suppress(NoBundle):  # which the verdict says
            hold_table(bundled(Bundle.open(path)))
    with _stored(store) as database:
        found = verdict(Book(database, lot), bundle)
    print(words.say(found.words))
    return STATUS[found.how]


def keeper(
    words: Words,
    lot: Name,
    *,
    store: Store,
    keeper_key: Key,
    people: Folder,
    terms: Path | None = None,
    engine: Engine,
) -> int:
    """Keep a lot until stopped; `terms` are new ones, for the next lot."""
    from firmware.floor.connection import Servers
    from firmware.floor.jackpot.keeper_loop import Showing, keeper_of, opened
    from firmware.floor.jackpot.process import keep
    from firmware.floor.store import migrate

    key, servers = read_key(keeper_key), Servers(engine.server, engine.certificates)
    with _stored(store) as database:
        migrate(database)
        book = opened(database, lot, key, terms, people)
        showing = Showing(book, keeper_of(book, key))
        return served(keep(showing, lot, servers, sayer(words)))


@contextmanager
def _stored(url: str) -> "Iterator[Database]":
    """Open the database at a URL. Raises CannotBeDone on any other, CannotServe if it fails."""
    from sqlalchemy.exc import ArgumentError, DBAPIError

    from firmware.floor.store import connect

    try:
        database = connect(url)
    except (ArgumentError, ModuleNotFoundError):
        raise CannotBeDone(Text("linked.no_store", {"url": url})) from None
    try:
        yield database
    except DBAPIError as error:
        raise CannotServe(Text("linked.store_fails", {"why": str(error.orig)})) from None
    finally:
        database.dispose()
