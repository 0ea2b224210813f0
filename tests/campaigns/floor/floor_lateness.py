"""How long after its record each fact was in the ledger, and what each trouble did to that."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from firmware.floor.facts import FactExtractor, LanePosition
from firmware.floor.store import FACT_TABLE, select_rows
from firmware.floor.uplink.journal_tail import JournalTail, segments_in
from firmware.shell.history.journal_entries import decode
from tests.campaigns.floor.floor_compared import stored
from tests.kits.floor_cluster import Floor
from tests.kits.floor_table import Table
from tests.kits.floor_wire import Disk


class Spell(NamedTuple):
    """A trouble, and from when to when it lasted, in seconds of the time of day."""

    kind: str
    begun: float
    ended: float


class Came(NamedTuple):
    """When a fact could be reported, and when the ledger had it."""

    due: float
    at: float


def lateness(floor: Floor, playing: Sequence[Table], spells: Sequence[Spell]) -> Iterator[str]:
    """Yield the figures, a line each: of all facts, then by kind of trouble."""
    came = sorted((each for table in playing for each in _came(floor, table)), key=lambda c: c.at)
    late = sorted(each.at - each.due for each in came)
    p99 = late[len(late) * 99 // 100]
    yield f"a fact is in the ledger after {median(late):.2f} s, p99 {p99:.1f}, most {late[-1]:.1f}"
    for kind in sorted({spell.kind for spell in spells}):
        lasted = [spell for spell in spells if spell.kind == kind]
        yield f"{kind}: {'; '.join(_lateness_text(spell, came) for spell in lasted)}"


def _lateness_text(spell: Spell, came: Sequence[Came]) -> str:
    """Say how long a spell was, for how long nothing at all came to the ledger, and how long after
    its end the last fact of it came.
    """
    within = [at for _, at in came if spell.begun <= at <= spell.ended]
    first_after = next((at for _, at in came if at > spell.ended), spell.ended)
    silent = max(b - a for a, b in pairwise([spell.begun, *within, first_after]))
    last = max((at for due, at in came if spell.begun <= due <= spell.ended), default=spell.ended)
    after = max(0.0, last - spell.ended)
    return f"{spell.ended - spell.begun:.0f} s, silent {silent:.1f}, whole after {after:.1f}"


def _came(floor: Floor, table: Table) -> Iterator[Came]:
    counts, times = zip(*table.written, strict=True)
    tellable = _tellable(table.disk)
    with stored(floor) as store, store.connect() as connection:
        for row in select_rows(connection, FACT_TABLE, journal=table.disk.identity):
            number = tellable[LanePosition(row["shoe"], row["number"])]
            written = times[min(bisect_right(counts, number), len(times) - 1)]
            yield Came(written, datetime.fromisoformat(row["received_at"]).timestamp())


def _tellable(disk: Disk) -> dict[LanePosition, int]:
    """Return with which record each fact could be reported."""
    tail, facts = (
        JournalTail(disk.copies, segments_in(disk.copies).numbers[0]),
        FactExtractor(),
    )
    return {
        fact.position: record.number
        for grown in iter(tail.next_records, [])
        for record, _ in grown
        for fact in facts.extract(record.number, decode(record.payload))
    }
