"""Looks at something again and again, in a thread of its own."""

import threading
from collections.abc import Callable


class Polling:
    """Calls `look` in a thread, and again after as many seconds as it returns, until closed."""

    def __init__(self, name: str, look: Callable[[], float]) -> None:
        self._look = look
        self._ended = False
        self._woken = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Have it look at once, instead of at the end of its seconds."""
        self._woken.set()

    def close(self) -> None:
        """Return after the last look."""
        self._ended = True
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._ended:
            self._woken.wait(self._look())
            self._woken.clear()
