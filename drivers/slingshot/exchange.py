"""Commands to a SlingShot 2, one at a time, with their answers."""

from collections import Counter
from typing import Final

from drivers.slingshot.lines import Answer
from hal.ports import Millis, SerialPort

SPACED: Final = Millis(100)
"""The least time between two commands."""
ANSWERED_WITHIN: Final = Millis(1000)


class Exchange:
    """Sends commands; an answer begins with its command's letter.

    `health` counts `strays`, answers without a command, and `unanswered` commands.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._port = port
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the command in flight; send from `now` on."""
        self._asked: str | None = None
        self._deadline = now
        self._free_at = now

    def ask_status(self, now: Millis) -> None:
        """Ask for a status line; the exchange does not wait for it. Raises PortLost."""
        self._send("X", now)

    def ask(self, command: str, now: Millis) -> None:
        """Send a command and wait for its answer. Raises PortLost."""
        self._asked = command
        self._deadline = Millis(now + ANSWERED_WITHIN)
        self._send(command, now)

    def may_send(self, now: Millis) -> bool:
        """Return whether SPACED has passed since the last command."""
        return now >= self._free_at

    def may_ask(self, now: Millis) -> bool:
        """Return whether a command that has an answer may be sent."""
        return self._asked is None and self.may_send(now)

    def answered(self, answer: Answer) -> str | None:
        """Return the command in flight if this is its answer, else None."""
        if self._asked is None or self._asked[0] != answer.letter:
            self._health["strays"] += 1
            return None
        asked, self._asked = self._asked, None
        return asked

    def unanswered(self, now: Millis) -> str | None:
        """Return, once, the command whose answer is overdue."""
        if self._asked is None or now < self._deadline:
            return None
        self._health["unanswered"] += 1
        asked, self._asked = self._asked, None
        return asked

    def _send(self, command: str, now: Millis) -> None:
        self._free_at = Millis(now + SPACED)
        self._port.write(f"*{command}\r\n".encode("ascii"))
