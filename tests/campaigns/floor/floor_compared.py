"""What a ledger has of tables and their lot, held against their journals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import OperationalError

from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotHit
from firmware.floor.facts import FactExtractor, LanePosition
from firmware.floor.jackpot.audit import RecordedMessages, first_difference
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.message_store import MessageStore
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.store import FACT_TABLE, RECORD_TABLE, open_database, select_rows
from firmware.floor.uplink.journal_tail import JournalTail, segments_in
from firmware.shell.history.journal_entries import decode
from tests.kits.floor_cluster import Floor
from tests.kits.floor_table import Table
from tests.kits.floor_wire import Disk
from tools.floor.jackpot import LOT

Wanted = tuple[dict[LanePosition, str], int, dict[int, bytes]]
"""The facts of a journal, how many of its records are released, and those themselves."""


class Found(NamedTuple):
    """What the ledger has of a table beside its journal."""

    facts: int
    records: int
    lost: int
    doubled: int
    differing: int


def alarms_of(floor: Floor) -> list[str]:
    with stored(floor) as store, store.connect() as connection:
        return [row["kind"] for row in stored_alarms(connection)]


def jackpot_differences(floor: Floor, playing: Sequence[Table]) -> list[str]:
    """Hold the line of the lot against what the tables have fed."""
    messages = {(fed.journal, fed.message_number): fed for table in playing for fed in table.fed}
    with stored(floor) as store:
        book = JackpotStore(store, LOT)
        lines = [stored_line.signed_line for stored_line in book.lines_after(0)]
        terms, grants = book.all_terms, book.stored_grants
        refused = MessageStore(store, LOT).refused()
    differs, folded = first_difference(lines, messages, terms), len(lines) - 1
    missing = [f"{folded} of {len(messages)} messages"] if folded != len(messages) else []
    return [
        *missing,
        *(f"{each.attested.message.message_number} refused: {each.refused}" for each in refused),
        *([str(differs.words)] if differs else []),
        *_paid_otherwise(grants, messages),
    ]


def _paid_otherwise(grants: Sequence[JackpotGrant], messages: RecordedMessages) -> Iterator[str]:
    """Yield each hit that the lot has not paid once, as its table did."""
    paid = {key: m.paid for key, m in messages.items() if isinstance(m, JackpotHit)}
    granted = Counter((each.journal, each.message_number) for each in grants)
    for key in paid.keys() | granted.keys():
        if granted[key] != 1:
            yield f"{key} paid {granted[key]} times"
    for each in grants:
        if each.paid != paid.get((each.journal, each.message_number)):
            reported = paid.get((each.journal, each.message_number))
            yield f"{each.table} paid {reported}, the jackpot {each.paid}"


@contextmanager
def stored(floor: Floor) -> Iterator[Engine]:
    store = open_database(floor.database)
    try:
        yield store
    finally:
        store.dispose()


class Counts(NamedTuple):
    """How many facts, records and messages of the lot there are."""

    facts: int = 0
    records: int = 0
    messages: int = 0

    def includes(self, wanted: "Counts") -> bool:
        return all(count >= least for count, least in zip(self, wanted, strict=True))


def wanted_counts(playing: Sequence[Table]) -> Counts:
    wanted = [wanted_of(table.disk) for table in playing]
    return Counts(
        sum(len(facts) for facts, _, _ in wanted),
        sum(released for _, released, _ in wanted),
        sum(len(table.fed) for table in playing),
    )


def stored_counts(floor: Floor) -> Counts:
    with stored(floor) as store:
        try:
            with store.connect() as connection:
                facts, records = (_count(connection, table) for table in (FACT_TABLE, RECORD_TABLE))
        except OperationalError:  # on a slow machine the ledger may have no tables yet
            return Counts()
        newest = JackpotStore(store, LOT).newest_line
    return Counts(facts, records, newest.version - 1 if newest else 0)


def _count(connection: Connection, table: SqlTable) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def wanted_of(disk: Disk) -> Wanted:
    """Return the facts of a journal, how many records are released, and those themselves."""
    tail, facts, raws = (
        JournalTail(disk.copies, segments_in(disk.copies).numbers[0]),
        FactExtractor(),
        {},
    )
    facts_by_position: dict[LanePosition, str] = {}
    while grown := tail.next_records():
        for record, _ in grown:
            raws[record.number] = record.payload
            for fact in facts.extract(record.number, decode(record.payload)):
                facts_by_position[fact.position] = msgspec.json.encode(fact.body).decode()
    released = facts.released_records
    return facts_by_position, released, {n: raw for n, raw in raws.items() if n < released}


def compare(floor: Floor, table: Table) -> Found:
    """Hold what the ledger has against the table's journal."""
    wanted, _, raws = wanted_of(table.disk)
    with stored(floor) as store, store.connect() as connection:
        facts = select_rows(connection, FACT_TABLE, journal=table.disk.identity)
        records = select_rows(connection, RECORD_TABLE, journal=table.disk.identity)
    has = {LanePosition(row["shoe"], row["number"]): row["body"] for row in facts}
    held = {row["number"]: row["payload"] for row in records}
    lost = len(wanted.keys() - has.keys()) + len(raws.keys() - held.keys())
    doubled = len(facts) - len(has) + len(records) - len(held)
    doubled += len(has.keys() - wanted.keys()) + len(held.keys() - raws.keys())
    differing = sum(has.get(p, body) != body for p, body in wanted.items())
    differing += sum(held.get(n, raw) != raw for n, raw in raws.items())
    return Found(len(facts), len(records), lost, doubled, differing)
