"""The connection of a process to the engine's servers. It is retried without limit."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Final, NamedTuple

from nats.aio.client import Client
from nats.errors import Error as NatsError

from firmware.core.vocabulary.panel import Text
from firmware.floor.certificate_dates import certificate_warnings, handshake_reason
from firmware.floor.log import WriteLog
from firmware.shell.config.settings import Certificates

RETRY_INTERVAL_S: Final = 1
PING_INTERVAL_S: Final = 3
"""How often a server is pinged. A server without power or network does not close the connection:
after three pings without an answer another server is tried.
"""
CERTIFICATE_INTERVAL_S: Final = 20.0
"""How often it is looked whether the certificates' files have changed."""
WARNING_INTERVAL_S: Final = 24 * 60 * 60.0


class EngineServers(NamedTuple):
    """The engine's addresses, and the certificates to authenticate with."""

    addresses: Sequence[str]
    certificates: Certificates | None = None

    @property
    def addresses_text(self) -> str:
        return ", ".join(self.addresses)


class ConnectionLog:
    """Logs the changes of a connection, each once until it is found again."""

    def __init__(self, servers: EngineServers, write_log: WriteLog) -> None:
        self._servers = servers
        self._write_log = write_log
        self._logged: list[Text] = []

    async def on_found(self) -> None:
        self._logged.clear()
        self._write_log(Text("floor.found", {"servers": self._servers.addresses_text}))

    async def on_lost(self) -> None:
        self._log_once(Text("floor.lost", {"servers": self._servers.addresses_text}))

    async def on_error(self, error: Exception) -> None:
        """Log that the engine is lost, and the certificate that is the reason if one is."""
        if isinstance(error, OSError | TimeoutError):
            await self.on_lost()
        reason = handshake_reason(error, self._servers.certificates)
        if reason:
            self._log_once(reason)

    def warn(self) -> None:
        """Log the certificates that run out soon."""
        for warning in certificate_warnings(self._servers.certificates, datetime.now(UTC)):
            self._logged.append(warning)
            self._write_log(warning)

    def _log_once(self, text: Text) -> None:
        if text not in self._logged:
            self._logged.append(text)
            self._write_log(text)


@asynccontextmanager
async def connected(
    servers: EngineServers, client_name: str, write_log: WriteLog
) -> AsyncIterator[Client]:
    """Yield a connection once a server answers; it reconnects by itself, also with a certificate
    that has taken the place of the one before. Raises OSError if the certificates can't be read.
    """
    client, connection_log = Client(), ConnectionLog(servers, write_log)
    connection_log.warn()
    certificate_watch = asyncio.create_task(watch_certificates(client, servers, connection_log))
    try:
        await _connect(client, servers, client_name, connection_log)
        yield client
    finally:
        certificate_watch.cancel()
        await client.close()


async def _connect(
    client: Client, servers: EngineServers, client_name: str, connection_log: ConnectionLog
) -> None:
    await client.connect(
        [*servers.addresses],
        name=client_name,
        inbox_prefix=inbox_prefix(client_name),
        tls=tls_context(servers.certificates),
        max_reconnect_attempts=-1,
        reconnect_time_wait=RETRY_INTERVAL_S,
        ping_interval=PING_INTERVAL_S,
        disconnected_cb=connection_log.on_lost,
        reconnected_cb=connection_log.on_found,
        error_cb=connection_log.on_error,
        allow_reconnect=True,
    )
    await connection_log.on_found()


async def watch_certificates(
    client: Client, servers: EngineServers, connection_log: ConnectionLog
) -> None:
    """Connect with other certificates soon after their files have changed, for ever; warn each day
    of one that runs out.
    """
    seen, warned_at = _file_stamps(servers.certificates), time.monotonic()
    while servers.certificates:
        await asyncio.sleep(CERTIFICATE_INTERVAL_S)
        if time.monotonic() - warned_at >= WARNING_INTERVAL_S:
            warned_at = time.monotonic()
            connection_log.warn()
        stamps = _file_stamps(servers.certificates)
        # a file that is still being written can't be read, and is tried again
        if stamps != seen and (context := _readable_context(servers.certificates)):
            seen = stamps
            # the library reads the context again for each attempt
            client.options["tls"] = context
            await client.force_reconnect()


def _file_stamps(certificates: Certificates | None) -> list[tuple[int, int]]:
    """Return inode and time of each file; a missing one is left out."""
    stamps = []
    for path in (
        (certificates.ca, certificates.certificate, certificates.key) if certificates else ()
    ):
        with suppress(OSError):
            status = path.stat()
            stamps.append((status.st_ino, status.st_mtime_ns))
    return stamps


def _readable_context(certificates: Certificates) -> ssl.SSLContext | None:
    try:
        return tls_context(certificates)
    except OSError:
        return None


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
