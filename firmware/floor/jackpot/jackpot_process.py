"""The keeper's process: it receives the tables' queries, and publishes updates and grants."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client
from nats.aio.msg import Msg
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.jackpot import JackpotQuery
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.connection import EngineServers, connected, publish_best_effort
from firmware.floor.envelope import Sender, open_envelope, wall_clock_ms
from firmware.floor.jackpot.database_check import database_faults, watch_database
from firmware.floor.jackpot.jackpot_terms import open_jackpot
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.keeper_loop import KeeperLoop
from firmware.floor.jackpot.line_history import LineAltered
from firmware.floor.jackpot.line_stream import NatsLineStream
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.log import WriteLog
from firmware.floor.places import ANY_PLACE, query_subject
from firmware.floor.quarantine import FirstQuarantine, guarded
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.run_sender import RunOrder, RunSender
from firmware.floor.running_programs import follow_programs, own_program
from firmware.floor.store import write_transaction
from firmware.shell.service.progress import LoopProgress
from firmware.shell.trust.keys import public_octets

KEEPER_INTERVAL_S: Final = 0.2


class KeeperKeys(NamedTuple):
    """The key that signs lines, the key that signs messages on the floor, and the people."""

    lines: Ed25519PrivateKey
    messages: Ed25519PrivateKey
    people: frozenset[str]


class JackpotSetup(NamedTuple):
    """A jackpot to be setup: its database, its name, and new terms for its next generation."""

    database: Engine
    name: str
    terms_file: Path | None


async def run_keeper(
    setup: JackpotSetup,
    keys: KeeperKeys,
    servers: EngineServers,
    write_log: WriteLog,
    progress: LoopProgress,
    now_ms: Callable[[], int] = wall_clock_ms,
) -> None:
    """Run the keeper, for ever. Raises OSError if the certificates can't be read, DBAPIError;
    RequestFailed if the terms, a line or its own enrolment is not as it must be.
    """
    jackpot_store = open_jackpot(
        setup.database, setup.name, keys.lines, setup.terms_file, keys.people
    )
    roster_store = RosterStore(setup.database, keys.people)
    for fault in database_faults(setup.database):
        write_log(fault)
    sender = RunSender(Sender(_own_name(roster_store, keys.messages), keys.messages))
    async with connected(servers, f"keeper-{setup.name}", write_log) as client:
        keeper = JackpotKeeper(
            jackpot_store,
            NatsLineStream(client, setup.name, sender),
            keys.lines,
            lambda device: roster_store.refresh().place_of_device(device) is not None,
            keys.people,
        )
        keeper_loop = KeeperLoop(
            jackpot_store,
            keeper,
            public_octets(keys.lines).hex(),
            lambda device: roster_store.refresh().place_of_device(device),
            write_log,
        )
        await receive_queries(client, setup, keeper_loop, roster_store)
        own = own_program("keeper", setup.name)
        noting = follow_programs(setup.database, lambda: [own])
        watching = watch_database(client.jetstream(), setup.database, setup.name, write_log)
        serving = _serve(client, keeper_loop, sender, progress, now_ms)
        await _serve_watched(setup, serving, watching, noting)


def _own_name(roster_store: RosterStore, key: Ed25519PrivateKey) -> str:
    """Return the name by which a key is enrolled as a keeper."""
    enrolment = roster_store.refresh().enrolment(public_octets(key).hex())
    if enrolment is None or enrolment.role != "keeper" or enrolment.state != "enrolled":
        raise RequestFailed(Text("linked.keeper.not_enrolled"))
    return enrolment.name


async def receive_queries(
    client: Client, setup: JackpotSetup, keeper_loop: KeeperLoop, roster_store: RosterStore
) -> None:
    """Subscribe to the tables' queries."""
    run_order = RunOrder()

    async def on_query(message: Msg) -> None:
        roster = await asyncio.to_thread(roster_store.refresh)
        opened = open_envelope(message.data, message.subject, roster)
        run_order.check(opened.stamp)
        query = msgspec.json.decode(opened.payload, type=JackpotQuery)
        keeper_loop.add_query(opened.enrolment.place, query)

    # a flood of refused queries costs one transaction, not one each
    quarantine = FirstQuarantine(QuarantineStore(setup.database).set_aside)
    await client.subscribe(
        query_subject(setup.name, ANY_PLACE), cb=guarded(on_query, quarantine, SQLAlchemyError)
    )


async def _serve_watched(
    setup: JackpotSetup,
    serving: Coroutine[Any, Any, None],
    *more_tasks: Coroutine[Any, Any, None],
) -> None:
    """Serve, for ever, with tasks beside it; a line that is altered raises an alarm, and ends
    all.
    """
    tasks = [*map(asyncio.create_task, more_tasks)]
    try:
        await serving
    except LineAltered as altered:
        _raise_alarm(setup, altered.version)
        raise
    finally:
        for task in tasks:
            task.cancel()


async def _serve(
    client: Client,
    keeper_loop: KeeperLoop,
    sender: RunSender,
    progress: LoopProgress,
    now_ms: Callable[[], int],
) -> None:
    await asyncio.to_thread(keeper_loop.begin)
    while True:
        progress.note_turn("jackpot")
        due_messages = await asyncio.to_thread(keeper_loop.next_messages, now_ms())
        for subject, signed in due_messages.messages:
            sealed = sender.seal(subject, msgspec.json.encode(signed))
            await publish_best_effort(client, subject, sealed)
        if not due_messages.has_more:
            await asyncio.sleep(KEEPER_INTERVAL_S)


def _raise_alarm(setup: JackpotSetup, version: int) -> None:
    alarm = LedgerAlarm("jackpot_altered", setup.name, "", str(version))
    with write_transaction(setup.database) as connection:
        raise_new_alarms(connection, [alarm])
