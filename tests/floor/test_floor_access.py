"""Who may do what at the engine: a table what is its own, by its certificate, and nothing else."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from firmware.floor.connection import EngineServers, connected, inbox_prefix, tls_context
from firmware.floor.heartbeat import TableHeartbeat
from firmware.floor.level_wire import level_subject, report_subject
from firmware.floor.pit.heartbeats import Heartbeats
from firmware.floor.pit.subscribe import receive_heartbeats
from firmware.floor.streams import create_missing_streams
from firmware.floor.uplink.lag import Lag
from firmware.floor.uplink.send_journal import send_journal
from firmware.shell.config.settings import Certificates, FloorSetting
from tests.kits.floor_kit import open_entries
from tests.kits.floor_processes import Process, free_port
from tests.kits.floor_proofs import Proofs, guarded
from tests.kits.floor_wire import HOUSE, TABLE, Disk, started
from tests.kits.waiting import PATIENCE_S, until_awaited
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]


class Engine:
    """A server that asks for certificates, with an authority and another one."""

    def __init__(self, folder: Path) -> None:
        self.ours, self.other = Proofs(folder / "ours"), Proofs(folder / "other")
        self.address = f"tls://127.0.0.1:{free_port()}"
        file = folder / "nats.conf"
        file.write_text(
            f"listen: {self.address.removeprefix('tls://')}\n"
            f'jetstream {{ store_dir: "{folder}/js" }}\n'
            f"{guarded(self.ours.of('server'), (TABLE, 'table-8'))}\n"
        )
        self.process = Process("server", [str(server_file()), "-c", str(file)], folder / "log")

    async def reach(self, certificates: Certificates, name: str = "ledger") -> Client:
        """Return a connection, once the server is there. Raises NatsError if it is refused."""
        return await nats.connect(
            self.address,
            tls=tls_context(certificates),
            inbox_prefix=inbox_prefix(name),
            error_cb=_silent,
            max_reconnect_attempts=50,
            reconnect_time_wait=0.1,
        )


def _unsaid(_: object) -> None: ...


async def _silent(_: Exception) -> None: ...


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(tmp_path_factory.mktemp("access"))
    engine.process.begin()
    try:
        asyncio.run(_prepared(engine))
        yield engine
    finally:
        engine.process.kill()


async def _prepared(engine: Engine) -> None:
    ledger = await engine.reach(engine.ours.of("ledger"))
    await create_missing_streams(ledger.jetstream(), 1)
    await ledger.close()


async def _messages(engine: Engine, stream: str) -> dict[str, int]:
    """Return how many messages there are of each subject."""
    ledger = await engine.reach(engine.ours.of("ledger"))
    info = await ledger.jetstream().stream_info(stream, subjects_filter=">")
    await ledger.close()
    return dict(info.state.subjects or {})


def test_a_table_s_uplink_sends_what_is_its_own(engine: Engine, tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write([started(), *open_entries("sic-bo", 200)])
    own = engine.ours.of(TABLE)
    setting = FloorSetting(HOUSE, TABLE, (engine.address,), own)

    async def until_sent() -> None:
        servers = EngineServers((engine.address,), own)
        async with connected(servers, TABLE, _unsaid) as client:
            sending = asyncio.create_task(
                send_journal(client, disk.copies, setting, Lag(), _unsaid)
            )
            await until_awaited("a record at the engine", lambda: _messages(engine, "RECORD"))
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending

    asyncio.run(until_sent())
    disk.close()
    assert asyncio.run(_messages(engine, "FACT")).keys() == {f"floor.fact.{TABLE}"}


FORBIDDEN: dict[str, Callable[[Client], Awaitable[object]]] = {
    "another table's facts": lambda c: c.jetstream(timeout=1).publish("floor.fact.table-8", b"x"),
    "what is kept": lambda c: c.jetstream(timeout=1).publish(f"floor.kept.{TABLE}", b"x"),
    "the lot": lambda c: c.jetstream(timeout=1).publish("floor.lot.big.shown", b"x"),
    "another's messages": lambda c: c.jetstream(timeout=1).get_last_msg(
        "FACT", "floor.fact.table-8", direct=True
    ),
    "another's view": lambda c: _heard(c, "floor.seen.table-8"),
    "another's ask": lambda c: _heard(c, "floor.lot.grand.ask.table-8"),
    "another's report": lambda c: _heard(c, "floor.up.table-8"),
    "a tournament's level": lambda c: _heard(c, f"floor.down.{TABLE}.clock"),
    "a stream away": lambda c: c.jetstream(timeout=1).delete_stream("FACT"),
}


async def _heard(client: Client, subject: str) -> None:
    """Publish; raise NatsError once the server says that it was refused."""
    refused = asyncio.Event()

    async def note(_: Exception) -> None:
        refused.set()

    client._error_cb = note
    await client.publish(subject, b"x")
    with suppress(TimeoutError):
        await asyncio.wait_for(refused.wait(), PATIENCE_S)
        raise NatsError(subject)


@pytest.mark.parametrize("what", FORBIDDEN)
def test_a_table_may_not_touch(engine: Engine, what: str) -> None:
    async def attempt() -> None:
        table = await engine.reach(engine.ours.of(TABLE), TABLE)
        try:
            with pytest.raises((NatsError, TimeoutError)):
                await FORBIDDEN[what](table)
        finally:
            await table.close()

    asyncio.run(attempt())
    facts = asyncio.run(_messages(engine, "FACT"))
    assert "floor.fact.table-8" not in facts
    assert not asyncio.run(_messages(engine, "KEPT"))


def test_the_certificate_of_another_authority_never_connects(engine: Engine) -> None:
    stranger = engine.other.of("ledger")
    trusting = Certificates(engine.ours.of(TABLE).ca, stranger.certificate, stranger.key)

    async def attempt() -> None:
        with pytest.raises((NatsError, OSError, TimeoutError)):
            await asyncio.wait_for(engine.reach(trusting), 3)

    asyncio.run(attempt())


def test_the_pit_hears_what_a_table_shows(engine: Engine) -> None:
    sights, at = Heartbeats(lambda: 1_795_773_600_000), "2026-11-27T10:00:00Z"

    async def until_heard() -> None:
        table = await engine.reach(engine.ours.of(TABLE), TABLE)
        servers = EngineServers((engine.address,), engine.ours.of("pit"))
        hearing = asyncio.create_task(receive_heartbeats(sights, servers, _unsaid))

        async def shown() -> bool:
            await table.publish(
                f"floor.seen.{TABLE}", msgspec.json.encode(TableHeartbeat(at, None))
            )
            return sights.table_heartbeat(TABLE) is not None

        await until_awaited("the table's view at the pit", shown)
        hearing.cancel()
        with suppress(asyncio.CancelledError):
            await hearing
        await table.close()

    asyncio.run(until_heard())
    assert sights.connected_since is not None


@pytest.mark.parametrize("subject", ["floor.seen.table-7", "floor.lot.grand.shown", "floor.kept.x"])
def test_the_pit_says_nothing_at_the_engine(engine: Engine, subject: str) -> None:
    async def attempt() -> None:
        pit = await engine.reach(engine.ours.of("pit"), "pit")
        try:
            with pytest.raises(NatsError):
                await _heard(pit, subject)
        finally:
            await pit.close()

    asyncio.run(attempt())


def test_a_tournament_s_hall_leads_its_tables_and_nothing_else(engine: Engine) -> None:
    heard: list[str] = []

    async def note(message: Msg) -> None:
        heard.append(message.subject)

    async def until_heard() -> None:
        room = await engine.reach(engine.ours.of("room"), "room")
        table = await engine.reach(engine.ours.of(TABLE), TABLE)
        await room.subscribe(report_subject(TABLE), cb=note)
        await table.subscribe(level_subject(TABLE), cb=note)

        async def both() -> bool:
            await room.publish(level_subject(TABLE), b"level")
            await table.publish(report_subject(TABLE), b"report")
            return {*heard} == {report_subject(TABLE), level_subject(TABLE)}

        await until_awaited("a level and a report", both)
        with pytest.raises(NatsError):
            await _heard(room, f"floor.fact.{TABLE}")
        await table.close()
        await room.close()

    asyncio.run(until_heard())
