"""Relays the keeper's messages to a table, and the table's queries to the keeper.

The table checks the signatures. A relay can withhold a message, and nothing more.
"""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.floor.connection import RETRY_INTERVAL_S, publish_best_effort
from firmware.shell.jackpot.jackpot_socket import JackpotSocketAnswer, deliver
from firmware.shell.jackpot.signed_messages import SignedMessage
from firmware.shell.sockets.line_client import ControlError

QUERY_INTERVAL_S: Final = 2.0
"""How often the query of a table is sent until it is answered."""
MAX_QUEUED: Final = 16
"""Messages that wait for the table: those beyond are dropped, as newer ones follow."""


async def relay_jackpot(client: Client, jackpot_name: str, table_name: str, socket: Path) -> None:
    """Serve a table at its socket, for ever."""
    message_queue: asyncio.Queue[Msg] = asyncio.Queue(MAX_QUEUED)

    async def on_message(message: Msg) -> None:
        with suppress(asyncio.QueueFull):
            message_queue.put_nowait(message)

    await client.subscribe(f"floor.lot.{jackpot_name}.*", cb=on_message)
    queried_at_s = float("-inf")
    while True:
        table_answer = await _deliver(socket, await _next_signed(message_queue))
        if table_answer.ask is not None and time.monotonic() - queried_at_s >= QUERY_INTERVAL_S:
            queried_at_s = time.monotonic()
            await publish_best_effort(
                client,
                f"floor.lot.{jackpot_name}.ask.{table_name}",
                msgspec.json.encode(table_answer.ask),
            )


async def _next_signed(message_queue: asyncio.Queue[Msg]) -> SignedMessage | None:
    """Return the next message, None if there is no keeper's within `QUERY_INTERVAL_S`.

    `next_msg` of a subscription may swallow a cancellation if a message has just come, so a queue
    is used.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(QUERY_INTERVAL_S):
            return _decode_signed(await message_queue.get())
    return None


def _decode_signed(message: Msg) -> SignedMessage | None:
    """Return a message of a keeper, None if it is not one."""
    try:
        return msgspec.json.decode(message.data, type=SignedMessage)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


async def _deliver(socket: Path, signed_message: SignedMessage | None) -> JackpotSocketAnswer:
    try:
        return await asyncio.to_thread(deliver, socket, signed_message)
    except ControlError:
        await asyncio.sleep(RETRY_INTERVAL_S)
        return JackpotSocketAnswer()
