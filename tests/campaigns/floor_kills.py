"""The floor's processes are killed at random while tables play; then nothing is lost or doubled.

    python -m tests.campaigns.floor_kills --seconds 300 --tables 2 --rate 50 --servers 3 --seed 1

Besides they begin again with a clock that is an hour off, one of them is not reached for a while,
and the ledger's disk is full. Every
record of a table's journal is at last in the ledger: as its facts, and itself if it is released;
and every bet on the lot is in its line. What there is is held against the journals, octet for
octet; the line is recomputed as by `croupier lot audit`.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy import Table as SqlTable

from firmware.core.vocabulary.lots import LotFed
from firmware.core.vocabulary.money import NOTHING
from firmware.floor.facts import Facts, Place
from firmware.floor.ledger.alarms import alarms
from firmware.floor.lot.audit import first_difference
from firmware.floor.lot.book import Book
from firmware.floor.store import FACT, RECORD, connect, rows_like
from firmware.floor.uplink.tail import Tail, kept
from firmware.shell.evidence.known_devices import remember
from firmware.shell.history.records import Entry, decode
from firmware.shell.lots.signed import attest
from firmware.shell.trust.keys import Device, fingerprint
from tests.kits.floor_kit import open_entries
from tests.kits.floor_processes import Floor, Process
from tests.kits.floor_wire import Disk, started
from tools.floor.engine import server_file
from tools.floor.lot import LOT

CATCH_UP_S = 120.0
FEEDS = 20
"""A message of the lot follows one of so many entries."""
DISK_FULL = 0.15
"""How often what befalls is a full disk of the ledger."""
HELD = 0.15
"""How often it is a process that does nothing for a while."""
CLOCKS = (0, 0, 0, -3600, 3600)
"""Seconds by which the clock of a process is off that begins again."""

Wanted = tuple[dict[Place, str], int, dict[int, bytes]]
"""The facts of a journal, how many of its records are released, and those themselves."""


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


class Found(NamedTuple):
    """What the ledger has of a table beside its journal."""

    facts: int
    records: int
    lost: int
    doubled: int
    differing: int


class Table(Thread):
    """Writes an evening over and over, so many records a second, and feeds the lot now and then;
    its slowest commit in seconds.
    """

    def __init__(self, name: str, folder: Path, evening: Sequence[Entry], rate: float) -> None:
        super().__init__(name=name, daemon=True)
        self.disk = Disk(folder)
        self.fed: list[LotFed] = []
        self._device = Device.enrol(folder)
        remember(fingerprint(self._device.public), name)
        self.stopping = Event()
        self.slowest = 0.0
        self._evening = evening
        self._rate = rate

    def run(self) -> None:
        self.disk.write([started()])
        for number, entry in enumerate(cycle(self._evening)):
            if self.stopping.wait(1 / self._rate):
                return
            begun = time.monotonic()
            self.disk.write([entry] if number % FEEDS else [entry, self._feed()])
            self.slowest = max(self.slowest, time.monotonic() - begun)

    def _feed(self) -> Entry:
        """Return the next message to the keeper."""
        n = len(self.fed) + 1
        of = LOT, self.name, self.disk.identity, n, n
        self.fed.append(LotFed(*of, bets=1 + n % 3, version=1, shown=NOTHING))
        return attest(self.fed[-1], self._device)


def run(
    folder: Path, seconds: float, tables: int, rate: float, seed: int, servers: int = 1
) -> bool:
    """Run the campaign, print its figures, and return whether nothing was amiss."""
    server = server_file()
    if server is None:
        raise SystemExit("no nats-server: tools/floor/engine.sh .venv/engine fetches one")
    names = [f"table-{n}" for n in range(1, tables + 1)]
    floor, evening = Floor(folder, names, server, servers), open_entries("sic-bo", 600)
    os.environ["XDG_CONFIG_HOME"] = str(folder)  # the devices that the keeper knows
    playing = [Table(name, floor.journal(name), evening, rate) for name in names]
    befallen = Counter[str]()
    try:
        for process in floor.processes:
            process.begin()
        for table in playing:
            table.start()
        for what in _befallen(floor, seconds, Random(seed)):
            befallen[what] += 1
        for table in playing:
            table.stopping.set()
            table.join()
        lag = _caught_up(floor, playing)
        found = [compare(floor, table) for table in playing]
    finally:
        floor.end()
    say(f"befallen: {dict(befallen)}; caught up {lag:.1f} s after the last record")
    for table, each in zip(playing, found, strict=True):
        say(f"{table.name}: {table.disk.journal.head.records} records, {each}")
        say(f"{table.name}: its slowest commit {1000 * table.slowest:.0f} ms")
        table.disk.close()
    amiss = [*_alarms(floor), *_of_lot(floor, playing)]
    say(f"amiss: {amiss}")
    return not amiss and not any(each.lost or each.doubled or each.differing for each in found)


def _alarms(floor: Floor) -> list[str]:
    with stored(floor) as store, store.connect() as connection:
        return [row["kind"] for row in alarms(connection)]


def _of_lot(floor: Floor, playing: Sequence[Table]) -> list[str]:
    """Hold the line of the lot against what the tables have fed."""
    messages = {(fed.journal, fed.n): fed for table in playing for fed in table.fed}
    with stored(floor) as store:
        lines, terms = [*Book(store, LOT).lines()], Book(store, LOT).terms
    say(f"lot: {len(lines) - 1} of {len(messages)} messages in the line, {lines[-1].pool} units")
    differs = first_difference(lines, messages, terms)
    missing = ["lot: messages missing"] if len(lines) - 1 != len(messages) else []
    return missing + ([str(differs.words)] if differs else [])


@contextmanager
def stored(floor: Floor) -> Iterator[Engine]:
    store = connect(floor.database)
    try:
        yield store
    finally:
        store.dispose()


def _befallen(floor: Floor, seconds: float, rng: Random) -> Iterator[str]:
    """Have one thing after the other befall the processes, and say which; one that has ended by
    itself begins again, as its unit has it.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(rng.uniform(0.2, 4.0))
        process, chance = rng.choice(floor.processes), rng.random()
        if chance < DISK_FULL:
            _for_a_while(floor.ledger.fill_disk, rng)
            yield "disk full"
        elif chance < DISK_FULL + HELD:
            _for_a_while(process.hold, rng)
            yield f"{process.name} held"
        else:
            yield _killed(process, 0 if process in floor.servers else rng.choice(CLOCKS), rng)
        for process in floor.processes:
            if process.has_ended:
                process.begin()
                yield f"{process.name} ended"


