"""The connection of a process to the engine's servers. It is retried without limit."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError

from firmware.core.vocabulary.panel import Text
from firmware.floor.log import WriteLog
from firmware.shell.config.settings import Certificates

RETRY_INTERVAL_S: Final = 1.0
PING_INTERVAL_S: Final = 3
"""How often a server is pinged. A server without power or network does not close the connection:
after three pings without an answer another server is tried.
"""


class EngineServers(NamedTuple):
    """The engine's addresses, and the certificates to authenticate with."""

    addresses: Sequence[str]
    certificates: Certificates | None = None

    @property
    def addresses_text(self) -> str:
        return ", ".join(self.addresses)


@asynccontextmanager
async def connected(
    servers: EngineServers, client_name: str, write_log: WriteLog
) -> AsyncIterator[Client]:
    """Yield a connection once a server answers; it reconnects by itself. Raises OSError if the
    certificates can't be read.
    """
    client = await _connect_until_reached(servers, client_name, write_log)
    try:
        yield client
    finally:
        await client.close()


async def _connect_until_reached(
    servers: EngineServers, client_name: str, write_log: WriteLog
) -> Client:
    lost_text = Text("floor.lost", {"servers": servers.addresses_text})
    found_text = Text("floor.found", {"servers": servers.addresses_text})
    ssl_context, is_lost_logged = tls_context(servers.certificates), False

    async def on_disconnected() -> None:
        write_log(lost_text)

    async def on_reconnected() -> None:
        write_log(found_text)

    async def on_error(_: Exception) -> None:
        """Ignore the error: `on_disconnected` logs a lost engine once."""

    # the library reconnects for ever, but only once it has been connected: the first attempt is
    # repeated here
    while True:
        try:
            client = await nats.connect(
                [*servers.addresses],
                name=client_name,
                inbox_prefix=inbox_prefix(client_name),
                tls=ssl_context,
                max_reconnect_attempts=-1,
                reconnect_time_wait=RETRY_INTERVAL_S,
                ping_interval=PING_INTERVAL_S,
                disconnected_cb=on_disconnected,
                reconnected_cb=on_reconnected,
                error_cb=on_error,
                allow_reconnect=True,
            )
        except (NatsError, OSError, TimeoutError):
            if not is_lost_logged:
                write_log(lost_text)
            is_lost_logged = True
            await asyncio.sleep(RETRY_INTERVAL_S)
        else:
            write_log(found_text)
            return client


async def publish_best_effort(client: Client, subject: str, payload: bytes) -> bool:
    """Publish a message that has no value later; return whether a server was there to take it."""
    try:
        if client.is_connected:
            await client.publish(subject, payload)
            return True
    except NatsError:
        pass
    return False


def inbox_prefix(client_name: str) -> str:
    """Return the subject prefix of a process's answers; users.conf lets no other process subscribe
    to it.
    """
    return f"_INBOX.{client_name}"


def tls_context(certificates: Certificates | None) -> ssl.SSLContext | None:
    """Return the TLS context in which both ends authenticate. Raises OSError if a file of it can't
    be read.
    """
    if certificates is None:
        return None
    ssl_context = ssl.create_default_context(cafile=certificates.ca)
    ssl_context.load_cert_chain(certificates.certificate, certificates.key)
    return ssl_context
