"""How often something may be done; who comes too early waits in his own thread."""

import threading
import time


class RateLimit:
    """So many turns a second, at even distances, shared by all threads."""

    def __init__(self, per_second: int) -> None:
        self._interval_s = 1 / per_second
        self._next_slot = 0.0
        self._slot_lock = threading.Lock()

    def wait_for_slot(self) -> None:
        """Return when it is this thread's turn."""
        now = time.monotonic()
        time.sleep(self.take_slot(now))

    def add_rest(self, rest_s: float) -> None:
        """Put every later turn off, after one that was costly."""
        now = time.monotonic()
        with self._slot_lock:
            self._next_slot = max(self._next_slot, now) + rest_s

    def take_slot(self, now: float) -> float:
        """Take the next turn; return how long it is until then."""
        with self._slot_lock:
            slot = max(self._next_slot, now)
            self._next_slot = slot + self._interval_s
        return slot - now
