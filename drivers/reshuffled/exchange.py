"""Words to a ReShuffled, one at a time, with their replies."""

from collections import Counter
from typing import Final

from drivers.reshuffled.framer import ReShuffledFramer, encode
from drivers.reshuffled.messages import (
    CardCount,
    CommandRefused,
    OkReply,
    ShufflerCommand,
    ShufflerReply,
    ShufflerStatus,
    parse,
)
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

REQUEST_INTERVAL: Final = Millis(200)
ANSWER_TIMEOUT: Final = Millis(300)
"""A frame takes 2.3 ms on the wire; the unit's own time is not public."""
MAX_ATTEMPTS: Final = 3
ANSWER_MAX_AGE: Final = Millis(MAX_ATTEMPTS * (REQUEST_INTERVAL + ANSWER_TIMEOUT))


class ReShuffledExchange:
    """Sends words, pairs them with their replies, and notices a missing reply.

    `OK` does not name its word; it does not answer a query of the state once the unit has reported
    a state. `health` counts `retries`, `strays` and `unknown_words`; see also `ReShuffledFramer`.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._serial_port = port
        self._health = health
        self._framer = ReShuffledFramer(health)
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Forget the word in flight and the unit; send from `now` on."""
        self._framer.break_off()
        self._pending_command: ShufflerCommand | None = None
        self._next_request_at = now
        self._deadline = now
        self._missed_replies = 0
        self._reports_state = False
        self._last_answer_at: Millis | None = None

    @property
    def due(self) -> Millis:
        """When the reply is overdue, or else when the next word may be sent."""
        return self._next_request_at if self._pending_command is None else self._deadline

    def take_replies(self, now: Millis) -> list[tuple[ShufflerCommand, ShufflerReply]]:
        """Return the words that are answered by now, with their replies."""
        replies = [parse(data) for data in self._framer.feed(self._serial_port.read(), now)]
        return [
            answered for reply in replies if (answered := self._match_reply(reply, now)) is not None
        ]

    def is_overdue(self, now: Millis) -> bool:
        """Return whether the reply is overdue, once. Raises PortLost at the third in a row."""
        if self._pending_command is None or now < self._deadline:
            return False
        self._health["retries"] += 1
        self._missed_replies += 1
        # One missing reply may be a damaged frame; three in a row are a lost unit.
        if self._missed_replies == MAX_ATTEMPTS:
            raise PortLost(f"{self._serial_port.path}: the shuffler does not answer")
        self._pending_command = None
        self._next_request_at = now
        return True

    def may_send(self, now: Millis) -> bool:
        """Return whether a word may be sent now."""
        return self._pending_command is None and now >= self._next_request_at

    def request_soon(self, now: Millis) -> None:
        """Allow the next word as soon as the last one is answered."""
        self._next_request_at = now

    def send_command(self, command: ShufflerCommand, now: Millis) -> None:
        """Send a word. Raises PortLost."""
        self._pending_command = command
        self._deadline = Millis(now + ANSWER_TIMEOUT)
        self._serial_port.write(encode(command.value))

    def is_fresh(self, now: Millis) -> bool:
        """Return whether the unit has answered within ANSWER_MAX_AGE."""
        return self._last_answer_at is not None and now - self._last_answer_at <= ANSWER_MAX_AGE

    def _match_reply(
        self, reply: ShufflerReply | None, now: Millis
    ) -> tuple[ShufflerCommand, ShufflerReply] | None:
        if reply is None:
            self._health["unknown_words"] += 1
            return None
        command = self._pending_command
        if command is None or not self._is_reply_to(command, reply):
            self._health["strays"] += 1
            return None
        self._pending_command = None
        self._next_request_at = Millis(now + REQUEST_INTERVAL)
        self._missed_replies = 0
        self._last_answer_at = now
        self._reports_state |= isinstance(reply, ShufflerStatus)
        return command, reply

    def _is_reply_to(self, command: ShufflerCommand, reply: ShufflerReply) -> bool:
        match command, reply:
            case _, CommandRefused():
                return True
            case ShufflerCommand.STATE, OkReply():
                # Then a bare `OK` is a late answer to another word.
                return not self._reports_state
            case ShufflerCommand.STATE, _:
                return isinstance(reply, ShufflerStatus)
            case ShufflerCommand.COUNT, _:
                return isinstance(reply, CardCount)
        return isinstance(reply, OkReply)
