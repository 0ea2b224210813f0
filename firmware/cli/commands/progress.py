"""The progress of a long reading, on a terminal only."""

import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from types import TracebackType
from typing import Final, Self, TypeVar

from rich.console import Console
from rich.status import Status

DISPLAY_DELAY_S: Final = 1.0
"""The time after which the progress is shown."""
UPDATE_INTERVAL: Final = 1000
Found = TypeVar("Found")


class RecordProgress:
    """Shows on the terminal's error output how many records were read, if it takes a while."""

    def __init__(self, label_text: str) -> None:
        self._label = label_text
        self._rich_console = Console(stderr=True)
        self._started_s = time.monotonic()
        self._status_line: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._status_line:
            self._status_line.stop()

    def record_read(self, record_number: int) -> None:
        """Count the record that was just read."""
        if record_number % UPDATE_INTERVAL or not self._rich_console.is_terminal:
            return
        if self._status_line is None and time.monotonic() - self._started_s > DISPLAY_DELAY_S:
            self._status_line = self._rich_console.status("")
            self._status_line.start()
        if self._status_line:
            self._status_line.update(f"{self._label} {record_number}")


class CaptureProgress:
    """The duration of a recording and its number of lines: shown every second on a terminal."""

    def __init__(self, label_text: str, seconds: int) -> None:
        self._label = label_text
        self._rich_console = Console(stderr=True)
        self._ends_at = time.monotonic() + seconds
        self._status_line = self._rich_console.status(label_text)
        self._shown_left: int | None = None

    def __enter__(self) -> Self:
        if self._rich_console.is_terminal:
            self._status_line.start()
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._status_line.stop()

    def is_over(self) -> bool:
        """Return whether its time is over."""
        return time.monotonic() >= self._ends_at

    def show_lines(self, line_count: int) -> None:
        """Show how many lines there are, and how many minutes and seconds are left."""
        seconds_left = max(round(self._ends_at - time.monotonic()), 0)
        if seconds_left != self._shown_left:
            self._shown_left = seconds_left
            minutes, seconds = divmod(seconds_left, 60)
            self._status_line.update(f"{self._label} {line_count} ({minutes}:{seconds:02})")


def show_progress(slow_items: Iterable[Found], label_text: str) -> Iterator[Found]:
    """Yield items of which each may take long to find; until each is there, a terminal says so."""
    console = Console(stderr=True)
    remaining = iter(slow_items)
    while True:
        with console.status(label_text) if console.is_terminal else nullcontext():
            found = next(remaining, None)
        if found is None:
            return
        yield found
