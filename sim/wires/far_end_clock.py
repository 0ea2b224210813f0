"""The time that one far end has had to act in."""

import threading
import time
from collections.abc import Callable
from typing import Final

MAX_LEAD_NS: Final = 5_000_000
"""The maximum counted of a delay, and the maximum lead of a far end over the others: more than a
quiet machine needs to wake a thread. Both together, and the same again for the delivery of an
answer, are less than the shortest time-out of an answer (25 ms, PN532).
"""
NEVER_NS: Final = 1 << 62
_WORKING: Final = 0
MAX_POLL_GAP_NS: Final = 5_000_000
"""The maximum counted from one reading of a pin to the next: the longest pause of a driver."""
UNWATCHED_NS: Final = 1_000_000_000


class FarEndClock:
    """The time of a far end, which sleeps until a moment or until input comes, and then works.

    A sleep counts in full. From its end until the next sleep other threads may delay it: of that at
    most MAX_LEAD_NS count. `has_input` returns whether input waits for a sleeping far end. Moments
    are those of CLOCK_MONOTONIC, in ns. Safe from any thread.
    """

    def __init__(self, has_input: Callable[[], bool] = lambda: False) -> None:
        self._has_input = has_input
        self._lock = threading.Lock()
        self._counted = time.monotonic_ns()
        self._rest_until = NEVER_NS
        self._lead_ns = 0

    def rest_until(self, until_ns: int = NEVER_NS) -> None:
        """Note that all is done, and that there is nothing to do before `until_ns`."""
        with self._lock:
            self._count_delay()
            self._rest_until = until_ns

    def rest_for(self, nanos: int) -> None:
        """Note that all is done, and that there is nothing to do for so long."""
        self.rest_until(time.monotonic_ns() + nanos)

    def end_rest(self) -> None:
        """Note that the sleep has ended; to be called before the input is taken."""
        with self._lock:
            self._count_rest()
            self._count_delay()
            self._rest_until = _WORKING

    def lead_ns(self) -> int:
        """Return by how much it is ahead of the world's time, in ns."""
        with self._lock:
            self._count_rest()
            return self._lead_ns

    def advance_world(self, passed_ns: int) -> None:
        """Note how much of the world's time has passed; it stays at most MAX_LEAD_NS ahead."""
        with self._lock:
            self._lead_ns = min(self._lead_ns - passed_ns, MAX_LEAD_NS)

    def _count_rest(self) -> None:
        now = time.monotonic_ns()
        # With input waiting, the thread should be running: its time stops until it does.
        if not self._has_input():
            self._count_ns(min(now, self._rest_until) - self._counted)

    def _count_delay(self) -> None:
        delay_ns = time.monotonic_ns() - self._counted
        self._count_ns(min(delay_ns, MAX_LEAD_NS))
        # The rest of the delay is dropped: it was the machine's, not the far end's.
        self._counted += delay_ns - min(delay_ns, MAX_LEAD_NS)

    def _count_ns(self, nanos: int) -> None:
        counted = max(nanos, 0)
        self._lead_ns += counted
        self._counted += counted


class PolledClock:
    """The time of a far end on pins; from reading to reading at most MAX_POLL_GAP_NS pass.

    So a poll that a busy machine delays is not late by the world's clock. If no line is read for
    UNWATCHED_NS, no driver waits, and its time passes in full. It is never ahead of the world's
    time. Safe from any thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counted = time.monotonic_ns()
        self._last_poll = self._counted - UNWATCHED_NS
        self._lead_ns = 0

    def note_poll(self) -> None:
        """Note that the host reads a line."""
        with self._lock:
            self._count_ns()
            self._last_poll = self._counted

    def lead_ns(self) -> int:
        """Return by how much it is ahead of the world's time, in ns."""
        with self._lock:
            self._count_ns()
            return self._lead_ns

    def advance_world(self, passed_ns: int) -> None:  # noqa: ARG002
        """Note that the world's time has passed, by less than it had at its disposal."""
        with self._lock:
            self._lead_ns = 0

    def _count_ns(self) -> None:
        now = time.monotonic_ns()
        is_watched = now - self._last_poll < UNWATCHED_NS
        until_ns = min(now, self._last_poll + MAX_POLL_GAP_NS) if is_watched else now
        self._lead_ns += max(until_ns - self._counted, 0)
        self._counted = now
