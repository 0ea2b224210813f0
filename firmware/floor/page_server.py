"""Serves a page to browsers: the pit's, or a hall's screens."""

import socket
from typing import Final

import uvicorn
from starlette.types import ASGIApp

LONGEST_HEADERS: Final = 16 << 10
MOST_CONNECTIONS: Final = 100
ENDS_S: Final = 2


class PageServer:
    """Listens at an address as soon as it is made. Raises OSError."""

    def __init__(self, app: ASGIApp, place: tuple[str, int]) -> None:
        self._listening = socket.create_server(place)
        # connections inherit it: else the end of each answer waits for an acknowledgement
        self._listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        config = uvicorn.Config(
            app,
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=LONGEST_HEADERS,
            timeout_graceful_shutdown=ENDS_S,
        )
        self._server = uvicorn.Server(config)

    @property
    def address(self) -> str:
        host, port = self._listening.getsockname()[:2]
        return f"http://{host}:{port}/"

    def run(self) -> None:
        """Serve until a signal, or the end."""
        with self._listening:
            self._server.run(sockets=[self._listening])

    def end(self) -> None:
        """Have it end soon. Safe from any thread."""
        self._server.should_exit = True
