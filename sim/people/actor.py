"""The abilities of a person at a simulated table: reads the status, acts, takes his time."""

from collections.abc import Callable
from threading import Event
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import ControlError
from sim.people.hands import TableHands

STATUS_POLL_MS: Final = 20
REACTION_MS: Final = 3000
"""The interval at which he reads the status while he waits for the table, and the longest wait."""
PAUSE_SLICE_MS: Final = 100


class Dismissed(Exception):
    """The table is closing down: its people stop."""


class Actor:
    """Reads the status, takes his time and presses keys.

    `speed` divides only human pauses, not the time that the table's parts need to read his acts.
    """

    def __init__(
        self, hands: TableHands, read_status: Callable[[], Status], speed_factor: float = 1.0
    ) -> None:
        """Take a place at the table. `read_status` raises ControlError while its service is off."""
        self.hands = hands
        self.read_status = read_status
        self.dismissed = Event()
        self.speed_factor = speed_factor
        self.pass_time = hands.wait
        """How time passes: a person who shares his hands replaces it, to lend them meanwhile."""

    def repeat_until_stopped(self, step: Callable[[], None], stop_event: Event) -> None:
        """Repeat a step until stopped."""
        self.dismissed = stop_event
        try:
            while not stop_event.is_set():
                step()
        except Dismissed:
            return

    def pause(self, duration_ms: int) -> None:
        """Take one's time. Raises Dismissed."""
        # In slices, so that a dismissal or a new speed takes effect during a long pause.
        remaining_ms = float(duration_ms)
        while (slice_ms := int(min(remaining_ms / self.speed_factor, PAUSE_SLICE_MS))) > 0:
            self.wait(slice_ms)
            remaining_ms -= slice_ms * self.speed_factor

    def wait(self, duration_ms: int) -> None:
        """Let so much of the table's time pass, at any speed. Raises Dismissed."""
        if self.dismissed.is_set():
            raise Dismissed
        self.pass_time(duration_ms)

    def wait_until(
        self,
        is_met: Callable[[Status], bool],
        max_ms: int = REACTION_MS,
        interval_ms: int = STATUS_POLL_MS,
    ) -> bool:
        """Wait until the table's status meets a condition; return whether it does."""
        for _ in range(0, max_ms, interval_ms):
            if is_met(self.read_status()):
                return True
            self.wait(interval_ms)
        return is_met(self.read_status())

    def press_key(self, key: Key) -> bool:
        """Press a key; return whether something else is asked for then."""
        prompt = self.read_status().ask
        self.hands.press_key(key)
        return self.wait_until(lambda status: status.ask != prompt)

    # where the service may be off

    def try_read_status(self) -> Status | None:
        """Return the table's status; None while its service is off."""
        try:
            return self.read_status()
        except ControlError:
            return None

    def await_change(
        self, status_before: Status | None, status_part: Callable[[Status], object], max_ms: int
    ) -> None:
        """Wait until the status differs from `shown`, as long as the service is on."""
        if status_before is None:
            return
        try:
            self.wait_until(
                lambda current: status_part(current) != status_part(status_before), max_ms
            )
        except ControlError:
            return
