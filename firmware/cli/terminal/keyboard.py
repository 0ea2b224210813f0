"""The keyboard of a terminal at which a table is shown: a digit presses a lit key."""

import os
import select
import sys
import termios
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from typing import Final

KEY_POLL_S: Final = 0.2


class Keyboard:
    """Reads digits from standard input in a thread, unechoed, until closed; Ctrl-C stays Ctrl-C.

    `on_digit` gets each digit, 1 to 9, in that thread.
    """

    def __init__(self, on_digit: Callable[[int], None]) -> None:
        self._on_digit = on_digit
        self._input_descriptor = sys.stdin.fileno()
        self._previous_mode = termios.tcgetattr(self._input_descriptor)
        # cbreak, not raw: Ctrl-C must still send SIGINT, which ends the service in order
        tty.setcbreak(self._input_descriptor)
        self._stop_event = threading.Event()
        self._reader_thread = threading.Thread(
            target=self._read_digits, name="keyboard", daemon=True
        )
        self._reader_thread.start()

    def close(self) -> None:
        """Restore the terminal."""
        self._stop_event.set()
        self._reader_thread.join()
        # a terminal that was hung up has no mode to restore
        with suppress(termios.error):
            termios.tcsetattr(self._input_descriptor, termios.TCSADRAIN, self._previous_mode)

    def _read_digits(self) -> None:
        while not self._stop_event.is_set():
            try:
                is_readable = select.select([self._input_descriptor], [], [], KEY_POLL_S)[0]
                pressed_octet = os.read(self._input_descriptor, 1) if is_readable else b" "
            except OSError:
                return
            # end of input: the terminal was hung up
            if not pressed_octet:
                return
            if pressed_octet in b"123456789":
                self._on_digit(int(pressed_octet))
