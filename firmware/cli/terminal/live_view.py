"""The table as a picture in place, redrawn after changes."""

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

FRAME_INTERVAL_S: Final = 0.1

PressKey = Callable[[Key], None]
"""Presses a key of the table's panel."""


class LiveView:
    """Implements `TableView` on a terminal's other screen, with a thread that draws.

    The terminal gets its own screen and cursor back on `close`. With `press_key` the digits of the
    keyboard press the lit keys, which are numbered.
    """

    def __init__(
        self, words: Words, output_stream: TextIO, press_key: PressKey | None = None
    ) -> None:
        self._rich_console = Console(file=output_stream)
        # without a terminal there are no single keys: a pipe's digits must not press the panel's
        self._press_key = press_key if sys.stdin.isatty() else None
        self._picture = Picture(words, numbered=self._press_key is not None)
        self._status: Status | None = None
        self._live_display = Live(self, console=self._rich_console, screen=True, auto_refresh=False)
        self._stop_event = threading.Event()
        self._live_display.start()
        self._redraw_thread = threading.Thread(target=self._redraw_loop, name="view", daemon=True)
        self._redraw_thread.start()
        self._keyboard = Keyboard(self._press_digit) if self._press_key else None

    def take_rulings(self, rulings: Sequence[Ruling]) -> None:
        """Do nothing: the picture is drawn from the status."""

    def show(self, status: Status) -> None:
        """Draw the status at the next frame."""
        self._status = status

    def close(self) -> None:
        """Restore the terminal."""
        if self._keyboard:
            self._keyboard.close()
        # the thread first: it would draw a frame on the screen that `stop` gives back
        self._stop_event.set()
        self._redraw_thread.join()
        self._live_display.stop()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._status is not None:
            height = options.height or console.height
            yield self._picture.draw(self._status, options.max_width, height)

    def _press_digit(self, digit: int) -> None:
        keys_lit = lit_keys(self._status) if self._status else ()
        if self._press_key and digit <= len(keys_lit):
            self._press_key(keys_lit[digit - 1])

    def _redraw_loop(self) -> None:
        last_drawn: object = None
        while not self._stop_event.wait(FRAME_INTERVAL_S):
            # the size too: a resized terminal is redrawn though nothing has happened at the table
            current_state = self._status, self._rich_console.size
            if current_state != last_drawn:
                last_drawn = current_state
                self._live_display.refresh()
