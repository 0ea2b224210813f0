"""A thread that polls."""

import threading
from collections.abc import Callable


class PollThread:
    """Calls `poll` in a thread, and again after as many seconds as it returns, until closed."""

    def __init__(self, name: str, poll: Callable[[], float]) -> None:
        self._poll = poll
        self._is_closed = False
        self._wake_event = threading.Event()
        self._thread = threading.Thread(target=self._run_thread, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Poll at once, instead of at the end of its seconds."""
        self._wake_event.set()

    def close(self) -> None:
        """Return after the last poll."""
        self._is_closed = True
        self._wake_event.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run_thread(self) -> None:
        while not self._is_closed:
            # A wake during a poll makes the wait return at once, so that none is lost.
            self._wake_event.wait(self._poll())
            self._wake_event.clear()
