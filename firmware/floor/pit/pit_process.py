"""The pit's process: a thread follows the ledger, and the page is served until a signal."""

import threading
from collections.abc import Callable

from starlette.types import ASGIApp

from firmware.floor.pit.monitor import FloorMonitor
from firmware.pages.page_server import PageServer


def serve_pit(
    monitor: FloorMonitor,
    asgi_app: ASGIApp,
    host_and_port: tuple[str, int],
    on_ready: Callable[[str], None],
) -> None:
    """Serve until a signal; `on_ready` is called with the address. Raises OSError."""
    server = PageServer(asgi_app, host_and_port)
    threading.Thread(target=monitor.run_until_ended, name="watch", daemon=True).start()
    on_ready(server.address)
    try:
        server.run()
    finally:
        monitor.stop()
