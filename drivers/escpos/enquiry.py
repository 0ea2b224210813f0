"""The printer's condition, polled; two equal answers in a row count."""

from collections import Counter
from typing import Final

from drivers.escpos.message_table import status_name
from drivers.escpos.status import (
    REQUIRED_KINDS,
    STATUS_KINDS,
    Condition,
    condition,
    status_request,
)
from drivers.message_log import MessageLog
from hal.ports import Millis, SerialPort

REQUEST_INTERVAL: Final = Millis(500)
ANSWER_TIMEOUT: Final = Millis(1000)
"""Ten times the time of the bytes in front of the enquiry at 9600 baud."""
MOST_INCOMPLETE: Final = 3
"""After so many incomplete answers in a row the printer is taken to lack some kinds of status."""


class Enquiry:
    """Sends enquiries, one at a time, and pairs the answers to each by their order.

    All kinds of status are asked for; a printer that leaves some out time and again is asked for
    `REQUIRED_KINDS` only, as long as it answers these. `health` counts `unanswered` enquiries and
    `strays`, answers to nothing.
    """

    def __init__(self, port: SerialPort, messages: MessageLog, health: Counter[str]) -> None:
        self._serial_port = port
        self._messages = messages
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the enquiry under way and the condition; ask from `now` on."""
        self.answered_count = 0
        """How many enquiries were answered since then."""
        self.condition: Condition | None = None
        """The condition; None before two equal answers, and while there is no whole answer."""
        self._last_condition: Condition | None = None
        self._kinds: tuple[int, ...] = STATUS_KINDS
        self._incomplete_count = 0
        self._answer_octets: list[int] | None = None
        self._next_request_at = now
        self._deadline = now
        self._last_answer_at = now

    def note_status(self, octet: int, now: Millis) -> bool:
        """Take an answer to `DLE EOT`; return whether it completes those to an enquiry."""
        # A status that was not requested, such as noise, must not complete the answers.
        if self._answer_octets is None:
            self._health["strays"] += 1
            return False
        self._messages.note(status_name(self._kinds[len(self._answer_octets)], octet))
        self._answer_octets.append(octet)
        if len(self._answer_octets) < len(self._kinds):
            return False
        self._complete(dict(zip(self._kinds, self._answer_octets, strict=True)), now)
        return True

    def send_if_due(self, now: Millis) -> bool:
        """Ask if it is time; return whether it was."""
        if self._answer_octets is not None and now >= self._deadline:
            self._give_up(len(self._answer_octets))
        if self._answer_octets is not None or now < self._next_request_at:
            return False
        self._answer_octets = []
        self._next_request_at = Millis(now + REQUEST_INTERVAL)
        self._deadline = Millis(now + ANSWER_TIMEOUT)
        self._serial_port.write(status_request(self._kinds))
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

    def _give_up(self, answer_count: int) -> None:
        self._health["unanswered"] += 1
        self.condition = self._last_condition = self._answer_octets = None
        self._incomplete_count = self._incomplete_count + 1 if answer_count else 0
        if self._kinds == REQUIRED_KINDS:
            self._kinds, self._incomplete_count = STATUS_KINDS, 0
        elif self._incomplete_count >= MOST_INCOMPLETE:
            self._kinds = REQUIRED_KINDS

    def _complete(self, statuses: dict[int, int], now: Millis) -> None:
        self._answer_octets = None
        self._incomplete_count = 0
        self.answered_count += 1
        self._last_answer_at = now
        previous, self._last_condition = self._last_condition, condition(statuses)
        # One answer alone may be a damaged byte, which has no checksum.
        if self._last_condition == previous:
            self.condition = previous
