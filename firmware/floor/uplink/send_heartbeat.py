"""A view to the pit: when it has changed, and each five seconds."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from nats.aio.client import Client

from firmware.floor.connection import tell
from firmware.floor.heartbeat import AnySeen, Seen, view_of
from firmware.floor.uplink.lag import Behind
from firmware.shell.sockets.control import ask
from firmware.shell.sockets.line_client import ControlError

LOOK_S: Final = 0.5
AGAIN_S: Final = 5.0
"""After which a view is sent again, changed or not."""


class Due:
    """Which views are sent."""

    def __init__(self) -> None:
        self._last: object = None
        self._sent = float("-inf")

    def is_due(self, view: object, now: float) -> bool:
        """Return whether a view is sent at this time, in seconds; then it is the last one."""
        if view == self._last and now - self._sent < AGAIN_S:
            return False
        self._last, self._sent = view, now
        return True


async def show(client: Client, name: str, look: Callable[[str], AnySeen]) -> None:
    """Show to the pit what `look` finds at a time in ISO 8601, for ever."""
    due = Due()
    while True:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        seen = await asyncio.to_thread(look, at)
        if due.is_due(seen.view, time.monotonic()):
            await tell(client, f"floor.seen.{name}", msgspec.json.encode(seen))
        await asyncio.sleep(LOOK_S)


def table_seen(control: Path, behind: Behind, at: str) -> Seen:
    """Look at a table at its control socket."""
    try:
        view = view_of(ask(control))
    except ControlError:
        view = None
    return Seen(at, view, behind.seconds(time.monotonic()))
