"""Relays the keeper's messages to a table, and the table's queries to the keeper.

The relay opens the keeper's envelope; the table checks the signatures within. A relay
can withhold a message, and nothing more.
"""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.floor.connection import RETRY_INTERVAL_S, publish_best_effort
from firmware.floor.envelope import open_envelope
from firmware.floor.places import Place, cursor_subject, jackpot_subject, query_subject
from firmware.floor.quarantine import Quarantine, guarded
from firmware.floor.roster.roster import Roster
from firmware.floor.run_sender import RunOrder, RunSender
from firmware.shell.jackpot.jackpot_socket import JackpotSocketAnswer, deliver
from firmware.shell.jackpot.signed_messages import SignedMessage
from firmware.shell.sockets.line_client import ControlError

QUERY_INTERVAL_S: Final = 2.0
"""How often the query of a table is sent until it is answered."""
MAX_QUEUED: Final = 16
"""Messages that wait for the table: those beyond are dropped, as newer ones follow."""


class RelayedJackpot(NamedTuple):
    """The jackpot of a table, the table's place, and the socket where it takes messages."""

    name: str
    place: Place
    socket: Path


async def relay_jackpot(
    client: Client,
    relayed: RelayedJackpot,
    sender: RunSender,
    roster: Roster,
    quarantine: Quarantine,
) -> None:
    """Serve a table at its socket, for ever."""
    message_queue: asyncio.Queue[SignedMessage] = asyncio.Queue(MAX_QUEUED)
    run_order = RunOrder()

    async def on_message(message: Msg) -> None:
        opened = open_envelope(message.data, message.subject, roster)
        run_order.check(opened.stamp)
        signed = msgspec.json.decode(opened.payload, type=SignedMessage)
        with suppress(asyncio.QueueFull):
            message_queue.put_nowait(signed)

    handle = guarded(on_message, quarantine)
    await client.subscribe(jackpot_subject(relayed.name, "shown"), cb=handle)
    await client.subscribe(cursor_subject(relayed.name, relayed.place), cb=handle)
    subject, queried_at_s = query_subject(relayed.name, relayed.place), float("-inf")
    while True:
        table_answer = await _deliver(relayed.socket, await _next_signed(message_queue))
        if table_answer.ask is not None and time.monotonic() - queried_at_s >= QUERY_INTERVAL_S:
            queried_at_s = time.monotonic()
            sealed = sender.seal(subject, msgspec.json.encode(table_answer.ask))
            await publish_best_effort(client, subject, sealed)


async def _next_signed(message_queue: asyncio.Queue[SignedMessage]) -> SignedMessage | None:
    """Return the next message, None if there is no keeper's within `QUERY_INTERVAL_S`.

    `next_msg` of a subscription may swallow a cancellation if a message has just come, so a queue
    is used.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(QUERY_INTERVAL_S):
            return await message_queue.get()
    return None


async def _deliver(socket: Path, signed_message: SignedMessage | None) -> JackpotSocketAnswer:
    try:
        return await asyncio.to_thread(deliver, socket, signed_message)
    except ControlError:
        await asyncio.sleep(RETRY_INTERVAL_S)
        return JackpotSocketAnswer()
