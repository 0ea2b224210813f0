"""The process of the pit: a thread follows the ledger, and the page is served until a signal."""

import threading
from collections.abc import Callable

from starlette.types import ASGIApp

from firmware.floor.pit.monitor import Watch
from firmware.pages.page_server import PageServer


def serve(watch: Watch, app: ASGIApp, place: tuple[str, int], ready: Callable[[str], None]) -> None:
    """Serve until a signal; `ready` is called with the address. Raises OSError."""
    server = PageServer(app, place)
    threading.Thread(target=watch.run, name="watch", daemon=True).start()
    ready(server.address)
    try:
        server.run()
    finally:
        watch.end()
