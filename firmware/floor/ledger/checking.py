"""The records that the ledger has, held against their chain and against the facts told of them."""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, RowMapping, select

from firmware.floor.facts import Fact, Facts, Place
from firmware.floor.ledger.alarms import Alarm
from firmware.floor.ledger.lanes import Lanes, Series
from firmware.floor.store import FACT, RECORD
from firmware.shell.history.records import Entry, decode
from firmware.shell.journal import Head, JournalForeign
from firmware.shell.journal.header import Header
from firmware.shell.journal.records import encode

CHECKED: Final = "checked"
"""The lane of what is checked."""


def check(connection: Connection, lanes: Lanes, series: Series) -> Iterator[Alarm]:
    """Check the records that were not checked yet, as far as all their facts are kept: those before
    the newest shoe of which there is a fact.
    """
    done = lanes.kept(series, CHECKED).number
    until = min(lanes.kept(series, "record").number, lanes.kept(series, "fact").shoe - 1)
    if until > done:
        yield from _check(_Of(connection, series), done, until)
        lanes.keep(series, CHECKED, Place(0, until))


class _Of(NamedTuple):
    """One journal in the database."""

    connection: Connection
    series: Series

    def records(self, first: int, last: int) -> Iterator[RowMapping]:
        chosen = select(RECORD).where(*self._is(RECORD.c), RECORD.c.number.between(first, last))
        yield from self.connection.execute(chosen.order_by(RECORD.c.number)).mappings()

    def facts(self, first: int) -> dict[Place, str]:
        """Return the facts from a shoe on."""
        chosen = select(FACT.c.shoe, FACT.c.number, FACT.c.body)
        found = self.connection.execute(chosen.where(*self._is(FACT.c), FACT.c.shoe >= first))
        return {Place(shoe, number): body for shoe, number, body in found}

    def two_shoes_before(self, number: int) -> int:
        """Return the record with which the shoe before the last one before a record began."""
        shoes = select(FACT.c.shoe).where(*self._is(FACT.c), FACT.c.shoe < number).distinct()
        last = self.connection.execute(shoes.order_by(FACT.c.shoe.desc()).limit(2)).scalars().all()
        return last[1] if len(last) == 2 else 0

    def alarm(self, kind: str, place: str) -> Alarm:
        return Alarm(kind, *self.series, place)

    def _is(self, columns: Any) -> tuple[Any, ...]:  # noqa: ANN401 - of any table
        return tuple(columns[name] == value for name, value in self.series._asdict().items())


def _check(of: _Of, done: int, until: int) -> Iterator[Alarm]:
    first = of.two_shoes_before(done + 1)
    known, facts, head = of.facts(first), Facts(), None
    for row in of.records(first, until):
        number, read = row["number"], _read(row)
        if head is not None and head.records != number:
            facts, head = Facts(), None  # the records between are cut off
        follows = read and (head is None or _follows(row, head, of.series.journal))
        if number > done and not follows:
            yield of.alarm("chain_broken", str(number))
        if read is None:
            facts, head = Facts(), None
            continue
        head, entry = read
        for fact in facts.take(number, entry):
            if number > done and not _is_told(fact, known):
                yield of.alarm("fact_differs", f"{fact.place.shoe}.{fact.place.number}")


def _is_told(fact: Fact, known: Mapping[Place, str]) -> bool:
    """Return whether a fact was told as it is, and none too many before it. One that was cut off is
    an alarm already.
    """
    told, (shoe, number) = known.get(fact.place), fact.after
    same = told is None or told == msgspec.json.encode(fact.body).decode()
    return same and (fact.place.shoe == shoe or Place(shoe, number + 1) not in known)


def _read(row: RowMapping) -> tuple[Head, Entry] | None:
    """Return the head of the chain with a record, and its entry; None if no journal holds it."""
    try:
        _, head = encode(row["payload"], Head(row["number"], row["before"]), row["place"])
        return head, decode(row["payload"])
    except (ValueError, RecursionError):
        return None


def _follows(row: RowMapping, head: Head, journal: str) -> bool:
    """Return whether a record follows the head, through the header of its segment if it has one."""
    if row["header"] is None:
        return bool(row["before"] == head.digest)
    try:
        header = Header.read(row["header"])
    except JournalForeign:
        return False
    if header is None or header.identity.hex() != journal or header.place.began != head:
        return False
    return bool(row["before"] == sha256(header.raw).digest())
