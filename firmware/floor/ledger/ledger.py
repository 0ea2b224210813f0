"""The ledger takes messages as they come, in any order and any number of times."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Table, select

from firmware.floor.facts import Place
from firmware.floor.ledger.alarms import Alarm, now, raise_alarms
from firmware.floor.ledger.checking import check
from firmware.floor.ledger.lanes import Lanes, Series
from firmware.floor.store import FACT, RECORD, SERIES, insert_new
from firmware.floor.wire import FactLine, Kept, Line, Message, Top, Unreadable, unpack


class Sent(NamedTuple):
    """A message, and the table on whose subject it came."""

    table: str
    octets: bytes


class Taken(NamedTuple):
    """The result of taking messages: up to where their journals are kept, and the new alarms."""

    kept: Mapping[Series, Kept]
    alarms: Sequence[Alarm]


class Ledger:
    """Writes to one database. Whatever `take` returned is durable."""

    def __init__(self, store: Engine, house: str) -> None:
        self._store = store
        self._house = house

    def take(self, sent: Sequence[Sent]) -> Taken:
        """Take messages, all of them or none. Raises SQLAlchemyError."""
        read = [self._read(each) for each in sent]
        messages = [each for each in read if isinstance(each, Message)]
        refused = [each for each in read if isinstance(each, Alarm)]
        journals = {_series(message.top) for message in messages}
        with self._store.begin() as connection:
            lanes = Lanes(connection, journals)
            found = [*refused, *_take(connection, lanes, messages)]
            kept = {each: _kept(lanes, each) for each in journals}
            return Taken(kept, raise_alarms(connection, found))

    def _read(self, sent: Sent) -> Message | Alarm:
        """Return the message, or why it is not taken."""
        try:
            message = unpack(sent.octets)
        except Unreadable:
            return Alarm("unreadable", sent.table, "")
        top = message.top
        if top.house != self._house:
            return Alarm("other_house", sent.table, top.journal, top.house)
        if top.table != sent.table:
            return Alarm("other_table", sent.table, top.journal, top.table)
        return message


def _take(connection: Connection, lanes: Lanes, messages: Sequence[Message]) -> Iterator[Alarm]:
    tops = [message.top for message in messages]
    yield from _of_series(connection, tops)
    for lane, table in (("fact", FACT), ("record", RECORD)):
        yield from _insert(connection, table, [m for m in messages if m.top.lane == lane])
    for top in tops:
        if top.cut:
            yield _alarm("cut", top, f"{_at(top.after)}–{_at(top.first)}")
    lanes.link(tops)
    for series in dict.fromkeys(map(_series, tops)):
        yield from check(connection, lanes, series)
    lanes.save()


def _of_series(connection: Connection, tops: Sequence[Top]) -> Iterator[Alarm]:
    """Say if a table has a new journal, or if one that was over goes on."""
    chosen = select(SERIES).where(SERIES.c.table_name.in_({top.table for top in tops}))
    known = [Series(*row[:2]) for row in connection.execute(chosen.order_by(SERIES.c.began))]
    for top in tops:
        series = _series(top)
        journals = [each for each in known if each.table_name == top.table]
        if series not in journals:
            known.append(series)
            insert_new(connection, SERIES, [series._asdict() | {"began": now()}])
            if journals:
                yield _alarm("new_journal", top)
        elif series != journals[-1]:
            yield _alarm("two_journals", top)


def _insert(connection: Connection, table: Table, messages: Sequence[Message]) -> Iterator[Alarm]:
    """Insert the lines that are new; those that are there already must be the same."""
    received = now()
    rows = [_row(message.top, line, received) for message in messages for line in message.lines]
    if insert_new(connection, table, rows) < len(rows):
        for message in messages:
            yield from _altered(connection, table, message)


def _altered(connection: Connection, table: Table, message: Message) -> Iterator[Alarm]:
    there = _there(connection, table, message.top)
    for line in message.lines:
        row, known = _row(message.top, line, ""), there[line.at]
        if any(known[name] != row[name] for name in row if name != "received"):
            yield _alarm("altered", message.top, f"{message.top.lane} {_at(line.at)}")


def _there(connection: Connection, table: Table, top: Top) -> dict[Place, dict[str, Any]]:
    """Return the lines that are there between the ends of a message."""
    of = [table.c.table_name == top.table, table.c.journal == top.journal]
    column = table.c.shoe if top.lane == "fact" else table.c.number
    ends = (top.first[0], top.last[0]) if top.lane == "fact" else (top.first[1], top.last[1])
    found = connection.execute(select(table).where(*of, column.between(*ends))).mappings()
    return {Place(row.get("shoe", 0), row["number"]): dict(row) for row in found}


def _row(top: Top, line: Line, received: str) -> dict[str, Any]:
    of = _series(top)._asdict()
    if isinstance(line, FactLine):
        body = msgspec.json.encode(line.fact).decode()
        return {**of, **line.at._asdict(), "body": body, "received": received}
    record = {"number": line.n, "place": line.place, "before": bytes.fromhex(line.before)}
    return {**of, **record, "payload": line.payload.encode(), "header": line.header}


def _kept(lanes: Lanes, series: Series) -> Kept:
    return Kept(series.journal, lanes.kept(series, "fact"), lanes.kept(series, "record"))


def _series(top: Top) -> Series:
    return Series(top.table, top.journal)


def _alarm(kind: str, top: Top, place: str = "") -> Alarm:
    return Alarm(kind, top.table, top.journal, place)


def _at(place: Place) -> str:
    return f"{place.shoe}.{place.number}"
