"""Linked lots in the ledger's database: terms, the tables' messages, and the lines.

The order of a lot's money is the primary key (lot, version): who inserts a line first has made it.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Table,
    Text,
    and_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from firmware.core.vocabulary.jackpot import FromTable, LotGranted, LotTerms
from firmware.floor.jackpot.ledger_line import Line
from firmware.floor.store import FACT, KEPT, METADATA, insert_new, rows_like
from firmware.shell.history.records import Attested
from firmware.shell.jackpot.signed import Signed

LANE: Final = "lot"
"""The lane of facts that were looked through for messages."""
FACTS: Final = "fact"
AT_ONCE: Final = 1000
"""Facts that are looked through in one transaction."""
ATTESTED: Final = Attested.__name__

Known = Callable[[Attested, str, str], bool]
"""Whether a fact of that table and journal is a message which the house accepts."""


def _table(name: str, **keys: Any) -> Table:  # noqa: ANN401 - types of columns
    columns = (
        Column(key, kind, primary_key=True, autoincrement=False) for key, kind in keys.items()
    )
    return Table(name, METADATA, *columns, Column("body", Text, nullable=False))


LOT_TERMS: Final = _table("lot_terms", lot=Text, begins=BigInteger)
LOT_LINE: Final = _table("lot_line", lot=Text, version=BigInteger)
LOT_MESSAGE: Final = _table("lot_message", lot=Text, journal=Text, n=BigInteger)
LOT_GRANT: Final = _table("lot_grant", lot=Text, hit=BigInteger)
"""How each hit was paid, from pool and reserve, by its order in the lot."""


class Book:
    """One lot in the database; everything is read anew each time."""

    def __init__(self, engine: Engine, lot: str) -> None:
        self._engine = engine
        self.lot = lot

    @property
    def signed_terms(self) -> list[Signed]:
        """All terms, the first ones first."""
        with self._engine.connect() as connection:
            rows = rows_like(connection, LOT_TERMS, lot=self.lot)
        return [msgspec.json.decode(row["body"], type=Signed) for row in rows]

    @property
    def terms(self) -> list[LotTerms]:
        found = (signed.message for signed in self.signed_terms)
        return [terms for terms in found if isinstance(terms, LotTerms)]

    def add_terms(self, signed: Signed) -> None:
        """Add terms; those that are there for the same lot stay."""
        if not isinstance(signed.message, LotTerms):
            raise TypeError(type(signed.message))
        begins = signed.message.begins
        body = msgspec.json.encode(signed).decode()
        with self._engine.begin() as connection:
            insert_new(connection, LOT_TERMS, [{"lot": self.lot, "begins": begins, "body": body}])

    @property
    def newest(self) -> Line | None:
        """The newest line, None of a lot that has not begun."""
        chosen = select(LOT_LINE.c.body).where(LOT_LINE.c.lot == self.lot)
        with self._engine.connect() as connection:
            body = connection.scalar(chosen.order_by(LOT_LINE.c.version.desc()).limit(1))
        return None if body is None else msgspec.json.decode(body, type=Line)

    def lines(self) -> Iterator[Line]:
        """Yield all lines, in their order."""
        with self._engine.connect() as connection:
            for row in rows_like(connection, LOT_LINE, lot=self.lot):
                yield msgspec.json.decode(row["body"], type=Line)

    @property
    def grants(self) -> list[LotGranted]:
        """All grants, in the order of the hits."""
        with self._engine.connect() as connection:
            rows = rows_like(connection, LOT_GRANT, lot=self.lot)
        return [msgspec.json.decode(row["body"], type=LotGranted) for row in rows]

    def insert(self, line: Line, granted: LotGranted | None = None) -> bool:
        """Insert a line, and what it granted; return whether nobody else has its version."""
        body = msgspec.json.encode(line, order="deterministic").decode()
        row = {"lot": self.lot, "version": line.version, "body": body}
        try:
            with self._engine.begin() as connection:
                connection.execute(LOT_LINE.insert(), [row])
                if granted is not None:
                    connection.execute(LOT_GRANT.insert(), [_grant(granted)])
        except IntegrityError:
            return False
        return True

    def next_message(self, line: Line) -> Attested | None:
        """Return the next message of some table that is not in the line yet."""
        with self._engine.connect() as connection:
            for journal in connection.scalars(
                select(LOT_MESSAGE.c.journal).where(LOT_MESSAGE.c.lot == self.lot).distinct()
            ).all():
                n = line.cursors.get(journal, 0) + 1
                found = rows_like(connection, LOT_MESSAGE, lot=self.lot, journal=journal, n=n)
                if found:
                    return msgspec.json.decode(found[0]["body"], type=Attested)
        return None

    def gather(self, is_known: Known) -> int:
        """Take over the messages among the facts that are kept; return how many they were. Those
        that are not known are left out.
        """
        found = 0
        with self._engine.begin() as connection:
            for of in _grown(connection):
                for record in _attested(connection, of):
                    if is_known(record, of["table_name"], of["journal"]):
                        insert_new(connection, LOT_MESSAGE, [_row(record)])
                        found += 1
        return found


def _grown(connection: Connection) -> list[dict[str, Any]]:
    """Return the journals with facts that were not looked through, and the last fact of each."""
    done = KEPT.alias()
    same = done.c.table_name == KEPT.c.table_name, done.c.journal == KEPT.c.journal
    further = tuple_(KEPT.c.shoe, KEPT.c.number) > tuple_(done.c.shoe, done.c.number)
    both = KEPT.outerjoin(done, and_(*same, done.c.lane == LANE))
    chosen = select(KEPT).select_from(both).where(KEPT.c.lane == FACTS)
    found = connection.execute(
        chosen.where(done.c.lane.is_(None) | further).order_by(*KEPT.primary_key)
    )
    return [dict(row) for row in found.mappings()]


def _grant(granted: LotGranted) -> dict[str, Any]:
    body = msgspec.json.encode(granted).decode()
    return {"lot": granted.lot, "hit": granted.order, "body": body}


def _row(record: Attested) -> dict[str, Any]:
    message: FromTable = record.message
    body = msgspec.json.encode(record).decode()
    return {"lot": message.lot, "journal": message.journal, "n": message.n, "body": body}


def _attested(connection: Connection, of: dict[str, Any]) -> list[Attested]:
    """Return the messages among the next facts of a journal, and note how far that was looked."""
    same = {"table_name": of["table_name"], "journal": of["journal"], "lane": LANE}
    insert_new(connection, KEPT, [{**same, "shoe": 0, "number": -1}])
    (done,) = rows_like(connection, KEPT, **same)
    place = tuple_(FACT.c.shoe, FACT.c.number)
    rows = connection.execute(
        select(FACT.c.shoe, FACT.c.number, FACT.c.body)
        .where(FACT.c.table_name == of["table_name"], FACT.c.journal == of["journal"])
        .where(place > tuple_(done["shoe"], done["number"]))
        .where(place <= tuple_(of["shoe"], of["number"]))
        .order_by(FACT.c.shoe, FACT.c.number)
        .limit(AT_ONCE)
    ).all()
    if rows:
        mine = [KEPT.c[name] == value for name, value in same.items()]
        last = {"shoe": rows[-1].shoe, "number": rows[-1].number}
        connection.execute(update(KEPT).where(*mine).values(last))
    return [found for row in rows if (found := _message(row.body))]


def _message(body: str) -> Attested | None:
    if not body.startswith(f'{{"{ATTESTED}":'):
        return None
    return msgspec.json.decode(body, type=dict[str, Attested])[ATTESTED]
