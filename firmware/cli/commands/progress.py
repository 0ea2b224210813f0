"""How far a long reading is, on a terminal only."""

import time
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.status import Status

PATIENCE_S: Final = 1.0
"""The time after which a progress message appears."""
EVERY: Final = 1000


class Progress:
    """Tells how many records were read, on the terminal's error output, once it takes a while."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._console = Console(stderr=True)
        self._began = time.monotonic()
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status:
            self._status.stop()

    def at(self, number: int) -> None:
        """Take note of the record that was just read."""
        if number % EVERY or not self._console.is_terminal:
            return
        if self._status is None and time.monotonic() - self._began > PATIENCE_S:
            self._status = self._console.status("")
            self._status.start()
        if self._status:
            self._status.update(f"{self._words} {number}")
