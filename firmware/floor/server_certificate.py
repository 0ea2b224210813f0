"""The certificate that a server of the engine shows, and when it runs out."""

import asyncio
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.floor.certificate_dates import WARNED_BEFORE

HANDSHAKE_TIMEOUT_S: Final = 5


async def server_certificate_faults(
    server_address: str, ssl_context: ssl.SSLContext | None
) -> list[Text]:
    """Return the warning of a server's certificate. Raises OSError or TimeoutError if the server is
    not reached, or its certificate refused.
    """
    if ssl_context is None:
        return []
    async with asyncio.timeout(HANDSHAKE_TIMEOUT_S):
        ends = await _certificate_end(server_address, ssl_context)
    days = (ends - datetime.now(UTC)).days
    values: TextValues = {"server": server_address, "day": f"{ends:%Y-%m-%d}", "days": days}
    return [Text("floor.tls.server_ends", values)] if days < WARNED_BEFORE.days else []


async def _certificate_end(server_address: str, ssl_context: ssl.SSLContext) -> datetime:
    server = urlsplit(server_address)
    reader, writer = await asyncio.open_connection(server.hostname, server.port)
    try:
        await reader.readline()  # the engine speaks first, and only then takes a handshake
        await writer.start_tls(ssl_context, server_hostname=server.hostname)
        end_text = writer.get_extra_info("peercert")["notAfter"]
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(end_text), UTC)
