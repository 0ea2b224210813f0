"""What comes to a keeper instead of a query is set aside, and costs it no more than once."""

import asyncio
from pathlib import Path

import msgspec

from firmware.core.vocabulary.jackpot import JackpotQuery, JackpotUpdate
from firmware.floor.jackpot.jackpot_process import JackpotSetup, receive_queries
from firmware.floor.jackpot.keeper_loop import KeeperLoop
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.places import Place, query_subject
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.run_sender import RunSender
from firmware.shell.trust.keys import public_octets
from tests.kits.floor.enrolled import PROPERTY, house_of
from tests.kits.floor.far_engine import Delivery, FarEngine
from tests.kits.floor.keeper_jackpot import KeeperJackpot
from tests.kits.floor.stores import empty_store

SUBJECT = query_subject("grand", Place(PROPERTY, "main", "table-7"))


def test_flood_of_unsigned_queries_holds_up_nobody(
    tmp_path: Path,
) -> None:
    store, house, engine = empty_store(tmp_path / "ledger.db"), house_of(["table-7"]), FarEngine()
    jackpot = KeeperJackpot(tmp_path, store, house.people)
    roster_store = RosterStore(store, house.people_keys)
    for signed in house.roster:
        roster_store.add(signed)
    public_key = public_octets(jackpot.key).hex()
    loop = KeeperLoop(jackpot.store, jackpot.keeper, public_key, lambda _: None, lambda _: None)

    async def deliver() -> None:
        setup = JackpotSetup(store, "grand", None)
        await receive_queries(engine.client, setup, loop, roster_store)
        for number in range(100):
            await engine.deliver(Delivery(SUBJECT, b"unsigned %d" % number))
        query = msgspec.json.encode(JackpotQuery("table-7", "a nonce", "ab" * 16))
        sealed = RunSender(house.sender("table-7")).seal(SUBJECT, query)
        await engine.deliver(Delivery(SUBJECT, sealed))

    asyncio.run(deliver())
    assert [row["reason"] for row in QuarantineStore(store).rejected_rows()] == ["unsigned"]
    messages = [due.signed.message for due in loop.next_messages(0).messages]
    assert ("a nonce",) in [one.nonces for one in messages if isinstance(one, JackpotUpdate)]
    store.dispose()
