"""The time that one far end has had to act in."""

import threading
import time
from collections.abc import Callable
from typing import Final

MOST_NS: Final = 5_000_000
"""The maximum counted of a delay, and the maximum lead of a far end over the others: more than a
quiet machine needs to wake a thread. Both together, and the same again for the delivery of an
answer, are less than the shortest time-out of an answer (25 ms, PN532).
"""
NEVER_NS: Final = 1 << 62
_WORKS: Final = 0
LOOK_NS: Final = 5_000_000
"""The maximum counted from one look at a pin to the next: the longest that a driver waits between
two.
"""
UNWATCHED_NS: Final = 1_000_000_000


class OwnTime:
    """The time of a far end, which sleeps until a moment or until input comes, and then works.

    A sleep counts in full. From its end until the next sleep other threads may delay it: of that at
    most MOST_NS count. `has_come` returns whether input waits for a sleeping far end. Moments are
    those of CLOCK_MONOTONIC, in ns. Safe from any thread.
    """

    def __init__(self, has_come: Callable[[], bool] = lambda: False) -> None:
        self._has_come = has_come
        self._lock = threading.Lock()
        self._counted = time.monotonic_ns()
        self._rests_until = NEVER_NS
        self._ahead = 0

    def rest(self, until: int = NEVER_NS) -> None:
        """Note that all is done, and that there is nothing to do before `until`."""
        with self._lock:
            self._count_hold_up()
            self._rests_until = until

    def rest_for(self, nanos: int) -> None:
        """Note that all is done, and that there is nothing to do for so long."""
        self.rest(time.monotonic_ns() + nanos)

    def work(self) -> None:
        """Note that the sleep has ended; to be called before the input is taken."""
        with self._lock:
            self._count_rest()
            self._count_hold_up()
            self._rests_until = _WORKS

    def ahead(self) -> int:
        """Return by how much it is ahead of the world's time, in ns."""
        with self._lock:
            self._count_rest()
            return self._ahead

    def follow(self, passed: int) -> None:
        """Note how much of the world's time has passed; it stays MOST_NS ahead of it at most."""
        with self._lock:
            self._ahead = min(self._ahead - passed, MOST_NS)

    def _count_rest(self) -> None:
        now = time.monotonic_ns()
        if not self._has_come():
            self._count(min(now, self._rests_until) - self._counted)

    def _count_hold_up(self) -> None:
        late = time.monotonic_ns() - self._counted
        self._count(min(late, MOST_NS))
        self._counted += late - min(late, MOST_NS)

    def _count(self, nanos: int) -> None:
        counted = max(nanos, 0)
        self._ahead += counted
        self._counted += counted


class PolledTime:
    """The time of a far end on pins, of which at most LOOK_NS pass from one look to the next.

    So a poll that a busy machine delays is not late by the world's clock. If nobody looks for
    UNWATCHED_NS, nobody waits for it, and its time passes in full. It is never ahead of the world's
    time. Safe from any thread.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counted = time.monotonic_ns()
        self._looked = self._counted - UNWATCHED_NS
        self._ahead = 0

    def look(self) -> None:
        """Note that the host looks at a line."""
        with self._lock:
            self._count()
            self._looked = self._counted

    def ahead(self) -> int:
        """Return by how much it is ahead of the world's time, in ns."""
        with self._lock:
            self._count()
            return self._ahead

    def follow(self, passed: int) -> None:  # noqa: ARG002
        """Note that the world's time has passed, by less than it had at its disposal."""
        with self._lock:
            self._ahead = 0

    def _count(self) -> None:
        now = time.monotonic_ns()
        watched = now - self._looked < UNWATCHED_NS
        until = min(now, self._looked + LOOK_NS) if watched else now
        self._ahead += max(until - self._counted, 0)
        self._counted = now
