"""The pit's subscription at the engine: it receives heartbeats, and publishes nothing."""

import asyncio
import threading
from typing import Final

from nats.aio.msg import Msg

from firmware.floor.connection import EngineServers, connected
from firmware.floor.log import WriteLog
from firmware.floor.pit.heartbeats import Heartbeats

CONNECTION_INTERVAL_S: Final = 1.0


def start_subscriber(heartbeats: Heartbeats, servers: EngineServers, write_log: WriteLog) -> None:
    """Receive heartbeats in a thread of its own, until the process ends."""
    subscriber = receive_heartbeats(heartbeats, servers, write_log)
    threading.Thread(target=asyncio.run, args=(subscriber,), name="hearing", daemon=True).start()


async def receive_heartbeats(
    heartbeats: Heartbeats, servers: EngineServers, write_log: WriteLog
) -> None:
    """Receive heartbeats, for ever. Raises OSError if the certificates can't be read."""
    async with connected(servers, "pit", write_log) as client:

        async def on_heartbeat(message: Msg) -> None:
            heartbeats.receive(message.subject.rpartition(".")[2], message.data)

        await client.subscribe("floor.seen.*", cb=on_heartbeat)
        while True:
            heartbeats.set_connected(is_connected=client.is_connected)
            await asyncio.sleep(CONNECTION_INTERVAL_S)
