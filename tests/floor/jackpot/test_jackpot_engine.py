"""A keeper and a table that share a real server of the engine, and no socket."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.vocabulary.jackpot import (
    JackpotQuery,
    JackpotTermsReceived,
    JackpotUpdateReceived,
)
from firmware.floor.connection import EngineServers, connected
from firmware.floor.jackpot.jackpot_process import jackpot_subject, run_keeper
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.keeper_loop import KeeperLoop
from firmware.floor.store import migrate_database, open_database
from firmware.floor.uplink.jackpot import relay_jackpot
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.jackpot.jackpot_socket import JackpotSocket
from firmware.shell.jackpot.signed_messages import sign_message
from firmware.shell.trust.keys import public_octets
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.floor.jackpots import GAME, JOURNAL, TERMS
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
KEEPER, ANNE, LUC = (Ed25519PrivateKey.generate() for _ in range(3))
TRUSTED = TrustedKeys(
    public_octets(KEEPER).hex(), frozenset(public_octets(key).hex() for key in (ANNE, LUC))
)


class Lot:
    """A server, a keeper's store, and the mail of a table behind its socket."""

    def __init__(self, folder: Path) -> None:
        self.address = f"nats://127.0.0.1:{free_port()}"
        file = folder / "nats.conf"
        file.write_text(f"listen: {self.address.removeprefix('nats://')}\n")
        command = [str(server_file()), "-c", str(file)]
        self.server = Process("server", command, folder / "log")
        self.store = open_database(f"sqlite:///{folder}/ledger.db")
        migrate_database(self.store)
        book = JackpotStore(self.store, "grand")
        book.add_terms(sign_message(TERMS, KEEPER, ANNE, LUC))
        self.showing = KeeperLoop(book, JackpotKeeper(book, KEEPER, lambda _: None))
        ask = JackpotQuery("table-7", "a nonce")
        self.link = JackpotLink()
        self.mail = JackpotInbox(
            JackpotRequirements("grand", GAME, 0, 1, 100), TRUSTED, ask, JOURNAL, self._link
        )
        self.path = folder / "lot"

    def _link(self) -> JackpotLink:
        return self.link

    def look(self) -> None:
        """Have the table do what its mail says."""
        for event in self.mail.poll(Millis(0)):
            match event:
                case JackpotTermsReceived(terms, table, journal):
                    self.link = self.link.with_terms(terms, table, journal)
                case JackpotUpdateReceived(line):
                    self.link = self.link.with_update(line)

    async def run(self, what: str, so: Callable[[], bool]) -> None:
        """Have the keeper and the table's uplink work until something is so."""
        servers = EngineServers((self.address,))
        async with connected(servers, "table-7", _unsaid) as client:
            keeping = asyncio.create_task(run_keeper(self.showing, "grand", servers, _unsaid))
            relaying = asyncio.create_task(relay_jackpot(client, "grand", "table-7", self.path))

            async def look() -> bool:
                self.look()
                await client.publish(jackpot_subject("grand", "shown"), b"no message of a keeper's")
                await client.publish(jackpot_subject("grand", "ask.table-8"), b"no ask")
                return so()

            await until_awaited(what, look)
            for task in (keeping, relaying):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


def _unsaid(_: object) -> None: ...


@pytest.fixture
def lot(tmp_path: Path) -> Iterator[Lot]:
    lot = Lot(tmp_path)
    lot.server.begin()
    with closing(JackpotSocket(lot.path, lot.mail, Words.load("en"))):
        yield lot
    lot.server.kill()
    lot.store.dispose()


def test_a_table_that_asks_hears_its_terms_and_a_fresh_line(lot: Lot) -> None:
    asyncio.run(lot.run("a fresh line at the table", lambda: lot.link.fresh))
    assert lot.link.terms == (TERMS,)
    assert lot.link.offered_cents() == TERMS.begin_cents
    assert lot.mail.pending_query is None
