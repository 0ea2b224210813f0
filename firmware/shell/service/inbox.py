"""Events and calls from other threads for the loop of a service."""

import queue
from collections.abc import Callable
from typing import TypeVar

from firmware.core.vocabulary.events import Event
from firmware.shell.parts.call_in_turn import CallInTurn

Result = TypeVar("Result")


class Inbox:
    """The loop waits for events and calls at once. Safe from any thread."""

    def __init__(self) -> None:
        self._events: queue.SimpleQueue[list[Event]] = queue.SimpleQueue()
        self._acts: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def put(self, events: list[Event]) -> None:
        """Pass events to the table; an empty list only wakes the loop."""
        self._events.put(events)

    def do(self, act: Callable[[], None]) -> None:
        """Have the loop call `act` in its next turn."""
        self._acts.put(act)
        self.put([])

    def ask(self, act: Callable[[], Result], patience_s: float) -> Result:
        """Run `act` in the loop's thread, and return its result; not from that thread.

        Raises TimeoutError if the loop does not get to it.
        """
        call = CallInTurn(act)
        self.do(call.run)
        return call.result(patience_s)

    def wait(self, wait_ms: int) -> list[Event]:
        """Return the next events; none after `wait_ms`, or if the loop was woken for a call."""
        try:
            return self._events.get(timeout=wait_ms / 1000)
        except queue.Empty:
            return []

    def act(self) -> None:
        """Make the calls that have come."""
        while not self._acts.empty():
            self._acts.get()()
