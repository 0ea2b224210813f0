"""A keeper and a table that share a real server of the engine, and no socket."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from nats.aio.client import Client

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.jackpot import (
    JackpotQuery,
    JackpotTermsReceived,
    JackpotUpdateReceived,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.connection import EngineServers, connected
from firmware.floor.jackpot.jackpot_process import JackpotSetup, KeeperKeys, run_keeper
from firmware.floor.jackpot.line_history import LineAltered
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.places import Place, cursor_subject, jackpot_subject, query_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.run_sender import RunSender
from firmware.floor.streams import create_missing_streams, stream_configs
from firmware.floor.uplink.jackpot import RelayedJackpot, relay_jackpot
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.jackpot.jackpot_socket import JackpotSocket
from firmware.shell.service.process_watch import STALE_AFTER_S
from firmware.shell.service.progress import LoopProgress
from firmware.shell.trust.keys import public_octets
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.floor.enrolled import PROPERTY, House, house_of
from tests.kits.floor.jackpots import GAME, JOURNAL, TERMS, A, B
from tests.kits.floor.keeper_jackpot import FedTable, KeeperJackpot
from tests.kits.floor.stores import empty_store
from tests.kits.floor_processes import Process, free_port
from tests.kits.waiting import until_awaited
from tools.floor.engine import server_file

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(
        server_file() is None,
        reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one",
    ),
]
PLACE = Place(PROPERTY, "main", "table-7")


class Lot:
    """A server with its streams, a keeper's store, and the mail of a table behind its socket."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"nats://127.0.0.1:{free_port()}"
        file = folder / "nats.conf"
        listen = self.address.removeprefix("nats://")
        file.write_text(f'listen: {listen}\njetstream {{ store_dir: "{folder}/engine" }}\n')
        command = [str(server_file()), "-c", str(file)]
        self.server = Process("server", command, folder / "log")
        self.store = empty_store(folder / "ledger.db")
        self.house: House = house_of(["table-7"])
        self.lot = KeeperJackpot(folder, self.store, self.house.people)
        roster = RosterStore(self.store, self.house.people_keys)
        for signed in self.house.roster:
            roster.add(signed)
        trusted = TrustedKeys(public_octets(self.lot.key).hex(), self.house.people_keys)
        ask = JackpotQuery("table-7", "a nonce", JOURNAL)
        self.link = JackpotLink()
        self.mail = JackpotInbox(
            JackpotRequirements("grand", GAME, 0, 1, 100), trusted, ask, JOURNAL, self._link
        )
        self.path = folder / "lot"
        self.said: list[str] = []

    def _link(self) -> JackpotLink:
        return self.link

    def say(self, text: Text) -> None:
        self.said.append(text.key)

    def look(self) -> None:
        """Have the table do what its mail says."""
        for event in self.mail.poll(Millis(0)):
            match event:
                case JackpotTermsReceived(terms, table, journal):
                    self.link = self.link.with_terms(terms, table, journal)
                case JackpotUpdateReceived(line):
                    self.link = self.link.with_update(line)

    def enrol(self, table: FedTable) -> None:
        """Enrol the device of a table."""
        device = table.device.public_key.hex()
        signed = self.house.signed(table.name, device=device)
        self.house.roster.admit(signed)
        RosterStore(self.store, self.house.people_keys).add(signed)

    def serve_keeper(self) -> Awaitable[None]:
        keys = KeeperKeys(self.lot.key, self.house.key("keeper"), self.house.people_keys)
        return run_keeper(
            JackpotSetup(self.store, "grand", None),
            keys,
            EngineServers((self.address,)),
            self.say,
            LoopProgress(STALE_AFTER_S),
        )

    async def run(
        self, name: str, is_so: Callable[[], bool], act: Callable[[Client], Awaitable[None]]
    ) -> None:
        """Have the keeper work until something is so."""
        async with connected(EngineServers((self.address,)), "table-7", _unsaid) as client:
            await create_missing_streams(client.jetstream(), stream_configs(1))
            tasks = [asyncio.ensure_future(self.serve_keeper()), asyncio.ensure_future(act(client))]

            async def look() -> bool:
                for task in tasks:
                    if task.done():
                        task.result()
                return await asyncio.to_thread(is_so)

            try:
                await until_awaited(name, look)
            finally:
                for task in tasks:
                    task.cancel()
                    with suppress(asyncio.CancelledError, LineAltered):
                        await task

    def serve_until(self, name: str, is_so: Callable[[], bool]) -> None:
        asyncio.run(self.run(name, is_so, _nothing))


