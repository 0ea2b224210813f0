"""Writes the stick's backup beside the service: between rounds, and never held up by a disk."""

import threading
from collections.abc import Callable
from typing import Final

PAUSE_POLL_S: Final = 1.0
CLOSE_PATIENCE_S: Final = 2.0
"""How long the end of the service waits for a disk that is being written."""


class BackupWriter:
    """Calls `refresh` once the table is between rounds: after the start, and on each request."""

    def __init__(self, refresh: Callable[[], None], is_between_rounds: Callable[[], bool]) -> None:
        self._refresh = refresh
        self._is_between_rounds = is_between_rounds
        self._requested = threading.Event()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="backup", daemon=True)
        self.request()
        self._thread.start()

    def request(self) -> None:
        """Have the backup brought up to date soon."""
        self._requested.set()

    def close(self) -> None:
        """Stop the thread."""
        self._ending.set()
        self._requested.set()
        self._thread.join(CLOSE_PATIENCE_S)

    def _run(self) -> None:
        while self._requested.wait() and not self._ending.is_set():
            self._requested.clear()
            while not self._is_between_rounds():
                if self._ending.wait(PAUSE_POLL_S):
                    return
            self._refresh()
