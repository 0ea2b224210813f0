"""What every part has in common, seen from the bus that it hangs on."""

from collections.abc import Sequence

from firmware.core.events import Event
from firmware.core.panel import Panel
from hal.ports import NEVER, Millis


class Part:
    """One part of the table. A reader overrides `poll`, a light or display `show`.

    Every call may raise `hal.errors.HardwareError`: the part is then lost, and is started again
    by its bus when it is back. No call waits longer than one transaction of its wire.
    """

    name: str = "part"
    due: Millis = NEVER
    """When the part next wants to be polled; a part that never does stays at NEVER."""

    def start(self, now: Millis) -> None:
        """Bring the part from any state into the one it works in, and forget what it had said."""

    def poll(self, now: Millis) -> Sequence[Event]:  # noqa: ARG002
        """Return what has happened since the last poll, and set `due`."""
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Make the part agree with `panel`, sending only what differs from what it shows."""

    def blank(self) -> None:
        """Go dark and silent, at the end of the service."""
