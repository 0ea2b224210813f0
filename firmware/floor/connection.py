"""The connection of one process to the engine's servers, which it waits for as long as it takes."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.settings import Certificates

Say = Callable[[Text], None]
"""Writes a line to the log."""

AGAIN_S: Final = 1.0
PING_S: Final = 3
"""How often a server is asked whether it is there. One that has lost its power or its wire says no
more that it is gone: after three asks without an answer another one is reached.
"""


class Servers(NamedTuple):
    """Where the engine is, and with what it is reached."""

    addresses: Sequence[str]
    certificates: Certificates | None = None

    @property
    def shown(self) -> str:
        return ", ".join(self.addresses)


@asynccontextmanager
async def reached(servers: Servers, name: str, say: Say) -> AsyncIterator[Client]:
    """Give a connection once a server answers; it comes back by itself. Raises OSError if the
    certificates can't be read.
    """
    client = await _connect(servers, name, say)
    try:
        yield client
    finally:
        await client.close()


async def _connect(servers: Servers, name: str, say: Say) -> Client:
    lost, found = (Text(f"floor.{what}", {"servers": servers.shown}) for what in ("lost", "found"))
    proof, told = secret(servers.certificates), False

    async def on_lost() -> None:
        say(lost)

    async def on_found() -> None:
        say(found)

    async def on_error(_: Exception) -> None:
        """A lost engine is said once, when it is lost."""

    while True:
        try:
            client = await nats.connect(
                [*servers.addresses],
                name=name,
                inbox_prefix=inbox(name),
                tls=proof,
                max_reconnect_attempts=-1,
                reconnect_time_wait=AGAIN_S,
                ping_interval=PING_S,
                disconnected_cb=on_lost,
                reconnected_cb=on_found,
                error_cb=on_error,
                allow_reconnect=True,
            )
        except (NatsError, OSError, TimeoutError):
            if not told:
                say(lost)
            told = True
            await asyncio.sleep(AGAIN_S)
        else:
            say(found)
            return client


async def tell(client: Client, subject: str, octets: bytes) -> bool:
    """Publish a message that nobody needs later; return whether a server was there to take it."""
    try:
        if client.is_connected:
            await client.publish(subject, octets)
            return True
    except NatsError:
        pass
    return False


def inbox(name: str) -> str:
    """Return under which subjects a process gets its answers: nobody else may hear them."""
    return f"_INBOX.{name}"


def secret(certificates: Certificates | None) -> ssl.SSLContext | None:
    """Return the context in which both ends prove who they are. Raises OSError if a file of it
    can't be read.
    """
    if certificates is None:
        return None
    context = ssl.create_default_context(cafile=certificates.ca)
    context.load_cert_chain(certificates.certificate, certificates.key)
    return context
