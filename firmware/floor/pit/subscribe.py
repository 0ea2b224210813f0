"""The pit at the engine: it hears what tables show, and says nothing."""

import asyncio
import threading
from typing import Final

from nats.aio.msg import Msg

from firmware.floor.connection import Say, Servers, reached
from firmware.floor.pit.heartbeats import Sights

LOOK_S: Final = 1.0


def begin_hearing(sights: Sights, servers: Servers, say: Say) -> None:
    """Hear all tables in a thread of its own, until the process ends."""
    hearing = hear(sights, servers, say)
    threading.Thread(target=asyncio.run, args=(hearing,), name="hearing", daemon=True).start()


async def hear(sights: Sights, servers: Servers, say: Say) -> None:
    """Hear all tables, for ever. Raises OSError if the certificates can't be read."""
    async with reached(servers, "pit", say) as client:

        async def take(message: Msg) -> None:
            sights.hear(message.subject.rpartition(".")[2], message.data)

        await client.subscribe("floor.seen.*", cb=take)
        while True:
            sights.reached(now=client.is_connected)
            await asyncio.sleep(LOOK_S)