def _unsaid(_: object) -> None: ...


async def _nothing(_: Client) -> None: ...


@pytest.fixture
def lot(tmp_path: Path) -> Iterator[Lot]:
    lot = Lot(tmp_path)
    lot.server.begin()
    with closing(JackpotSocket(lot.path, lot.mail, Words.load("en"))):
        yield lot
    lot.server.kill()
    lot.store.dispose()


def test_query_returns_a_fresh_line(
    lot: Lot,
) -> None:
    async def relay(client: Client) -> None:
        sender = RunSender(lot.house.enrol("table-7"))
        relayed = RelayedJackpot("grand", PLACE, lot.path)
        forging = asyncio.ensure_future(_forge(client, lot.house))
        try:
            quarantine = LoggedQuarantine(lot.say)
            await relay_jackpot(client, relayed, sender, lot.house.roster, quarantine)
        finally:
            forging.cancel()

    def is_fresh() -> bool:
        lot.look()
        return lot.link.fresh and "floor.set_aside" in lot.said

    asyncio.run(lot.run("a fresh line at the table", is_fresh, relay))
    assert lot.link.terms == (TERMS,)
    assert lot.link.offered_cents() == TERMS.begin_cents
    assert lot.mail.pending_query is None


async def _forge(client: Client, house: House) -> None:
    """Publish what is not signed, and what its sender may not send."""
    other = RunSender(house.enrol("table-8"))
    while True:
        for subject in (
            jackpot_subject("grand", "shown"),
            cursor_subject("grand", PLACE),
            query_subject("grand", PLACE),
        ):
            await client.publish(subject, b"no message of a keeper's")
            await client.publish(subject, other.seal(subject, b"{}"))
        await asyncio.sleep(0.05)


def lines(lot: Lot) -> list[bytes]:
    return [stored.octets for stored in lot.lot.store.lines_after(0)]


def reaches(lot: Lot, version: int) -> Callable[[], bool]:
    def has_line() -> bool:
        newest = lot.lot.store.newest_line
        return newest is not None and newest.version >= version

    return has_line


def tables_with_a_first_line(lot: Lot) -> tuple[FedTable, FedTable]:
    """Return two enrolled tables that have received the first line."""
    lot.serve_until("the first line", reaches(lot, 1))
    tables = FedTable(lot.lot, "table-1", A), FedTable(lot.lot, "table-2", B)
    for table in tables:
        lot.enrol(table)
        line = lot.lot.store.newest_line
        assert line is not None
        table.receive_line(line)
    return tables


def test_restored_database_grants_alike(lot: Lot) -> None:
    """The drill of the guide: dump, two hits, restore, start."""
    one, two = tables_with_a_first_line(lot)
    lot.store.dispose()
    shutil.copy(lot.folder / "ledger.db", lot.folder / "dump")
    two.play(shares=[(1, 100)])
    lot.serve_until("the first hit", reaches(lot, 2))
    one.play(bets=2, shares=[(1, 10)])
    lot.serve_until("the second hit", reaches(lot, 3))
    before, grants = lines(lot), lot.lot.grants
    lot.store.dispose()
    for file in lot.folder.glob("ledger.db*"):
        file.unlink()
    shutil.copy(lot.folder / "dump", lot.folder / "ledger.db")
    for table in (one, two):  # in the other order
        table.publish_again()
    assert len(lines(lot)) == 1
    lot.serve_until("the lines taken back", lambda: "linked.keeper.taken_back" in lot.said)
    assert (lines(lot), lot.lot.grants) == (before, grants)


def test_altered_line_is_restored(
    lot: Lot,
) -> None:
    one, _ = tables_with_a_first_line(lot)
    one.play()
    lot.serve_until("a line", reaches(lot, 2))
    lot.lot.alter(2, pool=20_000_000)
    one.play()
    with pytest.raises(LineAltered):
        lot.serve_until("nothing", reaches(lot, 3))
    with lot.store.connect() as connection:
        assert [row["kind"] for row in stored_alarms(connection)] == ["jackpot_altered"]


def test_keeper_must_be_enrolled(lot: Lot) -> None:
    keys = KeeperKeys(lot.lot.key, lot.house.key("nobody"), lot.house.people_keys)
    setup = JackpotSetup(lot.store, "grand", None)
    with pytest.raises(RequestFailed) as failed:
        asyncio.run(
            run_keeper(
                setup, keys, EngineServers((lot.address,)), lot.say, LoopProgress(STALE_AFTER_S)
            )
        )
    assert failed.value.why.key == "linked.keeper.not_enrolled"
