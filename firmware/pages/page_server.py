"""Serves a Starlette application to browsers, by uvicorn."""

from collections.abc import Mapping
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from firmware.pages.connection_limits import ConnectionLimits
from firmware.pages.listening_socket import open_listening_socket, page_address

UVICORN_OPTIONS: Final[Mapping[str, Any]] = {
    "loop": "asyncio",
    "http": "h11",
    "lifespan": "off",
    "log_config": None,
    "log_level": "critical",
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,
    "limit_concurrency": 100,
    "h11_max_incomplete_event_size": 16 << 10,
    "timeout_graceful_shutdown": 2,
}
"""Options of every page's server: headers are limited in octets, the shutdown in seconds."""


class PageServer:
    """Listens as soon as it is made. Raises OSError."""

    def __init__(
        self,
        application: ASGIApp,
        bind_address: tuple[str, int],
        limits: ConnectionLimits | None = None,
    ) -> None:
        self._listening_socket = open_listening_socket(*bind_address)
        options = {**UVICORN_OPTIONS, **(limits.server_options() if limits else {})}
        self._uvicorn_server = uvicorn.Server(uvicorn.Config(application, ws="none", **options))

    @property
    def address(self) -> str:
        return page_address(self._listening_socket)

    def run(self) -> None:
        """Serve until a signal or `stop`."""
        with self._listening_socket:
            self._uvicorn_server.run(sockets=[self._listening_socket])

    def stop(self) -> None:
        """Ask the server to stop. Safe from any thread."""
        self._uvicorn_server.should_exit = True
