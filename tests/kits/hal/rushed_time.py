"""Time for a thread that does nothing but wait: each wait is over at once, until many were."""

from threading import Event
from typing import Final

WAITS: Final = 20
ENDED_WITHIN_S: Final = 60.0


class RushedTime:
    """A clock, and the events that a thread waits for by it.

    An event lets its waiter go on in no time, as if it had timed out, and holds it after `WAITS`
    times until the event is set.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._latest: RushedEvent | None = None

    def monotonic(self) -> float:
        return self.now

    def event(self) -> "RushedEvent":
        self._latest = RushedEvent(self)
        return self._latest

    def runs(self) -> bool:
        """Return whether a thread waits for its event, once all its waits are through."""
        if self._latest is None or self._latest.is_set():
            return False
        assert self._latest.held.wait(ENDED_WITHIN_S)
        return True


class RushedEvent(Event):
    def __init__(self, time: RushedTime) -> None:
        super().__init__()
        self.held = Event()
        self._time, self._left = time, WAITS

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        if self._left:
            self._left -= 1
            self._time.now += max(timeout, 0)
            return self.is_set()
        self.held.set()
        return super().wait(ENDED_WITHIN_S)
