"""Serves an application of Starlette to browsers, by uvicorn."""

from collections.abc import Mapping
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from firmware.pages.listening import listen, url

UVICORN: Final[Mapping[str, Any]] = {
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
"""How each page is served: octets of a request's headers, and seconds to the end."""


class PageServer:
    """Listens at an address as soon as it is made. Raises OSError."""

    def __init__(self, app: ASGIApp, place: tuple[str, int]) -> None:
        self._listening = listen(*place)
        self._server = uvicorn.Server(uvicorn.Config(app, ws="none", **UVICORN))

    @property
    def address(self) -> str:
        return url(self._listening)

    def run(self) -> None:
        """Serve until a signal, or the end."""
        with self._listening:
            self._server.run(sockets=[self._listening])

    def end(self) -> None:
        """Have it end soon. Safe from any thread."""
        self._server.should_exit = True
