"""The linked lots of the floor, as the ledger's store has them."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Engine, select

from firmware.floor.lot.book import LOT_TERMS, Book
from firmware.floor.store import SERIES


class Lot(msgspec.Struct, frozen=True):
    """A lot in whole cents. `reserve` is the house's promise, and may be below nothing."""

    lot: str
    game: str
    generation: int
    pool: int
    reserve: int
    hits: int
    tables: dict[str, int]
    """By table, how many of its rounds are counted."""


def lots(engine: Engine) -> tuple[Lot, ...]:
    """Return the lots that have begun."""
    with engine.connect() as connection:
        names = connection.scalars(select(LOT_TERMS.c.lot).distinct()).all()
        rows = connection.execute(select(SERIES.c.journal, SERIES.c.table_name))
        tables: dict[str, str] = dict(rows.all())
    found = (_lot(Book(engine, name), tables) for name in sorted(names))
    return tuple(lot for lot in found if lot)


def _lot(book: Book, tables: Mapping[str, str]) -> Lot | None:
    line, terms = book.newest, book.terms
    if line is None or not terms:
        return None
    units = terms[-1].rate[1]
    counted: dict[str, Any] = {}
    for journal, n in line.cursors.items():
        name = tables.get(journal, journal[:8])
        counted[name] = counted.get(name, 0) + n
    game, cents = terms[-1].game, (line.pool // units, line.reserve // units)
    return Lot(line.lot, game, line.generation, *cents, line.hits, counted)
