"""Checks that the engine's servers and streams lose nothing that they acknowledge."""

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
from firmware.floor.connection import EngineServers, tls_context
from firmware.floor.streams import stream_configs

OLDEST_SERVER_VERSION: Final = (2, 10, 0)
"""Older servers lose races within a cluster, and have no setting to sync each write."""
CONNECT_TIMEOUT_S: Final = 5


async def find_engine_faults(servers: EngineServers, replicas: int) -> list[Text]:
    """Return the faults, server by server and then stream by stream."""
    found_faults: list[Text] = []
    streams_checked = False
    for server_address in servers.addresses:
        try:
            client = await _connect_to_server(server_address, servers)
        except (NatsError, OSError, TimeoutError):
            found_faults.append(Text("floor.silent", {"server": server_address}))
            continue
        try:
            found_faults += _server_faults(server_address, client)
            if not streams_checked:
                found_faults += await _stream_faults(
                    client.jetstream(timeout=CONNECT_TIMEOUT_S), replicas
                )
                streams_checked = True
        finally:
            await client.close()
    return found_faults


async def _connect_to_server(server_address: str, servers: EngineServers) -> Client:
    connection_attempt = nats.connect(
        [server_address],
        tls=tls_context(servers.certificates),
        allow_reconnect=False,
        connect_timeout=CONNECT_TIMEOUT_S,
        error_cb=_ignore_error,
    )
    return await asyncio.wait_for(connection_attempt, CONNECT_TIMEOUT_S)


async def _ignore_error(_: Exception) -> None:
    """Ignore the error: the caller reports the server as silent."""


def _server_faults(server_address: str, client: Client) -> Iterator[Text]:
    version = str(client.connected_server_version)
    version_numbers = tuple(map(int, re.findall(r"\d+", version)[:3]))
    if version_numbers < OLDEST_SERVER_VERSION:
        values = {"server": server_address, "version": version, "least": "2.10"}
        yield Text("floor.old_server", values)


async def _stream_faults(jetstream: JetStreamContext, replicas: int) -> list[Text]:
    found_faults: list[Text] = []
    for expected_config in stream_configs(replicas):
        stream_name = expected_config.name or ""
        try:
            actual_config = (await jetstream.stream_info(stream_name)).config
        except NotFoundError:
            found_faults.append(Text("floor.no_stream", {"stream": stream_name}))
        except (NatsError, OSError, TimeoutError):
            return [*found_faults, Text("floor.no_jetstream")]
        else:
            found_faults += _stream_differences(stream_name, actual_config, expected_config)
    return found_faults


def _stream_differences(
    stream_name: str, actual_config: StreamConfig, expected_config: StreamConfig
) -> Iterator[Text]:
    if (actual_config.num_replicas or 1) < (expected_config.num_replicas or 1):
        values = {
            "stream": stream_name,
            "number": actual_config.num_replicas or 1,
            "least": expected_config.num_replicas,
        }
        yield Text("floor.few_replicas", values)  # type: ignore[arg-type]
    if actual_config.storage == StorageType.MEMORY:
        yield Text("floor.in_memory", {"stream": stream_name})
    if expected_config.max_age and 0 < (actual_config.max_age or 0) < expected_config.max_age:
        yield Text("floor.short_lived", {"stream": stream_name})
    if not actual_config.allow_direct:
        yield Text("floor.not_direct", {"stream": stream_name})
    if set(actual_config.subjects or ()) != set(expected_config.subjects or ()):
        yield Text(
            "floor.other_subjects",
            {"stream": stream_name, "subjects": ", ".join(expected_config.subjects or ())},
        )
