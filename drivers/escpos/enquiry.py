"""The printer's condition, polled; two equal answers in a row count."""

from collections import Counter
from typing import Final

from drivers.escpos.status import ASK, Condition, condition, is_printed, is_status
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

ASKED_EVERY: Final = Millis(500)
ANSWERED_WITHIN: Final = Millis(1000)
"""Ten times what the bytes in front of the enquiry take at 9600 baud."""
LOST_AFTER: Final = Millis(5000)


class Enquiry:
    """Sends enquiries, one at a time, and pairs the two answers to each.

    `health` counts `unanswered` enquiries and `strays`, bytes that answer nothing.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._port = port
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the enquiry under way and the condition; ask from `now` on."""
        self.answered = 0
        """How many enquiries were answered since then."""
        self.condition: Condition | None = None
        """The condition; None before two equal answers, and while the printer is silent."""
        self._said: Condition | None = None
        self._answers: list[int] | None = None
        self._ask_at = now
        self._deadline = now
        self._heard = now

    def hear(self, data: bytes, now: Millis) -> int:
        """Process the printer's bytes; return how many of them may answer a `GS r`."""
        printed = 0
        for byte in data:
            if is_printed(byte):
                printed += 1
            elif self._answers is not None and is_status(byte):
                self._answer(self._answers, byte, now)
            else:
                self._health["strays"] += 1
        return printed

    def ask(self, now: Millis) -> bool:
        """Ask if it is time; return whether it was. Raises PortLost after five silent seconds."""
        if now - self._heard >= LOST_AFTER:
            raise PortLost(f"{self._port.path}: the printer does not answer")
        if self._answers is not None and now >= self._deadline:
            self._health["unanswered"] += 1
            self.condition = self._said = self._answers = None
        if self._answers is not None or now < self._ask_at:
            return False
        self._answers = []
        self._ask_at = Millis(now + ASKED_EVERY)
        self._deadline = Millis(now + ANSWERED_WITHIN)
        self._port.write(ASK)
        return True

    def hurry(self, now: Millis) -> None:
        """Send the next enquiry as soon as the last one is answered."""
        self._ask_at = now

    def fresh(self, now: Millis) -> bool:
        """Return whether the last answer is recent."""
        return self.answered > 0 and now - self._heard <= ASKED_EVERY + ANSWERED_WITHIN

    def _answer(self, answers: list[int], byte: int, now: Millis) -> None:
        answers.append(byte)
        if len(answers) < 2:
            return
        self._answers = None
        self.answered += 1
        self._heard = now
        before, self._said = self._said, condition(*answers)
        if self._said == before:
            self.condition = before
