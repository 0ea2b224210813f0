"""The linked lots of the floor: their lines and grants in the ledger's store, and their tables."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import Engine, select

from firmware.core.vocabulary.jackpot import LotGranted
from firmware.floor.jackpot.ledger_line import Line
from firmware.floor.jackpot.store import LOT_TERMS, Book
from firmware.floor.pit.heartbeats import Lease, Sight, lease
from firmware.floor.store import SERIES

SHOWN: Final = 10
"""The grants of a lot that are shown."""

See = Callable[[str], Sight | None]
"""Returns a table as it is seen now."""


class AtTable(msgspec.Struct, frozen=True):
    """A lot at one of its tables: how many rounds of it are counted, what it shows in cents, and
    whether it takes bets on it; `why` not, as a key of words.
    """

    table: str
    rounds: int
    lease: Lease
    shows: int | None
    why: str | None


class Grant(msgspec.Struct, frozen=True):
    """A hit, and the shares of pool and reserve in its payment, in cents."""

    order: int
    table: str
    paid: int
    of_pool: int
    of_reserve: int


class Lot(msgspec.Struct, frozen=True):
    """A lot in whole cents. `reserve` is the house's promise, and may be below nothing."""

    lot: str
    game: str
    generation: int
    pool: int
    reserve: int
    hits: int
    least: int | None
    """The least that a table shows, which is all that a panel may show; None if none is seen."""
    tables: tuple[AtTable, ...]
    grants: tuple[Grant, ...]
    """The last ones, the newest first."""


def lots(engine: Engine, see: See, sharing: Mapping[str, str]) -> tuple[Lot, ...]:
    """Return the lots that have begun; `sharing` is the lot of each table that shares one."""
    with engine.connect() as connection:
        names = connection.scalars(select(LOT_TERMS.c.lot).distinct()).all()
        rows = connection.execute(select(SERIES.c.journal, SERIES.c.table_name))
        tables: dict[str, str] = dict(rows.all())
    found = (
        _lot(Book(engine, name), tables, see, [t for t, lot in sharing.items() if lot == name])
        for name in sorted(names)
    )
    return tuple(lot for lot in found if lot)


def _lot(book: Book, tables: Mapping[str, str], see: See, sharing: Sequence[str]) -> Lot | None:
    line, terms = book.newest, book.terms
    if line is None or not terms:
        return None
    units = terms[-1].rate[1]
    counted = _counted(line, tables)
    at = tuple(_at(name, counted[name], see(name)) for name in sorted({*counted, *sharing}))
    least = min((one.shows for one in at if one.shows is not None), default=None)
    cents = line.pool // units, line.reserve // units
    given = tuple(_grant(one, units) for one in book.grants[: -SHOWN - 1 : -1])
    return Lot(line.lot, terms[-1].game, line.generation, *cents, line.hits, least, at, given)


def _counted(line: Line, tables: Mapping[str, str]) -> Counter[str]:
    """Return how many rounds of each table are in a line."""
    counted = Counter[str]()
    for journal, n in line.cursors.items():
        counted[tables.get(journal, journal[:8])] += n
    return counted


def _at(table: str, rounds: int, sight: Sight | None) -> AtTable:
    view = sight.view if sight else None
    shows, why = (view.lot, view.lot_closed) if view else (None, None)
    return AtTable(table, rounds, lease(sight), shows, why)


def _grant(granted: LotGranted, units: int) -> Grant:
    of_pool = granted.from_pool // units
    return Grant(granted.order, granted.table, granted.paid, of_pool, granted.paid - of_pool)
