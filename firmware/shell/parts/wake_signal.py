"""A signal that wakes a sleeping thread."""

import threading


class WakeSignal:
    """Any thread's `wake` ends one wait of the owner; several before the wait end only one.

    A lock alone, since a card waits for it: an `Event` takes ten times as many steps, and
    `suppress` three more.
    """

    def __init__(self) -> None:
        self._quiet_lock = threading.Lock()
        self._quiet_lock.acquire()

    def wake(self) -> None:
        try:  # noqa: SIM105
            self._quiet_lock.release()
        except RuntimeError:  # it has been rung already
            pass

    def wait_for_wake(self, timeout_s: float) -> bool:
        """Return whether it was rung, as soon as it is, or after so many seconds."""
        return self._quiet_lock.acquire(timeout=timeout_s)
