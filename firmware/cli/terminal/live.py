"""The table as a picture that stays in place and is redrawn after changes."""

import threading
from collections.abc import Sequence
from typing import Final, TextIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live

from firmware.cli.terminal.picture import Picture
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

FRAME_S: Final = 0.1


class LiveView:
    """Implements `terminal.view.View` on a terminal's other screen, with a thread that draws.

    The terminal gets its own screen and cursor back on `close`.
    """

    def __init__(self, words: Words, stream: TextIO) -> None:
        self._console = Console(file=stream)
        self._picture = Picture(words)
        self._status: Status | None = None
        self._live = Live(self, console=self._console, screen=True, auto_refresh=False)
        self._ended = threading.Event()
        self._live.start()
        self._thread = threading.Thread(target=self._run, name="view", daemon=True)
        self._thread.start()

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Do nothing: the picture uses only the status."""

    def show(self, status: Status) -> None:
        """Draw this status next."""
        self._status = status

    def close(self) -> None:
        """Give the terminal back."""
        self._ended.set()
        self._thread.join()
        self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._status is not None:
            height = options.height or console.height
            yield self._picture.draw(self._status, options.max_width, height)

    def _run(self) -> None:
        drawn: object = None
        while not self._ended.wait(FRAME_S):
            wanted = self._status, self._console.size
            if wanted != drawn:
                drawn = wanted
                self._live.refresh()
