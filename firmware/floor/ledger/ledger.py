"""The ledger takes messages as they come, in any order and any number of times."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Table, select

from firmware.floor.facts import Place
from firmware.floor.ledger.alarms import Alarm, now, raise_alarms
from firmware.floor.ledger.checking import check
from firmware.floor.ledger.lanes import Lanes
from firmware.floor.store import FACT, RECORD, SERIES, insert_new, rows_like
from firmware.floor.wire import FactLine, Kept, Line, Message, Top, Unreadable, unpack


class Taken(NamedTuple):
    """What became of a message: up to where its journal is kept, and what is newly amiss."""

    kept: Kept | None
    alarms: Sequence[Alarm] = ()


class Ledger:
    """Writes to one database. Whatever `take` returned is durable."""

    def __init__(self, store: Engine, house: str, wall: Callable[[], str] = now) -> None:
        self._store = store
        self._house = house
        self._wall = wall

    def take(self, table: str, octets: bytes) -> Taken:
        """Take a message from the subject of a table. Raises SQLAlchemyError."""
        with self._store.begin() as connection:
            try:
                message = unpack(octets)
            except Unreadable:
                found = [Alarm("unreadable", table, "")]
                return Taken(None, raise_alarms(connection, found))
            if refused := self._refused(table, message.top):
                return Taken(None, raise_alarms(connection, [refused]))
            return self._taken(connection, message)

    def _refused(self, table: str, top: Top) -> Alarm | None:
        if top.house != self._house:
            return Alarm("other_house", table, top.journal, top.house)
        if top.table != table:
            return Alarm("other_table", table, top.journal, top.table)
        return None

    def _taken(self, connection: Connection, message: Message) -> Taken:
        top, lanes = message.top, Lanes(connection, message.top.table, message.top.journal)
        lanes.hold()
        found = [*self._of_series(connection, top), *self._insert(connection, message)]
        if top.cut:
            found.append(_alarm("cut", top, f"{_at(top.after)}–{_at(top.first)}"))
        lanes.link(top)
        found += check(connection, top.table, top.journal)
        kept = Kept(top.journal, lanes.kept("fact"), lanes.kept("record"))
        return Taken(kept, raise_alarms(connection, found))

    def _of_series(self, connection: Connection, top: Top) -> Iterator[Alarm]:
        """Say if a table has a new journal, or if one that was over goes on."""
        known = rows_like(connection, SERIES, table_name=top.table)
        journals = [row["journal"] for row in sorted(known, key=lambda row: str(row["began"]))]
        if top.journal not in journals:
            row = {"table_name": top.table, "journal": top.journal, "began": self._wall()}
            insert_new(connection, SERIES, [row])
            if journals:
                yield _alarm("new_journal", top)
        elif journals[-1] != top.journal:
            yield _alarm("two_journals", top)

    def _insert(self, connection: Connection, message: Message) -> Iterator[Alarm]:
        """Insert what is new; what is there already must be the same."""
        top, table = message.top, FACT if message.top.lane == "fact" else RECORD
        rows = [self._row(top, line) for line in message.lines]
        there = _there(connection, table, top)
        for line, row in zip(message.lines, rows, strict=True):
            known = there.get(line.at)
            if known and any(known[name] != row[name] for name in row if name != "received"):
                yield _alarm("altered", top, f"{top.lane} {_at(line.at)}")
        insert_new(
            connection,
            table,
            [r for r, line in zip(rows, message.lines, strict=True) if line.at not in there],
        )

    def _row(self, top: Top, line: Line) -> dict[str, Any]:
        of = {"table_name": top.table, "journal": top.journal}
        if isinstance(line, FactLine):
            body, place = msgspec.json.encode(line.fact).decode(), line.at._asdict()
            return {**of, **place, "body": body, "received": self._wall()}
        record = {"number": line.n, "place": line.place, "before": bytes.fromhex(line.before)}
        return {**of, **record, "payload": line.payload.encode(), "header": line.header}


def _there(connection: Connection, table: Table, top: Top) -> dict[Place, dict[str, Any]]:
    """Return the lines that are there between the ends of a message."""
    of = [table.c.table_name == top.table, table.c.journal == top.journal]
    column = table.c.shoe if top.lane == "fact" else table.c.number
    ends = (top.first[0], top.last[0]) if top.lane == "fact" else (top.first[1], top.last[1])
    found = connection.execute(select(table).where(*of, column.between(*ends))).mappings()
    return {Place(row.get("shoe", 0), row["number"]): dict(row) for row in found}


def _alarm(kind: str, top: Top, place: str = "") -> Alarm:
    return Alarm(kind, top.table, top.journal, place)


def _at(place: Place) -> str:
    return f"{place.shoe}.{place.number}"
