"""What wakes a thread that sleeps."""

import threading


class Bell:
    """Rung by any thread, it ends one `wait` of its owner; rung again before that, it ends one.

    A lock alone, since a card waits for it: an `Event` takes ten times as many steps, and
    `suppress` three more.
    """

    def __init__(self) -> None:
        self._silent = threading.Lock()
        self._silent.acquire()

    def ring(self) -> None:
        try:  # noqa: SIM105
            self._silent.release()
        except RuntimeError:  # it has been rung already
            pass

    def wait(self, most_s: float) -> bool:
        """Return whether it was rung, as soon as it is, or after so many seconds."""
        return self._silent.acquire(timeout=most_s)
