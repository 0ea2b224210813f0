"""A ledger's database falls back: the tables learn that it has less than before."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from nats.aio.client import Client
from sqlalchemy import Engine as Store

from firmware.core.vocabulary.panel import Text
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.jackpot.database_check import watch_database
from firmware.floor.ledger.lower_watermarks import lower_watermarks
from firmware.floor.places import place_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.roster.roster import Roster
from firmware.floor.run_sender import RunSender
from firmware.floor.store import WATERMARK_TABLE, insert_missing
from firmware.floor.uplink.watermark_reader import WatermarkReader
from firmware.floor.wire import Watermark
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor.stores import empty_store
from tests.kits.floor_engine import CertifiedEngine
from tests.kits.floor_wire import place
from tests.kits.waiting import until_awaited
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]
NEW, BEHIND, WHOLE = "table-7", "table-8", "table-9"
FACTS, RECORDS = LanePosition(3, 5), LanePosition(0, 90)
FEWER = LanePosition(0, 40)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[CertifiedEngine]:
    engine = CertifiedEngine(tmp_path, (NEW, BEHIND, WHOLE))
    engine.begin()
    yield engine
    engine.process.kill()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = empty_store(tmp_path / "ledger.db")
    for table, record in ((BEHIND, FEWER), (WHOLE, RECORDS)):
        rows = [
            {"journal": f"of {table}", "lane": lane, **position._asdict()}
            for lane, position in (("fact", FACTS), ("record", record))
        ]
        with store.begin() as connection:
            insert_missing(connection, WATERMARK_TABLE, rows)
    yield store
    store.dispose()


async def published(engine: CertifiedEngine, house: House) -> Client:
    """Have a ledger publish more of each table than the store has of two; return its connection."""
    client, sender = await engine.connect("ledger"), RunSender(house.sender("ledger"))
    for table in (NEW, BEHIND, WHOLE):
        subject = place_subject("kept", place(table))
        watermark = Watermark(f"of {table}", FACTS, RECORDS)
        await client.jetstream().publish(
            subject, sender.seal(subject, msgspec.json.encode(watermark))
        )
    return client


async def until_logged(watching: Coroutine[Any, Any, None], logged: list[Text]) -> None:
    async def has_logged() -> bool:
        return bool(logged)

    task = asyncio.create_task(watching)
    await until_awaited("a line of the log", has_logged)
    task.cancel()


def test_table_is_sent_its_lower_watermark(engine: CertifiedEngine, store: Store) -> None:
    house, logged = house_of((NEW, BEHIND, WHOLE)), list[Text]()

    async def run() -> None:
        client = await published(engine, house)
        later = RunSender(house.sender("ledger"))
        lowering = lower_watermarks(client.jetstream(), store, later, logged.append)
        await until_logged(lowering, logged)
        assert await read(client, house, NEW) == Watermark(f"of {NEW}", LANE_START, LANE_START)
        assert await read(client, house, BEHIND) == Watermark(f"of {BEHIND}", FACTS, FEWER)
        assert await read(client, house, WHOLE) == Watermark(f"of {WHOLE}", FACTS, RECORDS)
        await client.close()

    asyncio.run(run())
    assert logged == [Text("floor.fell_back", {"count": 2})]


def test_keeper_at_other_database_says_so(engine: CertifiedEngine, store: Store) -> None:
    house, logged = house_of((NEW, BEHIND, WHOLE)), list[Text]()

    async def run() -> None:
        ledger, keeper = await published(engine, house), await engine.connect("keeper")
        watching = watch_database(keeper.jetstream(), store, "grand", logged.append)
        await until_logged(watching, logged)
        for client in (ledger, keeper):
            await client.close()

    asyncio.run(run())
    assert logged == [Text("linked.keeper.other_database", {"name": "grand", "count": 2})]


async def read(client: Client, house: House, table: str) -> Watermark | None:
    roster = Roster(house.people_keys, house.roster)
    return await WatermarkReader(client, place(table), roster, LoggedQuarantine(print)).read()
