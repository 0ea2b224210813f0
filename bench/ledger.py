"""(q) The floor's signatures: records a second at the ledger with them beside without, octets of a
message, and an uplink's processor time for one.

Both ledgers take the same messages, of a table that plays, into an empty SQLite each; one of them
takes each signature for valid. They take turns. Then the same records in small messages, a few a
take. The first third is not measured: a ledger builds its statements once.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from unittest import mock

from bench.sample import Sample, verdict
from firmware.floor import envelope
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database
from firmware.floor.wire import LaneMessage, pack_message
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import (
    Disk,
    Engine,
    Uplink,
    open_ledger,
    opened,
    received,
    sealed,
    stamp_of,
    started,
)

TABLE = "table-7"
ENTRIES_A_MESSAGE = 4
"""What a table records between two messages."""
BATCH = 128
"""Messages of one transaction, as the ledger fetches them."""
SMALL_BATCH = 16
"""Of a floor at play, where a fetch returns as soon as there is something."""
MOST_LINES = 5
"""Of a small message: what a table records while one is on its way."""
AIM = 0.7


def recorded(folder: Path, house: House, entries: int) -> list[bytes]:
    """Return what a table sends while it plays."""
    disk, engine = Disk(folder), Engine()
    uplink = Uplink(disk, TABLE, house)
    evening = [started(), *open_entries("sic-bo", entries)]
    for at in range(0, len(evening), ENTRIES_A_MESSAGE):
        disk.write(evening[at : at + ENTRIES_A_MESSAGE])
        engine.drain(uplink)
    disk.close()
    return [*engine.of("fact", TABLE), *engine.of("record", TABLE)]


def in_small_messages(octets: Sequence[bytes], house: House) -> Iterator[ReceivedMessage]:
    """Yield the same lines in messages of one to five, facts before the records that give them."""
    journal, chance = stamp_of(octets[0]).journal, Random(1)
    for message in map(opened, octets):
        after, lines = message.after, message.lines
        while lines:
            count = chance.randint(1, MOST_LINES)
            small = LaneMessage(message.lane, after, lines[:count])
            after, lines = small.last, lines[count:]
            yield received(sealed(small, journal, TABLE, house))


def records_per_second(
    folder: Path,
    name: str,
    house: House,
    messages: Sequence[ReceivedMessage],
    batch: int = BATCH,
) -> float:
    warm_up = len(messages) // 3
    store = open_database(f"sqlite:///{folder}/{name}.db")
    migrate_database(store)
    ledger = open_ledger(store, house)
    ledger.store_messages(messages[:warm_up])
    began = time.process_time()
    for at in range(warm_up, len(messages), batch):
        ledger.store_messages(messages[at : at + batch])
    spent = time.process_time() - began
    store.dispose()
    return record_count(messages[warm_up:]) / spent


def record_count(messages: Sequence[ReceivedMessage]) -> int:
    lane_messages = [opened(message.octets) for message in messages]
    return sum(len(message.lines) for message in lane_messages if message.lane == "record")


def without_signatures() -> AbstractContextManager[Any]:
    return mock.patch.object(envelope, "is_sealed", return_value=True)


def microseconds(messages: Sequence[LaneMessage], house: House, *, is_sealed: bool) -> float:
    """Return the processor time of making one message, with its envelope or without."""
    sender, began = house.sender(TABLE), time.process_time()
    for message in messages:
        payload = pack_message(message)
        if is_sealed:
            sender.seal("floor.fact.montreal.main.table-7", "ab" * 16, message.last, payload)
    return (time.process_time() - began) / len(messages) * 1e6


def measure(folder: Path, repetitions: int = 15, entries: int = 600) -> Sample:
    """Measure both, in turns."""
    house = house_of((TABLE,))
    octets = recorded(folder / "journal", house, entries)
    messages, contents = [*map(received, octets)], [*map(opened, octets)]
    rates: dict[str, list[float]] = {"signed": [], "unsigned": []}
    for number in range(repetitions):
        for name in list(rates)[:: 1 if number % 2 else -1]:
            with without_signatures() if name == "unsigned" else nullcontext():
                rate = records_per_second(folder, f"{name}-{number}", house, messages)
            rates[name].append(rate)
    small = [*in_small_messages(octets, house)]
    small_rate = median(
        records_per_second(folder, f"small-{number}", house, small, SMALL_BATCH)
        for number in range(repetitions)
    )
    ratio = median(s / u for s, u in zip(rates["signed"], rates["unsigned"], strict=True))
    sent, bare = median(map(len, octets)), median(len(pack_message(each)) for each in contents)
    sealed_us, bare_us = (microseconds(contents, house, is_sealed=is_s) for is_s in (True, False))
    fields: dict[str, Any] = {
        "messages": len(messages),
        "records": (records := record_count(messages)),
        **{f"{name}_records_per_s": median(found) for name, found in rates.items()},
        "small_records_per_s": small_rate,
        "ratio": ratio,
        "octets_sealed": sent,
        "octets_bare": bare,
        "uplink_sealed_us": sealed_us,
        "uplink_bare_us": bare_us,
    }
    lines = [
        f"{records:,} records in {len(messages):,} messages, of one core's processor time:",
        f"{fields['signed_records_per_s']:,.0f} records a second with signatures, without"
        f" {fields['unsigned_records_per_s']:,.0f}: ratio {ratio:.2f};",
        f"in messages of one to {MOST_LINES}, {SMALL_BATCH} a take, {small_rate:,.0f};",
        f"a message has {sent:,.0f} octets, without its envelope {bare:,.0f};",
        f"an uplink makes one in {sealed_us:.0f} us, without its envelope in {bare_us:.0f}.",
        verdict(met=ratio >= AIM, aim="at least 0.7"),
    ]
    return Sample("ledger", lines, fields)
