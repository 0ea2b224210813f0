"""The printer's condition, polled; two equal answers in a row count."""

from collections import Counter
from typing import Final

from drivers.escpos.status import STATUS_REQUEST, Condition, condition, is_printed, is_status
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

REQUEST_INTERVAL: Final = Millis(500)
ANSWER_TIMEOUT: Final = Millis(1000)
"""Ten times the time of the bytes in front of the enquiry at 9600 baud."""
LOSS_TIMEOUT: Final = Millis(5000)


class Enquiry:
    """Sends enquiries, one at a time, and pairs the two answers to each.

    `health` counts `unanswered` enquiries and `strays`, bytes that answer nothing.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._serial_port = port
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the enquiry under way and the condition; ask from `now` on."""
        self.answered_count = 0
        """How many enquiries were answered since then."""
        self.condition: Condition | None = None
        """The condition; None before two equal answers, and while the printer is silent."""
        self._last_condition: Condition | None = None
        self._answer_bytes: list[int] | None = None
        self._next_request_at = now
        self._deadline = now
        self._last_answer_at = now

    def receive_bytes(self, data: bytes, now: Millis) -> int:
        """Process the printer's bytes; return how many of them may answer a `GS r`."""
        printed_answers = 0
        for byte in data:
            if is_printed(byte):
                printed_answers += 1
            # A status that was not requested, such as noise, must not complete a pair.
            elif self._answer_bytes is not None and is_status(byte):
                self._note_answer(self._answer_bytes, byte, now)
            else:
                self._health["strays"] += 1
        return printed_answers

    def send_if_due(self, now: Millis) -> bool:
        """Ask if it is time; return whether it was. Raises PortLost after five silent seconds."""
        if now - self._last_answer_at >= LOSS_TIMEOUT:
            raise PortLost(f"{self._serial_port.path}: the printer does not answer")
        if self._answer_bytes is not None and now >= self._deadline:
            self._health["unanswered"] += 1
            self.condition = self._last_condition = self._answer_bytes = None
        if self._answer_bytes is not None or now < self._next_request_at:
            return False
        self._answer_bytes = []
        self._next_request_at = Millis(now + REQUEST_INTERVAL)
        self._deadline = Millis(now + ANSWER_TIMEOUT)
        self._serial_port.write(STATUS_REQUEST)
        return True

    def request_soon(self, now: Millis) -> None:
        """Send the next enquiry as soon as the last one is answered."""
        self._next_request_at = now

    def is_fresh(self, now: Millis) -> bool:
        """Return whether the last answer is recent."""
        return (
            self.answered_count > 0
            and now - self._last_answer_at <= REQUEST_INTERVAL + ANSWER_TIMEOUT
        )

    def _note_answer(self, answer_bytes: list[int], byte: int, now: Millis) -> None:
        answer_bytes.append(byte)
        if len(answer_bytes) < 2:
            return
        self._answer_bytes = None
        self.answered_count += 1
        self._last_answer_at = now
        previous, self._last_condition = self._last_condition, condition(*answer_bytes)
        # One answer alone may be a damaged byte, which has no checksum.
        if self._last_condition == previous:
            self.condition = previous
