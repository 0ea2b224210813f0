"""Whether the engine's servers and streams are such that nothing which they acknowledge is lost."""

import asyncio
import re
from collections.abc import Iterator
from typing import Final

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import StorageType, StreamConfig
from nats.js.errors import NotFoundError

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import Servers, secret
from firmware.floor.streams import streams

OLDEST: Final = (2, 10, 0)
"""Older servers lose races within a cluster, and can't be told to sync each write."""
PATIENCE_S: Final = 5


async def faults(servers: Servers, replicas: int) -> list[Text]:
    """Return what is amiss, server by server and then stream by stream."""
    found: list[Text] = []
    checked = False
    for address in servers.addresses:
        try:
            client = await _connect(address, servers)
        except (NatsError, OSError, TimeoutError):
            found.append(Text("floor.silent", {"server": address}))
            continue
        try:
            found += _of_server(address, client)
            if not checked:
                found += await _of_streams(client.jetstream(timeout=PATIENCE_S), replicas)
                checked = True
        finally:
            await client.close()
    return found


async def _connect(address: str, servers: Servers) -> Client:
    connecting = nats.connect(
        [address],
        tls=secret(servers.certificates),
        allow_reconnect=False,
        connect_timeout=PATIENCE_S,
        error_cb=_unsaid,
    )
    return await asyncio.wait_for(connecting, PATIENCE_S)


async def _unsaid(_: Exception) -> None:
    """The fault says it."""


def _of_server(address: str, client: Client) -> Iterator[Text]:
    version = str(client.connected_server_version)
    numbers = tuple(map(int, re.findall(r"\d+", version)[:3]))
    if numbers < OLDEST:
        values = {"server": address, "version": version, "least": "2.10"}
        yield Text("floor.old_server", values)


async def _of_streams(engine: JetStreamContext, replicas: int) -> list[Text]:
    found: list[Text] = []
    for wanted in streams(replicas):
        name = wanted.name or ""
        try:
            there = (await engine.stream_info(name)).config
        except NotFoundError:
            found.append(Text("floor.no_stream", {"stream": name}))
        except (NatsError, OSError, TimeoutError):
            return [*found, Text("floor.no_jetstream")]
        else:
            found += _differences(name, there, wanted)
    return found


def _differences(name: str, there: StreamConfig, wanted: StreamConfig) -> Iterator[Text]:
    if (there.num_replicas or 1) < (wanted.num_replicas or 1):
        values = {"stream": name, "number": there.num_replicas or 1, "least": wanted.num_replicas}
        yield Text("floor.few_replicas", values)  # type: ignore[arg-type]
    if there.storage == StorageType.MEMORY:
        yield Text("floor.in_memory", {"stream": name})
    if wanted.max_age and 0 < (there.max_age or 0) < wanted.max_age:
        yield Text("floor.short_lived", {"stream": name})
    if not there.allow_direct:
        yield Text("floor.not_direct", {"stream": name})
    if set(there.subjects or ()) != set(wanted.subjects or ()):
        yield Text(
            "floor.other_subjects", {"stream": name, "subjects": ", ".join(wanted.subjects or ())}
        )
