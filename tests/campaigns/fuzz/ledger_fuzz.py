"""Absurd messages of enrolled tables to a ledger, each with a valid signature; honest ones between.

    python -m tests.campaigns.fuzz.ledger_fuzz --inputs 200000 --seed 1 --processes 2

Some messages are mutated as they are (`ledger_fuzz_values`); others are whole journals whose chain
is sound, and one record absurd, so that the ledger folds them. Nothing may escape the ledger, every
line of the honest table must be stored, and no alarm may name it.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from sqlalchemy import Engine as Database
from sqlalchemy import select

from firmware.floor.facts import LanePosition
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.ledger.verify import verify_journals
from firmware.floor.places import place_subject
from firmware.floor.store import DOUBT_TABLE, RECORD_TABLE, migrate_database, open_database
from firmware.floor.wire import LaneMessage, RecordLine, pack_message
from tests.campaigns.fuzz.ledger_fuzz_values import (
    POSITIONS,
    absurd_payload,
    mutated,
    text_of,
)
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import (
    HEAD_BYTES,
    Disk,
    Engine,
    Uplink,
    open_ledger,
    opened,
    place,
    received,
    rechained,
    sealed,
    stamp_of,
    started,
)

HONEST: Final = "table-8"
HOSTILE: Final = tuple(f"hostile-{number}" for number in range(8))
INPUTS_A_DATABASE: Final = 4000
BATCH: Final = 64
WHOLE: Final = 0.03
"""How often a whole journal comes, rather than one message."""


COUNTS: Final = (-1, -5, -(2**40), 1, 7, 2**31, 2**62)


class Found(NamedTuple):
    """What a campaign came to."""

    inputs: int
    reasons: dict[str, int]
    doubted: int
    """Journals in doubt."""
    wrong: list[str]


class Recording(NamedTuple):
    """What an honest table sends."""

    journal: str
    messages: tuple[bytes, ...]
    facts: tuple[bytes, ...]
    records: tuple[RecordLine, ...]


def recorded(folder: Path, house: House, entries: int = 300) -> Recording:
    """Return an evening in many small messages."""
    disk, engine = Disk(folder), Engine()
    uplink = Uplink(disk, HONEST, house)
    evening = [started(), *open_entries("sic-bo", entries)]
    for at in range(0, len(evening), 4):
        disk.write(evening[at : at + 4])
        engine.drain(uplink)
    disk.close()
    facts, records = engine.of("fact", HONEST), engine.of("record", HONEST)
    lines = [line for octets in records for line in opened(octets).lines]
    return Recording(
        disk.identity,
        (*facts, *records),
        tuple(facts),
        tuple(line for line in lines if isinstance(line, RecordLine)),
    )


class Hostile:
    """Tables that sign anything."""

    def __init__(self, chance: Random, house: House, recording: Recording) -> None:
        self._chance, self._house, self._recording = chance, house, recording

    def inputs(self) -> Iterator[ReceivedMessage]:
        while True:
            if self._chance.random() < WHOLE:
                yield from self._whole_journal()
            else:
                yield self._message()

    def _message(self) -> ReceivedMessage:
        """Return a real message, mutated; now and then under a stamp that is absurd too."""
        chance = self._chance
        octets, table = chance.choice(self._recording.messages), chance.choice(HOSTILE)
        stamp = stamp_of(octets)
        lane = "fact" if ".fact." in stamp.subject else "record"
        payload = octets[HEAD_BYTES:].partition(b"\n")[2]
        journals = (f"{chance.randrange(20):032x}", self._recording.journal)
        journal = chance.choices(journals, (19, 1))[0]
        position = stamp.position if chance.random() < 0.8 else chance.choice(POSITIONS)
        subject = place_subject(lane, place(table))
        sent = self._house.sender(table).seal(
            subject, journal, position, absurd_payload(chance, payload)
        )
        if chance.random() < 0.02:
            sent = bytes(chance.choice((sent[:50], sent[:-1], sent + b"?", b"", sent[::-1])))
        return ReceivedMessage(subject, sent, chance.randrange(1 << 40))

    def _whole_journal(self) -> Iterator[ReceivedMessage]:
        """Yield the facts of an evening, and its records with an absurd one in a sound chain."""
        chance, table = self._chance, self._chance.choice(HOSTILE)
        journal, at = chance.randbytes(16).hex(), chance.randrange(1, len(self._recording.records))
        for octets in self._recording.facts:
            yield received(sealed(opened(octets), journal, table, self._house))
        lines = rechained(self._recording.records, at, _absurd_record(chance, self._recording, at))
        for begin in range(0, len(lines), 50):
            some = tuple(lines[begin : begin + 50])
            message = LaneMessage("record", LanePosition(0, begin - 1), some)
            sender = self._house.sender(table)
            subject = place_subject("record", place(table))
            yield ReceivedMessage(
                subject, sender.seal(subject, journal, message.last, pack_message(message))
            )


def _absurd_record(chance: Random, recording: Recording, at: int) -> bytes:
    """Return an entry mutated; often only in what it counts, so that it still is one."""
    entry = json.loads(recording.records[at].payload)
    counts = [key for key in ("back", "since") if isinstance(entry.get(key), int)]
    if counts and chance.random() < 0.7:
        return text_of(entry | {chance.choice(counts): chance.choice(COUNTS)})
    return text_of(mutated(chance, entry))


def campaign(inputs: int, seed: int) -> Found:
    """Give ledgers so many absurd messages, each ledger some thousands."""
    chance, house = Random(f"ledger {seed}"), house_of((HONEST, *HOSTILE))
    reasons, doubted, wrong, given = Counter[str](), 0, list[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        recording = recorded(Path(folder) / "honest", house)
        while given < inputs:
            share = min(INPUTS_A_DATABASE, inputs - given)
            store = open_database(f"sqlite:///{folder}/{given}.db")
            migrate_database(store)
            ledger = open_ledger(store, house)
            wrong += _run(ledger, chance, Hostile(chance, house, recording), recording, share)
            wrong += _amiss(store, recording)
            reasons += Counter(row["reason"] for row in QuarantineStore(store).rejected_rows())
            with store.connect() as connection:
                doubted += len(connection.execute(select(DOUBT_TABLE.c.journal)).all())
            store.dispose()
            for file in Path(folder).glob(f"{given}.db*"):
                file.unlink()
            given += share
    return Found(given, dict(reasons), doubted, wrong)


def _run(
    ledger: Ledger, chance: Random, hostile: Hostile, recording: Recording, share: int
) -> Iterator[str]:
    """Mix absurd and honest messages; yield what has escaped the ledger."""
    absurd, honest = hostile.inputs(), [*map(received, recording.messages)]
    batches = -(-share // BATCH)
    # from here on the journal is its own: others claim it in vain
    yield from _store(ledger, honest[:1])
    for number in range(batches):
        some = [next(absurd) for _ in range(BATCH)]
        some += honest[number * len(honest) // batches : (number + 1) * len(honest) // batches]
        chance.shuffle(some)
        yield from _store(ledger, some)


def _store(ledger: Ledger, messages: Sequence[ReceivedMessage]) -> Iterator[str]:
    try:
        ledger.store_messages(messages)
    except Exception as error:  # noqa: BLE001 - whatever escapes is counted: that is the point
        yield f"escaped: {type(error).__name__}: {error}"[:500]


def _amiss(store: Database, recording: Recording) -> Iterator[str]:
    """Yield what is wrong with the honest table's rows."""
    with store.connect() as connection:
        own = select(RECORD_TABLE).where(RECORD_TABLE.c.journal == recording.journal)
        rows = connection.execute(own.order_by(RECORD_TABLE.c.number)).mappings().all()
        alarms = [row for row in stored_alarms(connection) if row["table_name"] == HONEST]
    payloads = [line.payload.encode() for line in recording.records]
    if [row["payload"] for row in rows] != payloads:
        yield f"{len(rows)} of {len(payloads)} honest records"
    yield from (f"an alarm of the honest table: {dict(alarm)}" for alarm in alarms)
    for verified in verify_journals(store):
        if verified.finding and verified.journal.identity == recording.journal:
            yield f"{verified.finding} at {verified.place}"


def main(arguments: Sequence[str]) -> int:
    """Run the campaign and say what it came to; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args(arguments)
    shares = [asked.inputs // asked.processes] * asked.processes
    seeds = [asked.seed * 1000 + number for number in range(asked.processes)]
    with ProcessPoolExecutor(asked.processes) as pool:
        found = [*pool.map(campaign, shares, seeds)]
    reasons = sum((Counter(each.reasons) for each in found), Counter[str]())
    inputs, doubted = sum(each.inputs for each in found), sum(each.doubted for each in found)
    counted = ", ".join(f"{reason} {count:,}" for reason, count in reasons.most_common())
    wrong = [fault for each in found for fault in each.wrong]
    lines = [
        f"{inputs:,} absurd messages, wrong {len(wrong)}; journals in doubt {doubted:,};"
        f" kept of what was set aside: {counted}",
        *(f"  WRONG: {fault}" for fault in wrong[:20]),
    ]
    sys.stdout.write("\n".join((*lines, "")))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
