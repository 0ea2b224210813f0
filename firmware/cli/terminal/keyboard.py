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

POLL_S: Final = 0.2


class Keyboard:
    """Reads digits from standard input in a thread, unechoed, until closed; Ctrl-C stays Ctrl-C.

    `typed` gets each digit, 1 to 9, in that thread.
    """

    def __init__(self, typed: Callable[[int], None]) -> None:
        self._typed = typed
        self._in = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._in)
        tty.setcbreak(self._in)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Restore the terminal."""
        self._ended.set()
        self._thread.join()
        with suppress(termios.error):
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                ready = select.select([self._in], [], [], POLL_S)[0]
                heard = os.read(self._in, 1) if ready else b" "
            except OSError:
                return
            if not heard:
                return
            if heard in b"123456789":
                self._typed(int(heard))
