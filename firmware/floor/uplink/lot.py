"""Carries the keeper's messages to a table of the lot, and the table's questions to the keeper.

The table checks who has signed. Whoever passes a message on can hold it back, and no more.
"""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.floor.connection import AGAIN_S, tell
from firmware.shell.jackpot.signed import Signed
from firmware.shell.jackpot.socket import LotAnswer, pass_on
from firmware.shell.sockets.line_client import ControlError

ASK_S: Final = 2.0
"""How often a table that waits for an answer is heard by the keeper."""
MOST_WAITING: Final = 16
"""Messages that wait for the table: those beyond are dropped, and newer ones come."""


async def relay(client: Client, lot: str, table: str, socket: Path) -> None:
    """Serve a table at its socket, for ever."""
    heard: asyncio.Queue[Msg] = asyncio.Queue(MOST_WAITING)

    async def hear(message: Msg) -> None:
        with suppress(asyncio.QueueFull):
            heard.put_nowait(message)

    await client.subscribe(f"floor.lot.{lot}.*", cb=hear)
    asked = float("-inf")
    while True:
        answer = await _passed_on(socket, await _next(heard))
        if answer.ask is not None and time.monotonic() - asked >= ASK_S:
            asked = time.monotonic()
            await tell(client, f"floor.lot.{lot}.ask.{table}", msgspec.json.encode(answer.ask))


async def _next(heard: asyncio.Queue[Msg]) -> Signed | None:
    """Return the next message, None if there is no keeper's within `ASK_S`.

    `next_msg` of a subscription may swallow that its task is to end, if a message has just come.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(ASK_S):
            return _signed(await heard.get())
    return None


def _signed(message: Msg) -> Signed | None:
    """Return a message of a keeper's, None of anything else."""
    try:
        return msgspec.json.decode(message.data, type=Signed)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


async def _passed_on(socket: Path, signed: Signed | None) -> LotAnswer:
    try:
        return await asyncio.to_thread(pass_on, socket, signed)
    except ControlError:
        await asyncio.sleep(AGAIN_S)
        return LotAnswer()
