"""Checks the records that the ledger has against their chain and against the facts of them."""

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
"""The lane of what is checked: its last record, and as its shoe the record from which the next
check reads. It reads two shoes again, since facts that begin within a journal are told from the
second shoe on.
"""


def check(connection: Connection, lanes: Lanes, series: Series) -> Iterator[Alarm]:
    """Check the records that were not checked yet, as far as all their facts are kept: those before
    the newest shoe of which there is a fact.
    """
    first, done = lanes.kept(series, CHECKED)
    until = min(lanes.kept(series, "record").number, lanes.kept(series, "fact").shoe - 1)
    if until > done:
        of = _Of(connection, series)
        known = of.facts(first)
        yield from _check(of, known, first, done, until)
        shoes = sorted({place.shoe for place in known if place.shoe <= until})
        lanes.keep(series, CHECKED, Place(shoes[-2] if len(shoes) > 1 else first, until))


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

    def alarm(self, kind: str, place: str) -> Alarm:
        return Alarm(kind, *self.series, place)

    def _is(self, columns: Any) -> tuple[Any, ...]:  # noqa: ANN401 - of any table
        return tuple(columns[name] == value for name, value in self.series._asdict().items())


def _check(
    of: _Of, known: Mapping[Place, str], first: int, done: int, until: int
) -> Iterator[Alarm]:
    facts, head = Facts(), None
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
    """Return whether a fact is the one that its record gives, with none too many before it. One
    that was cut off is an alarm already.
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
