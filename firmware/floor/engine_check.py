"""Checks that the engine's servers and streams lose nothing that they acknowledge, refuse clients
without a certificate, and let no table reach another's messages.
"""

import asyncio
import re
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Final
from urllib.parse import urlsplit

import msgspec
import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import StorageType, StreamConfig
from nats.js.errors import NotFoundError

from firmware.core.vocabulary.panel import Text
from firmware.floor.certificate_dates import certificate_warnings, handshake_reason
from firmware.floor.connection import EngineServers, tls_context
from firmware.floor.server_certificate import server_certificate_faults
from firmware.floor.streams import MAX_MESSAGE_SIZE, stream_configs
from firmware.floor.wire import MESSAGES_PER_PLACE
from firmware.shell.config.floor import LOCAL_HOSTS

OLDEST_SERVER_VERSION: Final = (2, 10, 0)
"""Older servers lose races within a cluster, and have no setting to sync each write."""
CONNECT_TIMEOUT_S: Final = 5
SHARED_ACCOUNT: Final = "$G"
"""The engine's account of clients that are in none."""
USER_INFO_SUBJECT: Final = "$SYS.REQ.USER.INFO"


async def find_engine_faults(servers: EngineServers, replicas: int) -> list[Text]:
    """Return the faults: of this end's certificates, server by server and then stream by stream."""
    found_faults = [*certificate_warnings(servers.certificates, datetime.now(UTC))]
    streams_checked = False
    for server_address in servers.addresses:
        if not _is_local(server_address):
            found_faults += await _access_faults(server_address, servers)
        try:
            ssl_context = tls_context(servers.certificates)
            found_faults += await server_certificate_faults(server_address, ssl_context)
            client = await _connect_to_server(server_address, ssl_context)
        except (NatsError, OSError, TimeoutError) as error:
            found_faults.append(Text("floor.silent", {"server": server_address}))
            reason = handshake_reason(error, servers.certificates)
            found_faults += [reason] if reason and reason not in found_faults else []
            continue
        try:
            found_faults += _server_faults(server_address, client)
            if not _is_local(server_address):
                found_faults += await _account_faults(server_address, client)
            if not streams_checked:
                found_faults += await _stream_faults(
                    client.jetstream(timeout=CONNECT_TIMEOUT_S), replicas
                )
                streams_checked = True
        finally:
            await client.close()
    return found_faults


def users_fault(found_text: str, expected_text: str) -> Text | None:
    """Return the first line of users.conf that the roster does not have so."""
    lines = zip_longest(found_text.splitlines(), expected_text.splitlines(), fillvalue="")
    for number, (found_line, expected_line) in enumerate(lines, start=1):
        if found_line != expected_line:
            lines_text = {"found": found_line or "–", "wanted": expected_line or "–"}
            return Text("floor.users.differs", {"number": number, **lines_text})
    return None


def _is_local(server_address: str) -> bool:
    """Return whether a server is this machine's alone, which needs no certificates."""
    parts = urlsplit(server_address)
    return parts.scheme == "nats" and parts.hostname in LOCAL_HOSTS


async def _access_faults(server_address: str, servers: EngineServers) -> list[Text]:
    """Return a fault if the server accepts a client without a certificate."""
    without_certificate = ssl.create_default_context(
        cafile=servers.certificates.ca if servers.certificates else None
    )
    try:
        client = await _connect_to_server(server_address, without_certificate)
    except (OSError, TimeoutError, NatsError) as error:
        # refused by its name alone, the client has passed TLS without a certificate
        is_unverified = "authorization" in str(error).lower()
        return [Text("floor.unverified", {"server": server_address})] if is_unverified else []
    await client.close()
    return [Text("floor.anonymous", {"server": server_address})]


async def _account_faults(server_address: str, client: Client) -> list[Text]:
    """Return a fault if tables and services share one account."""
    try:
        answer = await client.request(USER_INFO_SUBJECT, b"", timeout=CONNECT_TIMEOUT_S)
        account = msgspec.json.decode(answer.data)["data"]["account"]
    except (NatsError, TimeoutError, msgspec.DecodeError, KeyError, TypeError):
        account = SHARED_ACCOUNT
    if account != SHARED_ACCOUNT:
        return []
    return [Text("floor.one_account", {"server": server_address})]


async def _connect_to_server(server_address: str, ssl_context: ssl.SSLContext | None) -> Client:
    connection_attempt = nats.connect(
        [server_address],
        tls=ssl_context,
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
    yield from _limit_differences(stream_name, actual_config, expected_config)
    if expected_config.allow_direct and not actual_config.allow_direct:
        yield Text("floor.not_direct", {"stream": stream_name})
    if set(actual_config.subjects or ()) != set(expected_config.subjects or ()):
        yield Text(
            "floor.other_subjects",
            {"stream": stream_name, "subjects": ", ".join(expected_config.subjects or ())},
        )


def _limit_differences(
    stream_name: str, actual_config: StreamConfig, expected_config: StreamConfig
) -> Iterator[Text]:
    """Yield what a stream lets go too soon, or at another place's cost."""
    if expected_config.max_age and 0 < (actual_config.max_age or 0) < expected_config.max_age:
        yield Text("floor.short_lived", {"stream": stream_name})
    quota = expected_config.max_msgs_per_subject
    if actual_config.max_msgs_per_subject != quota:
        values = {"stream": stream_name, "number": quota}
        yield Text("floor.no_quota", values)  # type: ignore[arg-type]
    is_narrow = 0 < (actual_config.max_bytes or 0) < 2 * MESSAGES_PER_PLACE * MAX_MESSAGE_SIZE
    if is_narrow or (actual_config.max_msgs or 0) > 0:
        yield Text("floor.shared_limit", {"stream": stream_name})
    if expected_config.deny_delete and not (actual_config.deny_delete and actual_config.deny_purge):
        yield Text("floor.deletable", {"stream": stream_name})
