"""One command to a SlingShot 2 at a time, and the answer to it."""

from collections import Counter
from typing import Final

from drivers.slingshot.lines import Answer
from hal.ports import Millis, SerialPort

SPACED: Final = Millis(100)
"""The wheel is not to be asked more often."""
ANSWERED_WITHIN: Final = Millis(1000)


class Exchange:
    """Sends commands; an answer begins with its command's letter.

    `health` counts `strays`, answers to nothing that was asked, and `unanswered`.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._port = port
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget what was asked; ask from `now` on."""
        self._asked: str | None = None
        self._deadline = now
        self._free_at = now

    def ask_status(self, now: Millis) -> None:
        """Ask for a status line, which answers nothing else. Raises PortLost."""
        self._send("X", now)

    def ask(self, command: str, now: Millis) -> None:
        """Send a command that is answered. Raises PortLost."""
        self._asked = command
        self._deadline = Millis(now + ANSWERED_WITHIN)
        self._send(command, now)

    def may_send(self, now: Millis) -> bool:
        """Say whether the wheel may be sent anything."""
        return now >= self._free_at

    def may_ask(self, now: Millis) -> bool:
        """Say whether the wheel may be sent a command that is answered."""
        return self._asked is None and self.may_send(now)

    def answered(self, answer: Answer) -> str | None:
        """Return the command that this answers; None where nothing like it was asked."""
        if self._asked is None or self._asked[0] != answer.letter:
            self._health["strays"] += 1
            return None
        asked, self._asked = self._asked, None
        return asked

    def unanswered(self, now: Millis) -> str | None:
        """Return, once, the command to which no answer came in time."""
        if self._asked is None or now < self._deadline:
            return None
        self._health["unanswered"] += 1
        asked, self._asked = self._asked, None
        return asked

    def _send(self, command: str, now: Millis) -> None:
        self._free_at = Millis(now + SPACED)
        self._port.write(f"*{command}\r\n".encode("ascii"))
