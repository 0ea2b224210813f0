"""A table's view to the pit: when it has changed, and each five seconds."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec
from nats.aio.client import Client

from firmware.floor.reaching import tell
from firmware.floor.seen import Seen, View, view_of
from firmware.floor.uplink.behind import Behind
from firmware.shell.sockets.control import ask
from firmware.shell.sockets.line_client import ControlError

LOOK_S: Final = 0.5
AGAIN_S: Final = 5.0
"""After which a view is sent again, changed or not."""


class Due:
    """Which views are sent."""

    def __init__(self) -> None:
        self._last: View | None = None
        self._sent = float("-inf")

    def is_due(self, view: View | None, now: float) -> bool:
        """Return whether a view is sent at this time, in seconds; then it is the last one."""
        if view == self._last and now - self._sent < AGAIN_S:
            return False
        self._last, self._sent = view, now
        return True


async def show(client: Client, table: str, control: Path, behind: Behind) -> None:
    """Look at the table at its control socket, and show it to the pit, for ever."""
    due = Due()
    while True:
        view = await asyncio.to_thread(_look, control)
        now = time.monotonic()
        if due.is_due(view, now):
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            seen = Seen(at, view, behind.seconds(now))
            await tell(client, f"floor.seen.{table}", msgspec.json.encode(seen))
        await asyncio.sleep(LOOK_S)


def _look(control: Path) -> View | None:
    try:
        return view_of(ask(control))
    except ControlError:
        return None
