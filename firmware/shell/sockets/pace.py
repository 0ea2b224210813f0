"""How often something may be done; who comes too early waits in his own thread."""

import threading
import time


class Pace:
    """So many turns a second, at even distances, shared by all threads."""

    def __init__(self, a_second: int) -> None:
        self._apart_s = 1 / a_second
        self._next = 0.0
        self._alone = threading.Lock()

    def keep(self) -> None:
        """Return when it is this thread's turn."""
        now = time.monotonic()
        time.sleep(self.wait_s(now))

    def charge(self, rest_s: float) -> None:
        """Put every later turn off, after one that was costly."""
        now = time.monotonic()
        with self._alone:
            self._next = max(self._next, now) + rest_s

    def wait_s(self, now: float) -> float:
        """Take the next turn; return how long it is until then."""
        with self._alone:
            turn = max(self._next, now)
            self._next = turn + self._apart_s
        return turn - now
