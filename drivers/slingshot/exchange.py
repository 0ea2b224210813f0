"""Commands to a SlingShot 2, one at a time, with their answers."""

from collections import Counter
from typing import Final

from drivers.slingshot.lines import WheelAnswer
from hal.ports import Millis, SerialPort

COMMAND_SPACING: Final = Millis(100)
"""The least time between two commands."""
ANSWER_TIMEOUT: Final = Millis(1000)


class SlingshotExchange:
    """Sends commands; an answer begins with its command's letter.

    `health` counts `strays`, answers without a command, and `unanswered` commands.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._serial_port = port
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the command in flight; send from `now` on."""
        self._pending_command: str | None = None
        self._deadline = now
        self._next_send_at = now

    def request_status(self, now: Millis) -> None:
        """Ask for a status line; the exchange does not wait for it. Raises PortLost."""
        self._write_command("X", now)

    def send_command(self, command: str, now: Millis) -> None:
        """Send a command and wait for its answer. Raises PortLost."""
        self._pending_command = command
        self._deadline = Millis(now + ANSWER_TIMEOUT)
        self._write_command(command, now)

    def may_send(self, now: Millis) -> bool:
        """Return whether COMMAND_SPACING has passed since the last command."""
        return now >= self._next_send_at

    def may_send_command(self, now: Millis) -> bool:
        """Return whether a command that has an answer may be sent."""
        return self._pending_command is None and self.may_send(now)

    def match_answer(self, answer: WheelAnswer) -> str | None:
        """Return the command in flight if this is its answer, else None."""
        # An answer begins with its command's letter: a late one of another command is a stray.
        if self._pending_command is None or self._pending_command[0] != answer.command_letter:
            self._health["strays"] += 1
            return None
        command, self._pending_command = self._pending_command, None
        return command

    def take_unanswered(self, now: Millis) -> str | None:
        """Return, once, the command whose answer is overdue."""
        if self._pending_command is None or now < self._deadline:
            return None
        self._health["unanswered"] += 1
        command, self._pending_command = self._pending_command, None
        return command

    def _write_command(self, command: str, now: Millis) -> None:
        self._next_send_at = Millis(now + COMMAND_SPACING)
        self._serial_port.write(f"*{command}\r\n".encode("ascii"))
