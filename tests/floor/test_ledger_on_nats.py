"""A ledger at a real engine: hostile messages are acknowledged, and hold up nobody's records."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from prometheus_client import CollectorRegistry
from sqlalchemy import Engine as Store

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import EngineServers
from firmware.floor.facts import LanePosition
from firmware.floor.ledger.ledger_process import CONSUMER_NAME, LedgerProcess, run_ledger
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.metrics.ledger_metrics import LedgerMetrics
from firmware.floor.places import place_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.roster.roster import Roster
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.roster_feed import follow_roster
from firmware.floor.run_sender import RunSender
from firmware.floor.store import RECORD_TABLE, select_rows
from firmware.floor.uplink.lag import Lag
from firmware.floor.uplink.send_journal import LedgerLink, send_journal
from firmware.floor.uplink.watermark_reader import WatermarkReader
from firmware.shell.service.process_watch import STALE_AFTER_S
from firmware.shell.service.progress import LoopProgress
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor.stores import empty_store
from tests.kits.floor_engine import CertifiedEngine
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import HOUSE, Disk, Engine, Uplink, open_ledger, place, started
from tests.kits.waiting import until_awaited
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]
HONEST, HOSTILE = "table-7", "table-8"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[CertifiedEngine]:
    engine = CertifiedEngine(tmp_path, (HONEST, HOSTILE))
    engine.begin()
    yield engine
    engine.process.kill()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = empty_store(tmp_path / "ledger.db")
    yield store
    store.dispose()


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    disk = Disk(tmp_path / "journal")
    disk.write([started(), *open_entries("sic-bo", 200)])
    yield disk
    disk.close()


def hostile_messages(house: House) -> list[tuple[str, bytes]]:
    subject, sender = place_subject("fact", place(HOSTILE)), house.sender(HOSTILE)
    far = LanePosition(1 << 39, 0)
    return [
        (subject, b""),
        (subject, b"\x00" * 5000),
        (subject, sender.seal(subject, "ab" * 16, far, b"x")),
        (subject, sender.seal(place_subject("fact", place(HONEST)), "ab" * 16, far, b"x")),
        (subject, RunSender(sender).seal(subject, b"")),
    ]


def records(store: Store) -> list[int]:
    with store.connect() as connection:
        return [row["number"] for row in select_rows(connection, RECORD_TABLE)]


async def _uplink(client: Client, house: House, disk: Disk, said: list[Text]) -> None:
    """Send a journal as an uplink does that knows the two people alone."""
    roster, quarantine = Roster(house.people_keys), LoggedQuarantine(said.append)
    await follow_roster(client, roster, HOUSE, quarantine)
    reader = WatermarkReader(client, place(), roster, quarantine)
    link = LedgerLink(place(), house.sender(HONEST), reader)
    await send_journal(client, disk.copies, link, Lag(), said.append)


async def _has_settled(ledger: Client) -> bool:
    """Return whether the ledger has acknowledged all that the engine has."""
    for stream in ("FACT", "RECORD"):
        with suppress(NatsError):
            info = await ledger.jetstream().consumer_info(stream, CONSUMER_NAME)
            if info.num_pending or info.num_ack_pending or info.num_redelivered:
                return False
            continue
        return False
    return True


def test_hostile_messages_acknowledged(engine: CertifiedEngine, store: Store, disk: Disk) -> None:
    house, said = house_of((HONEST, HOSTILE)), list[Text]()
    plain = Engine()
    plain.drain(Uplink(disk, HONEST, house))
    wanted = plain.last_record(HONEST)
    roster_store, registry = RosterStore(store, house.people_keys), CollectorRegistry()
    process = LedgerProcess(
        open_ledger(store, house),
        roster_store,
        RunSender(house.sender("ledger")),
        said.append,
        LoopProgress(STALE_AFTER_S),
        LedgerMetrics(registry),
    )
    servers = EngineServers((engine.address,), engine.ours.of("ledger"))

    async def run() -> None:
        table, other, onlooker = [
            await engine.connect(name) for name in (HONEST, HOSTILE, "ledger")
        ]
        for subject, octets in hostile_messages(house):
            await other.jetstream().publish(subject, octets)
        tasks = [
            asyncio.create_task(run_ledger(process, servers, 1, 64)),
            asyncio.create_task(_uplink(table, house, disk, said)),
        ]

        async def has_all() -> bool:
            return records(store)[-1:] == [wanted] and await _has_settled(onlooker)

        await until_awaited("all records, and nothing redelivered", has_all)
        roster = Roster(house.people_keys, house.roster)
        reader = WatermarkReader(table, place(), roster, LoggedQuarantine(said.append))

        async def stored_number() -> int:
            watermark = await reader.read()
            return -1 if watermark is None else watermark.record.number

        await until_awaited("the ledger's word", stored_number, lambda number: number == wanted)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for client in (table, other, onlooker):
            await client.close()

    asyncio.run(run())
    rejected = QuarantineStore(store).rejected_rows()
    assert [(row["reason"], row["sequence"]) for row in rejected] == [
        ("unsigned", 1),
        ("unsigned", 2),
        ("unreadable", 3),
        ("other_subject", 4),
        ("unreadable", 5),
    ]
    assert [text.key for text in said].count("floor.alarm.rejected") == 1
    stored = registry.get_sample_value("croupier_ledger_messages_total", {"lane": "record"})
    assert stored is not None
    assert registry.get_sample_value("croupier_ledger_database_up") == 1
