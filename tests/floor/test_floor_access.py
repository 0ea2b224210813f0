"""Who may do what at the engine: a table what is its own, by its certificate, and nothing else."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from sqlalchemy import Engine

from firmware.floor.connection import EngineServers, connected
from firmware.floor.facts import LanePosition
from firmware.floor.heartbeat import BankHeartbeat, TableHeartbeat
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.pit.heartbeats import Heartbeats
from firmware.floor.pit.subscribe import receive_heartbeats
from firmware.floor.places import Place, clock_subject, place_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.run_sender import RunSender
from firmware.floor.uplink.lag import Lag
from firmware.floor.uplink.send_journal import LedgerLink, send_journal
from firmware.floor.uplink.watermark_reader import WatermarkReader
from firmware.floor.wire import MESSAGES_PER_PLACE, Watermark
from firmware.shell.config.settings import Certificates
from tests.kits.floor.enrolled import PROPERTY, House, house_of
from tests.kits.floor_engine import CertifiedEngine
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import TABLE, Disk, started
from tests.kits.waiting import until_awaited
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]
OTHER = "table-8"
OWN_PLACE, OTHER_PLACE = Place(PROPERTY, "main", TABLE), Place(PROPERTY, "main", OTHER)
OWN_FACT = place_subject("fact", OWN_PLACE)
OTHER_FACT = place_subject("fact", OTHER_PLACE)
STORE_MB = 300


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CertifiedEngine]:
    limits = f"max_file_store: {STORE_MB}MB"
    engine = CertifiedEngine(tmp_path_factory.mktemp("access"), (TABLE, OTHER), limits)
    engine.begin()
    yield engine
    engine.process.kill()


class Onlookers:
    """A table, another one, and a service, each of which takes whatever the engine delivers."""

    def __init__(self, table: Client, other: Client, ledger: Client) -> None:
        self.table, self.other, self.ledger = table, other, ledger
        self.taken: dict[str, list[str]] = {TABLE: [], OTHER: [], "ledger": []}
        """By name: the subjects of what was delivered to it."""

    async def subscribe(self) -> None:
        # not of the ledger's own account's inboxes, which have the answers to its requests
        for name, client, subjects in (
            (TABLE, self.table, (">",)),
            (OTHER, self.other, (">",)),
            ("ledger", self.ledger, ("floor.>", "_INBOX.forged.>", "$JS.ACK.>")),
        ):
            for subject in subjects:
                await client.subscribe(subject, cb=partial(self._take, name))
            await client.flush()

    async def _take(self, name: str, message: Msg) -> None:
        self.taken[name].append(message.subject)

    async def settle(self) -> None:
        """Wait until the engine has answered all that the table has asked before."""
        jetstream = self.table.jetstream()
        await jetstream.publish(OWN_FACT, b"last")
        await jetstream.get_last_msg("FACT", OWN_FACT, direct=True)
        for client in (self.table, self.other, self.ledger):
            await client.flush()


@asynccontextmanager
async def onlookers(engine: CertifiedEngine) -> AsyncIterator[Onlookers]:
    clients = [await engine.connect(name) for name in (TABLE, OTHER, "ledger")]
    found = Onlookers(*clients)
    await found.subscribe()
    try:
        yield found
    finally:
        for client in clients:
            await client.close()


def test_uplink_sends_and_reads_its_own(engine: CertifiedEngine, tmp_path: Path) -> None:
    house, disk = house_of([TABLE]), Disk(tmp_path)
    disk.write([started(), *open_entries("sic-bo", 200)])
    own_subject = place_subject("kept", OWN_PLACE)
    watermark = Watermark(disk.identity, LanePosition(0, 3))

    async def send() -> None:
        servers = EngineServers((engine.address,), engine.ours.of(TABLE))
        async with connected(servers, TABLE, lambda _: None) as client:
            reader = WatermarkReader(client, OWN_PLACE, house.roster, LoggedQuarantine(print))
            link = LedgerLink(OWN_PLACE, house.sender(TABLE), reader)
            sending = asyncio.create_task(
                send_journal(client, disk.copies, link, Lag(), lambda _: None)
            )
            await until_awaited("a record at the engine", lambda: engine.counts("RECORD"))
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending
            fact = OWN_FACT
            last = await client.jetstream().get_last_msg("FACT", fact, direct=True)
            assert house.sender(TABLE).own_stamp(last.data or b"") is not None
            ledger = await engine.connect("ledger")
            sealed = RunSender(house.sender("ledger")).seal(
                own_subject, msgspec.json.encode(watermark)
            )
            await ledger.jetstream().publish(own_subject, sealed)
            assert await reader.read() == watermark
            for stream in ("FACT", "RECORD", "KEPT"):
                await ledger.jetstream().purge_stream(stream)
            await ledger.close()

    asyncio.run(send())
    disk.close()


FOREIGN_SUBJECTS = [
    *(place_subject(kind, OTHER_PLACE) for kind in ("fact", "record", "kept", "seen", "up")),
    place_subject("kept", OWN_PLACE),
    clock_subject(OWN_PLACE),
    clock_subject(OTHER_PLACE),
    f"floor.lot.grand.ask.{OTHER_PLACE}",
    "floor.lot.grand.shown",
    f"floor.roster.{PROPERTY}.service.ab",
    f"_INBOX.{OTHER}.x.1",
    "_INBOX.forged.1",
    "$JS.ACK.FACT.ledger.1.1.1.1.0",
]


async def _publish(client: Client, subject: str) -> None:
    await client.publish(subject, b"x")


async def _direct_get(client: Client, reply: str) -> None:
    await client.publish(f"$JS.API.DIRECT.GET.FACT.{OWN_FACT}", b"", reply=reply)


async def _publish_acknowledged(client: Client, reply: str) -> None:
    await client.publish(OWN_FACT, b"x", reply=reply)


async def _heartbeat(client: Client, reply: str) -> None:
    await client.publish(place_subject("seen", OWN_PLACE), b"x", reply=reply)


Trick = Callable[[Client, str], Awaitable[None]]
TRICKS: dict[str, Trick] = {
    "a message under another's subject": _publish,
    "a stored message that is delivered there": _direct_get,
    "an acknowledgement that is delivered there": _publish_acknowledged,
    "a heartbeat to be answered there": _heartbeat,
}


@pytest.mark.parametrize("trick", TRICKS)
def test_table_reaches_nobody_else(engine: CertifiedEngine, trick: str) -> None:
    async def attempt() -> Onlookers:
        async with onlookers(engine) as found:
            await found.table.jetstream().publish(OWN_FACT, b"stored")
            for subject in FOREIGN_SUBJECTS:
                await TRICKS[trick](found.table, subject)
            await found.settle()
            return found

    taken = asyncio.run(attempt()).taken
    assert taken[OTHER] == []
    assert set(taken["ledger"]) <= {OWN_FACT, place_subject("seen", OWN_PLACE)}
    assert asyncio.run(engine.counts("FACT")).keys() <= {OWN_FACT}
    assert asyncio.run(engine.counts("RECORD")) == asyncio.run(engine.counts("KEPT")) == {}


ADMINISTRATION = {
    "STREAM.INFO.FACT": {},
    "STREAM.DELETE.FACT": {},
    "STREAM.PURGE.FACT": {},
    "STREAM.UPDATE.FACT": {"name": "FACT", "subjects": ["x"]},
    "STREAM.CREATE.MINE": {"name": "MINE", "subjects": ["floor.fact.>"]},
    "STREAM.MSG.GET.FACT": {"last_by_subj": OTHER_FACT},
    "STREAM.MSG.DELETE.FACT": {"seq": 1},
    "STREAM.SNAPSHOT.FACT": {"deliver_subject": f"_INBOX.{OTHER}.x"},
    "CONSUMER.CREATE.FACT.mine": {
        "stream_name": "FACT",
        "config": {"durable_name": "mine", "deliver_subject": OTHER_FACT},
    },
    "CONSUMER.DURABLE.CREATE.FACT.mine": {"stream_name": "FACT", "config": {}},
    "CONSUMER.DELETE.FACT.ledger": {},
    "CONSUMER.MSG.NEXT.FACT.ledger": {"batch": 100},
    f"DIRECT.GET.FACT.{OTHER_FACT}": {},
    "DIRECT.GET.FACT": {"last_by_subj": OTHER_FACT},
    f"DIRECT.GET.KEPT.{place_subject('kept', OTHER_PLACE)}": {},
}


@pytest.mark.parametrize("request_name", ADMINISTRATION)
def test_table_administers_no_stream(engine: CertifiedEngine, request_name: str) -> None:
    async def attempt() -> bytes:
        other = await engine.connect(OTHER)
        await other.jetstream().publish(OTHER_FACT, b"of table 8")
        table = await engine.connect(TABLE)
        body = msgspec.json.encode(ADMINISTRATION[request_name])
        try:
            return (await table.request(f"$JS.API.{request_name}", body, timeout=1)).data
        except (NatsError, TimeoutError):
            return b""
        finally:
            await table.close()
            await other.close()

    answer = asyncio.run(attempt())
    assert answer == b"" or b"JetStream not enabled for account" in answer
    assert OTHER_FACT in asyncio.run(engine.counts("FACT"))


def test_table_acknowledges_for_no_other(engine: CertifiedEngine) -> None:
    async def attempt() -> int:
        async with onlookers(engine) as found:
            await found.other.jetstream().publish(OTHER_FACT, b"of table 8")
            jetstream = found.ledger.jetstream()
            subscription = await jetstream.pull_subscribe("floor.fact.>", "reader", "FACT")
            fetched = await subscription.fetch(64, timeout=5)
            for message in fetched:
                await found.table.publish(message.reply, b"+ACK")
            await found.settle()
            info = await jetstream.consumer_info("FACT", "reader")
            await jetstream.delete_consumer("FACT", "reader")
            return (info.num_ack_pending or 0) - len(fetched)

    assert asyncio.run(attempt()) == 0


def test_table_receives_nothing_of_others(engine: CertifiedEngine) -> None:
    async def attempt() -> list[str]:
        async with onlookers(engine) as found:
            for kind in ("fact", "record", "seen", "up"):
                await found.other.publish(place_subject(kind, OTHER_PLACE), b"x")
            for subject in (place_subject("kept", OTHER_PLACE), clock_subject(OTHER_PLACE)):
                await found.ledger.publish(subject, b"x")
            await found.other.jetstream().publish(OTHER_FACT, b"x")
            await found.ledger.flush()
            await found.settle()
            return found.taken[TABLE]

    assert not [subject for subject in asyncio.run(attempt()) if OTHER in subject]


def test_flood_displaces_own_messages(
    engine: CertifiedEngine,
) -> None:
    octets, messages = bytes(900_000), 3 * MESSAGES_PER_PLACE  # more than the whole store holds
    assert len(octets) * messages > STORE_MB * 1_000_000

    async def flood() -> None:
        table, other = await engine.connect(TABLE), await engine.connect(OTHER)
        first = await other.jetstream().publish(OTHER_FACT, b"before")
        for _ in range(messages):
            await table.jetstream(timeout=30).publish(OWN_FACT, octets)
        last = await other.jetstream().publish(OTHER_FACT, b"after")
        assert last.seq > first.seq
        found = await other.jetstream().get_last_msg("FACT", OTHER_FACT, direct=True)
        assert found.data == b"after"
        await table.jetstream().publish(OWN_FACT, b"small again")
        for client in (table, other):
            await client.close()

    before = asyncio.run(engine.counts("FACT"))
    asyncio.run(flood())
    after = asyncio.run(engine.counts("FACT"))
    assert after[OWN_FACT] == MESSAGES_PER_PLACE
    assert after[OTHER_FACT] == before.get(OTHER_FACT, 0) + 2


def test_oversized_message_disconnects(
    engine: CertifiedEngine,
) -> None:
    async def attempt() -> None:
        table = await engine.connect(TABLE)
        with pytest.raises((NatsError, TimeoutError)):
            await table.jetstream(timeout=1).publish(OWN_FACT, bytes(1_100_000))
        await table.close()

    asyncio.run(attempt())


@pytest.mark.clause("AGCO 6.1.7")
@pytest.mark.parametrize("name", ["ledger", TABLE])
def test_foreign_certificate_never_connects(engine: CertifiedEngine, name: str) -> None:
    stranger = engine.other.of(name)
    trusting = Certificates(engine.ours.of(TABLE).ca, stranger.certificate, stranger.key)

    async def attempt() -> None:
        with pytest.raises((NatsError, OSError, TimeoutError)):
            await asyncio.wait_for(engine.connect(name, trusting), 3)

    asyncio.run(attempt())


def test_unlisted_certificate_never_connects(
    engine: CertifiedEngine,
) -> None:
    async def attempt() -> None:
        with pytest.raises((NatsError, OSError, TimeoutError)):
            await asyncio.wait_for(engine.connect("table-99"), 3)

    asyncio.run(attempt())


def test_pit_receives_only_enrolled_tables(engine: CertifiedEngine, store: Engine) -> None:
    house, heartbeats = House(), Heartbeats(lambda: 1_795_773_600_000)
    own, other = RunSender(house.enrol(TABLE)), RunSender(house.enrol(OTHER))
    roster_store = RosterStore(store, house.people_keys)
    for signed in house.roster:
        roster_store.add(signed)
    subject, at = place_subject("seen", OWN_PLACE), "2026-11-27T10:00:00Z"
    view = msgspec.json.encode(TableHeartbeat(at, None))
    hostile: list[Callable[[], bytes]] = [
        lambda: view,
        lambda: other.seal(subject, view),
        lambda: own.seal(place_subject("seen", OTHER_PLACE), view),
        lambda: own.seal(subject, b"no view"),
        lambda: own.seal(subject, b"[" * 5000),
        lambda: own.seal(subject, msgspec.json.encode(BankHeartbeat(at, None))),
    ]
    rng = Random(44)

    async def until_shown() -> None:
        table = await engine.connect(TABLE)
        servers = EngineServers((engine.address,), engine.ours.of("pit"))
        quarantine = QuarantineStore(store)
        receiving = asyncio.create_task(
            receive_heartbeats(heartbeats, roster_store, quarantine, servers, lambda _: None)
        )

        async def is_shown() -> bool:
            reasons = {row["reason"] for row in quarantine.rejected_rows()}
            if len(reasons) < 4:
                assert heartbeats.table_heartbeat(TABLE) is None
                # by chance, since the pit reads no more than so many a second
                await table.publish(subject, rng.choice(hostile)())
            else:
                await table.publish(subject, own.seal(subject, view))
            return heartbeats.table_heartbeat(TABLE) is not None

        await until_awaited("the table's heartbeat at the pit", is_shown)
        receiving.cancel()
        with suppress(asyncio.CancelledError):
            await receiving
        await table.close()

    asyncio.run(until_shown())
    assert heartbeats.connected_since is not None
    assert heartbeats.sources == {}
    assert heartbeats.table_heartbeat(OTHER) is None


async def _refused(client: Client, subject: str) -> None:
    """Publish, and wait until the server says that it was refused."""
    refused = asyncio.Event()

    async def note(_: Exception) -> None:
        refused.set()

    client._error_cb = note
    await client.publish(subject, b"x")
    await asyncio.wait_for(refused.wait(), 30)


REFUSED = {
    "pit": [place_subject("seen", OWN_PLACE), "floor.lot.grand.shown", OWN_FACT],
    "room": [OWN_FACT, place_subject("kept", OWN_PLACE), "floor.lot.grand.shown", "$JS.API.INFO"],
    "keeper": [OWN_FACT, place_subject("kept", OWN_PLACE), "$JS.API.STREAM.DELETE.FACT"],
}


@pytest.mark.parametrize("service", REFUSED)
def test_service_sends_on_its_own_subjects(engine: CertifiedEngine, service: str) -> None:
    async def attempt() -> None:
        client = await engine.connect(service)
        for subject in REFUSED[service]:
            await _refused(client, subject)
        await client.close()

    asyncio.run(attempt())


def test_tournament_leads_its_tables(engine: CertifiedEngine) -> None:
    taken = set[str]()

    async def take(message: Msg) -> None:
        taken.add(message.subject)

    async def until_taken() -> None:
        room, table = await engine.connect("room"), await engine.connect(TABLE)
        level, report = clock_subject(OWN_PLACE), place_subject("up", OWN_PLACE)
        await room.subscribe(report, cb=take)
        await table.subscribe(level, cb=take)

        async def both() -> bool:
            await room.publish(level, b"level")
            await table.publish(report, b"report")
            return taken == {level, report}

        await until_awaited("a level and a report", both)
        await table.close()
        await room.close()

    asyncio.run(until_taken())
