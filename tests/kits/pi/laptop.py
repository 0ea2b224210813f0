"""A technician's laptop at the far end of the console's USB adapter."""

import threading
from typing import Final

from sim.wires.far_end import OutputBell

AGAIN_S: Final = 20.0
"""How long the console is silent before somebody types once more."""
BAUD: Final = 115200


class Laptop:
    """Implements `sim.wires.far_end.FarEnd`: a terminal program."""

    def __init__(self) -> None:
        self.bell = OutputBell()
        self._typed = b""
        self._shown = b""
        self._news = threading.Condition()

    def receive(self, data: bytes) -> None:
        with self._news:
            self._shown += data
            self._news.notify_all()

    def transmit(self) -> bytes:
        with self._news:
            typed, self._typed = self._typed, b""
        return typed

    def say(self, text: str, wanted: str, seconds: float, *, again: bool = True) -> str:
        """Type a text until what is wanted is shown after it; return all that was.

        A console that is starting drops what was typed before, so the text is typed `again` now
        and then. Raises TimeoutError.
        """
        with self._news:
            self._shown = b""
        tries = max(int(seconds / AGAIN_S), 1) if again else 1
        for _ in range(tries):
            self.type(text)
            with self._news:
                if self._news.wait_for(lambda: wanted.encode() in self._shown, seconds / tries):
                    return self._shown.decode(errors="replace")
        raise TimeoutError(f"{text!r}: {self._shown.decode(errors='replace')}")

    def type(self, text: str) -> None:
        with self._news:
            self._typed += text.encode()
        self.bell.ring()
