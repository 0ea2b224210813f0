"""Events and calls from other threads for the loop of a service."""

import queue
from collections.abc import Callable
from typing import TypeVar

from firmware.core.vocabulary.events import Event
from firmware.shell.parts.thread_call import ThreadCall

Result = TypeVar("Result")


class ServiceInbox:
    """The loop waits for events and calls at once. Safe from any thread."""

    def __init__(self) -> None:
        self._events: queue.SimpleQueue[list[Event]] = queue.SimpleQueue()
        self._pending_calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def put_events(self, events: list[Event]) -> None:
        """Pass events to the table; an empty list only wakes the loop."""
        self._events.put(events)

    def call_soon(self, operation: Callable[[], None]) -> None:
        """Have the loop call `operation` in its next cycle."""
        self._pending_calls.put(operation)
        # the loop waits for events alone: an empty list wakes it for the call
        self.put_events([])

    def call_and_wait(self, operation: Callable[[], Result], timeout_s: float) -> Result:
        """Run `operation` in the loop's thread, and return its result; not from that thread.

        Raises TimeoutError if the loop does not get to it.
        """
        thread_call = ThreadCall(operation)
        self.call_soon(thread_call.run)
        return thread_call.result(timeout_s)

    def wait_events(self, wait_ms: int) -> list[Event]:
        """Return the next events; none after `wait_ms`, or if the loop was woken for a call."""
        try:
            return self._events.get(timeout=wait_ms / 1000)
        except queue.Empty:
            return []

    def run_calls(self) -> None:
        """Make the calls that have come."""
        while not self._pending_calls.empty():
            self._pending_calls.get()()
