"""The process of the pit: a thread follows the ledger, and the page is served until a signal."""

import socket
import threading
from collections.abc import Callable
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from firmware.floor.pit.watch import Watch

LONGEST_HEADERS: Final = 16 << 10
MOST_CONNECTIONS: Final = 100
ENDS_S: Final = 2


def serve(watch: Watch, app: ASGIApp, place: tuple[str, int], ready: Callable[[str], None]) -> None:
    """Serve until a signal; `ready` is called with the address. Raises OSError."""
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
    with socket.create_server(place) as listening:
        # connections inherit it: else the end of each answer waits for an acknowledgement
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=watch.run, name="watch", daemon=True).start()
        host, port = listening.getsockname()[:2]
        ready(f"http://{host}:{port}/")
        try:
            uvicorn.Server(config).run(sockets=[listening])
        finally:
            watch.end()
