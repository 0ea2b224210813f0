"""An evening as an honest table sends it to the ledger, and what others make of it."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from firmware.floor.envelope import HEAD_BYTES
from firmware.floor.places import place_subject
from firmware.floor.wire import RecordLine
from tests.campaigns.fuzz.floor.hostile_senders import Sample, Voice
from tests.kits.floor.enrolled import House
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import Disk, Engine, Uplink, opened, place, stamp_of, started


class Recording(NamedTuple):
    """What an honest table sends."""

    journal: str
    messages: tuple[bytes, ...]
    facts: tuple[bytes, ...]
    records: tuple[RecordLine, ...]


def recorded(folder: Path, table: str, house: House, entries: int = 300) -> Recording:
    """Return an evening in many small messages."""
    disk, engine = Disk(folder), Engine()
    uplink = Uplink(disk, table, house)
    evening = [started(), *open_entries("sic-bo", entries)]
    for at in range(0, len(evening), 4):
        disk.write(evening[at : at + 4])
        engine.drain(uplink)
    disk.close()
    facts, records = engine.of("fact", table), engine.of("record", table)
    lines = [line for octets in records for line in opened(octets).lines]
    return Recording(
        disk.identity,
        (*facts, *records),
        tuple(facts),
        tuple(line for line in lines if isinstance(line, RecordLine)),
    )


def lane_voices(tables: Iterable[str], recording: Recording) -> list[Voice]:
    """Return these tables on both lanes, with the messages of the recording."""
    samples: dict[str, list[Sample]] = {"fact": [], "record": []}
    for octets in recording.messages:
        stamp, payload = stamp_of(octets), octets[HEAD_BYTES:].partition(b"\n")[2]
        lane = "fact" if ".fact." in stamp.subject else "record"
        samples[lane].append(Sample(payload, stamp.position))
    return [
        Voice(table, place_subject(lane, place(table)), samples[lane])
        for table in tables
        for lane in samples
    ]
