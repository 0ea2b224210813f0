"""A rate limit shared by threads; a thread that is too early waits."""

import threading
import time


class RateLimit:
    """So many slots a second, evenly spaced, shared by all threads."""

    def __init__(self, per_second: int) -> None:
        self._interval_s = 1 / per_second
        self._next_slot = 0.0
        self._slot_lock = threading.Lock()

    def wait_for_slot(self) -> None:
        """Return in this thread's slot."""
        now = time.monotonic()
        # outside the lock: the others may take their slots meanwhile
        time.sleep(self.take_slot(now))

    def add_rest(self, rest_s: float) -> None:
        """Delay every later slot, after a costly one."""
        now = time.monotonic()
        with self._slot_lock:
            self._next_slot = max(self._next_slot, now) + rest_s

    def take_slot(self, now: float) -> float:
        """Take the next slot; return the seconds until it."""
        with self._slot_lock:
            slot = max(self._next_slot, now)
            self._next_slot = slot + self._interval_s
        return slot - now