def _killed(process: Process, off_s: int, rng: Random) -> str:
    """Kill a process, and begin it again a little later, with its clock so many seconds off."""
    process.kill()
    time.sleep(rng.choice((0.0, 0.0, 0.5, 3.0)))
    process.begin(off_s)
    return f"{process.name}, clock off" if off_s else process.name


def _for_a_while(befall: Callable[[bool], None], rng: Random) -> None:
    befall(True)
    time.sleep(rng.uniform(1.0, 5.0))
    befall(False)


def _caught_up(floor: Floor, playing: Sequence[Table]) -> float:
    """Wait until the ledger has all facts and released records; return how long that took."""
    begun = time.monotonic()
    wanted = [_wanted(table.disk) for table in playing]
    while time.monotonic() - begun < CATCH_UP_S and not _has_all(floor, wanted, playing):
        for process in floor.processes:
            if process.has_ended:
                process.begin()
        time.sleep(0.5)
    return time.monotonic() - begun


def _has_all(floor: Floor, wanted: Sequence[Wanted], playing: Sequence[Table]) -> bool:
    with stored(floor) as store:
        with store.connect() as connection:
            facts, records = (_count(connection, table) for table in (FACT, RECORD))
        newest = Book(store, LOT).newest
    fed = sum(len(table.fed) for table in playing)
    folded = newest.version - 1 if newest else 0
    has_facts = facts >= sum(len(told) for told, _, _ in wanted)
    return has_facts and records >= sum(count for _, count, _ in wanted) and folded >= fed


def _count(connection: Connection, table: SqlTable) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _wanted(disk: Disk) -> Wanted:
    """Return the facts of a journal, how many records are released, and those themselves."""
    tail, facts, raws = Tail(disk.copies, kept(disk.copies).numbers[0]), Facts(), {}
    told: dict[Place, str] = {}
    while grown := tail.more():
        for record, _ in grown:
            raws[record.number] = record.payload
            for fact in facts.take(record.number, decode(record.payload)):
                told[fact.place] = msgspec.json.encode(fact.body).decode()
    released = facts.released
    return told, released, {n: raw for n, raw in raws.items() if n < released}


def compare(floor: Floor, table: Table) -> Found:
    """Hold what the ledger has against the table's journal."""
    told, _, raws = _wanted(table.disk)
    with stored(floor) as store, store.connect() as connection:
        facts = rows_like(connection, FACT, table_name=table.name)
        records = rows_like(connection, RECORD, table_name=table.name)
    has = {Place(row["shoe"], row["number"]): row["body"] for row in facts}
    held = {row["number"]: row["payload"] for row in records}
    lost = len(told.keys() - has.keys()) + len(raws.keys() - held.keys())
    doubled = len(facts) - len(has) + len(records) - len(held)
    doubled += len(has.keys() - told.keys()) + len(held.keys() - raws.keys())
    differing = sum(has.get(p, body) != body for p, body in told.items())
    differing += sum(held.get(n, raw) != raw for n, raw in raws.items())
    return Found(len(facts), len(records), lost, doubled, differing)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--servers", type=int, default=1, help="of the engine: 1 or 3")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        of = asked.seconds, asked.tables, asked.rate, asked.seed, asked.servers
        sound = run(Path(folder), *of)
    return 0 if sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
