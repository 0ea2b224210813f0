"""The table as a picture that stays in place and is redrawn after changes."""

import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final, TextIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live

from firmware.cli.terminal.key_rows import lit_keys
from firmware.cli.terminal.keyboard import Keyboard
from firmware.cli.terminal.picture import Picture
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

FRAME_S: Final = 0.1

Press = Callable[[Key], None]
"""Presses a key of the table's panel."""


class LiveView:
    """Implements `terminal.view.View` on a terminal's other screen, with a thread that draws.

    The terminal gets its own screen and cursor back on `close`. With `press` the digits of the
    keyboard press the lit keys, which are numbered.
    """

    def __init__(self, words: Words, stream: TextIO, press: Press | None = None) -> None:
        self._console = Console(file=stream)
        self._press = press if sys.stdin.isatty() else None
        self._picture = Picture(words, numbered=self._press is not None)
        self._status: Status | None = None
        self._live = Live(self, console=self._console, screen=True, auto_refresh=False)
        self._ended = threading.Event()
        self._live.start()
        self._thread = threading.Thread(target=self._run, name="view", daemon=True)
        self._thread.start()
        self._keyboard = Keyboard(self._typed) if self._press else None

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Do nothing: the picture uses only the status."""

    def show(self, status: Status) -> None:
        """Draw this status next."""
        self._status = status

    def close(self) -> None:
        """Give the terminal back."""
        if self._keyboard:
            self._keyboard.close()
        self._ended.set()
        self._thread.join()
        self._live.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._status is not None:
            height = options.height or console.height
            yield self._picture.draw(self._status, options.max_width, height)

    def _typed(self, digit: int) -> None:
        lit = lit_keys(self._status) if self._status else ()
        if self._press and digit <= len(lit):
            self._press(lit[digit - 1])

    def _run(self) -> None:
        drawn: object = None
        while not self._ended.wait(FRAME_S):
            wanted = self._status, self._console.size
            if wanted != drawn:
                drawn = wanted
                self._live.refresh()
