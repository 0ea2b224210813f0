"""The floor's processes are killed at random while tables play; then nothing is lost or doubled.

    python -m tests.campaigns.floor_kills --seconds 300 --tables 2 --rate 50 --seed 1

Every record of a table's journal is at last in the ledger: as its facts, and itself if it is
released. What it has is held against the journals, octet for octet.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import msgspec

from firmware.floor.facts import Facts, Place
from firmware.floor.ledger.alarms import alarms
from firmware.floor.store import FACT, RECORD, connect, rows_like
from firmware.floor.uplink.tail import Tail, kept
from firmware.shell.history.records import Entry, decode
from tests.kits.floor_kit import open_entries
from tests.kits.floor_processes import Floor, Process, server_file
from tests.kits.floor_wire import Disk, started

CATCH_UP_S = 120.0


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
    """Writes an evening over and over, so many records a second; its slowest commit in seconds."""

    def __init__(self, folder: Path, evening: Sequence[Entry], rate: float) -> None:
        super().__init__(daemon=True)
        self.disk = Disk(folder)
        self.stopping = Event()
        self.slowest = 0.0
        self._evening = evening
        self._rate = rate

    def run(self) -> None:
        self.disk.write([started()])
        while True:
            for entry in self._evening:
                if self.stopping.wait(1 / self._rate):
                    return
                begun = time.monotonic()
                self.disk.write([entry])
                self.slowest = max(self.slowest, time.monotonic() - begun)


def run(folder: Path, seconds: float, tables: int, rate: float, seed: int) -> bool:
    """Run the campaign, print its figures, and return whether nothing was amiss."""
    server = server_file()
    if server is None:
        raise SystemExit("no nats-server: tools/floor/engine.sh .venv/engine fetches one")
    names = [f"table-{n}" for n in range(1, tables + 1)]
    floor, evening = Floor(folder, names, server), open_entries("sic-bo", 600)
    playing = [Table(floor.journal(name), evening, rate) for name in names]
    kills = Counter[str]()
    try:
        for process in floor.processes:
            process.begin()
        for table in playing:
            table.start()
        for killed in _killed(floor.processes, seconds, Random(seed)):
            kills[killed] += 1
        for table in playing:
            table.stopping.set()
            table.join()
        lag = _caught_up(floor, playing)
        found = [compare(floor, table, name) for table, name in zip(playing, names, strict=True)]
    finally:
        floor.end()
    say(f"killed: {dict(kills)}; caught up {lag:.1f} s after the last record")
    for name, table, each in zip(names, playing, found, strict=True):
        say(f"{name}: {table.disk.journal.head.records} records, {each}")
        table.disk.close()
    store = connect(floor.database)
    with store.connect() as connection:
        amiss = [row["kind"] for row in alarms(connection)]
    store.dispose()
    say(f"alarms: {amiss}")
    return not amiss and not any(each.lost or each.doubled or each.differing for each in found)


def _killed(processes: Sequence[Process], seconds: float, rng: Random) -> Iterator[str]:
    """Kill one after the other, at random, and begin it again a little later."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(rng.uniform(0.2, 4.0))
        process = rng.choice(processes)
        process.kill()
        time.sleep(rng.choice((0.0, 0.0, 0.5, 3.0)))
        process.begin()
        yield process.name


def _caught_up(floor: Floor, playing: Sequence[Table]) -> float:
    """Wait until the ledger has all facts and released records; return how long that took."""
    begun = time.monotonic()
    wanted = [_wanted(table.disk) for table in playing]
    while time.monotonic() - begun < CATCH_UP_S:
        store = connect(floor.database)
        with store.connect() as connection:
            facts, records = rows_like(connection, FACT), rows_like(connection, RECORD)
        store.dispose()
        if len(facts) >= sum(len(w[0]) for w in wanted) and len(records) >= sum(
            w[1] for w in wanted
        ):
            break
        time.sleep(0.5)
    return time.monotonic() - begun


def _wanted(disk: Disk) -> tuple[dict[Place, str], int, dict[int, bytes]]:
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


def compare(floor: Floor, table: Table, name: str) -> Found:
    """Hold what the ledger has against the table's journal."""
    told, _, raws = _wanted(table.disk)
    store = connect(floor.database)
    with store.connect() as connection:
        facts = rows_like(connection, FACT, table_name=name)
        records = rows_like(connection, RECORD, table_name=name)
    store.dispose()
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
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sound = run(Path(folder), asked.seconds, asked.tables, asked.rate, asked.seed)
    return 0 if sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
