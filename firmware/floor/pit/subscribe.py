"""The pit's subscription at the engine: it receives heartbeats, and publishes nothing."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Final

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import EngineServers, connected
from firmware.floor.envelope import MessageRejected
from firmware.floor.log import WriteLog
from firmware.floor.pit.heartbeats import MAX_TABLES, Heartbeats
from firmware.floor.places import ANY_PLACE, place_subject
from firmware.floor.quarantine import Quarantine, guarded
from firmware.floor.roster.enrolment import Role
from firmware.floor.roster.roster import Roster
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.run_sender import RunReceiver

CONNECTION_INTERVAL_S: Final = 1.0
MIN_INTERVAL_S: Final = 0.1
"""Faster heartbeats of one place are passed over unread, so that they do not delay others': an
uplink sends two a second at most.
"""
HEARTBEAT_ROLES: Final[dict[str, Role]] = {
    "table": "table",
    "bank": "bank",
    "hall": "tournament",
}
"""By the `of` of a heartbeat: whose it is."""


class _HeartbeatKind(msgspec.Struct):
    of: str = "table"


def start_subscriber(
    heartbeats: Heartbeats,
    roster_store: RosterStore,
    quarantine: Quarantine,
    servers: EngineServers,
    write_log: WriteLog,
) -> None:
    """Receive heartbeats in a thread of its own, until the process ends."""
    subscriber = receive_heartbeats(heartbeats, roster_store, quarantine, servers, write_log)
    threading.Thread(
        target=asyncio.run, args=(subscriber,), name="observed_ledger", daemon=True
    ).start()


async def receive_heartbeats(
    heartbeats: Heartbeats,
    roster_store: RosterStore,
    quarantine: Quarantine,
    servers: EngineServers,
    write_log: WriteLog,
) -> None:
    """Receive heartbeats, for ever. Raises OSError if the certificates can't be read."""
    # first, or the tables' first heartbeats would be of unknown keys
    await _refresh_roster(roster_store, write_log)
    async with connected(servers, "pit", write_log) as client:
        await subscribe_heartbeats(client, heartbeats, roster_store.roster, quarantine)
        while True:
            heartbeats.set_connected(is_connected=client.is_connected)
            await _refresh_roster(roster_store, write_log)
            await asyncio.sleep(CONNECTION_INTERVAL_S)


async def subscribe_heartbeats(
    client: Client,
    heartbeats: Heartbeats,
    roster: Roster,
    quarantine: Quarantine,
    monotonic_clock: Callable[[], float] = time.monotonic,
) -> None:
    """Subscribe to the heartbeats of all places; the clock is in seconds."""
    run_receiver, pacer = RunReceiver(roster), SubjectPacer()

    async def on_heartbeat(message: Msg) -> None:
        if pacer.is_due(message.subject, monotonic_clock()):
            opened = run_receiver.open(message)
            kind = msgspec.json.decode(opened.payload, type=_HeartbeatKind).of
            if HEARTBEAT_ROLES.get(kind) != opened.enrolment.role:
                raise MessageRejected("not_allowed", opened.enrolment.name)
            heartbeats.receive(opened.enrolment.name, opened.payload)

    subject = place_subject("seen", ANY_PLACE)
    await client.subscribe(subject, cb=guarded(on_heartbeat, quarantine))


async def _refresh_roster(roster_store: RosterStore, write_log: WriteLog) -> None:
    try:
        await asyncio.to_thread(roster_store.refresh)
    except SQLAlchemyError:  # the roster that is known stays in force
        write_log(Text("floor.no_database"))


class SubjectPacer:
    """Holds each subject to a rate."""

    def __init__(self) -> None:
        self._taken_at_s: dict[str, float] = {}

    def is_due(self, subject: str, now_s: float) -> bool:
        """Return whether a message of a subject is read at this time, in seconds."""
        if now_s - self._taken_at_s.get(subject, float("-inf")) < MIN_INTERVAL_S:
            return False
        # bounded, since the subjects come from the network
        if subject in self._taken_at_s or len(self._taken_at_s) < MAX_TABLES:
            self._taken_at_s[subject] = now_s
        return True
