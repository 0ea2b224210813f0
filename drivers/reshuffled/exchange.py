"""Words to a ReShuffled, one at a time, with their replies."""

from collections import Counter
from typing import Final

from drivers.message_log import MessageLog
from drivers.reshuffled.framer import ReShuffledFramer, encode
from drivers.reshuffled.message_table import STRAY, row_name
from drivers.reshuffled.messages import (
    REQUEST_REPEATED,
    BoardText,
    CardCount,
    CommandRefused,
    OkReply,
    ShufflerCommand,
    ShufflerReply,
    ShufflerStatus,
    is_request,
    parse,
    unknown_code,
)
from hal.errors import PortLost
from hal.ports import Millis, SerialPort

REQUEST_INTERVAL: Final = Millis(200)
ANSWER_TIMEOUT: Final = Millis(300)
"""A frame takes 2.3 ms on the wire; the unit's own time is not public."""
MAX_ATTEMPTS: Final = 3
SILENCE: Final = Millis(1000)
"""Without any octet for so long, a unit that does not answer is lost."""
UNREADABLE: Final = "?"
"""The code of octets that make no word."""
ANSWER_MAX_AGE: Final = Millis(MAX_ATTEMPTS * (REQUEST_INTERVAL + ANSWER_TIMEOUT))


class ReShuffledExchange:
    """Sends words, pairs them with their replies, and notices a missing reply.

    `OK` does not name its word; it does not answer a query of the state once the unit has reported
    a state. An error of an unknown number is a refusal. A unit that answers nothing known, but
    sends something, is not lost: `unknown_code` names what it sends. `health` counts `retries`,
    `strays` and `unknown_words`; see also `ReShuffledFramer`.
    """

    def __init__(self, port: SerialPort, messages: MessageLog, health: Counter[str]) -> None:
        self._serial_port = port
        self._messages = messages
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
        self._last_octets_at: Millis | None = None
        self._last_code = UNREADABLE

    @property
    def unknown_code(self) -> str | None:
        """What came instead of MAX_ATTEMPTS replies in a row; None while it is understood."""
        return self._last_code if self._missed_replies >= MAX_ATTEMPTS else None

    @property
    def due(self) -> Millis:
        """When the reply is overdue, or else when the next word may be sent."""
        return self._next_request_at if self._pending_command is None else self._deadline

    def take_replies(self, now: Millis) -> list[tuple[ShufflerCommand, ShufflerReply]]:
        """Return the words that are answered by now, with their replies."""
        data = self._serial_port.read()
        if data:
            self._last_octets_at = now
        words = self._framer.feed(data, now)
        return [answered for word in words if (answered := self._match_word(word, now)) is not None]

    def is_overdue(self, now: Millis) -> bool:
        """Return whether the reply is overdue, once. Raises PortLost at the third in a row, if
        nothing else came either.
        """
        if self._pending_command is None or now < self._deadline:
            return False
        self._health["retries"] += 1
        self._missed_replies += 1
        # One missing reply may be a damaged frame; three in a row are a lost unit.
        if self._missed_replies >= MAX_ATTEMPTS:
            if self._last_octets_at is None or now - self._last_octets_at >= SILENCE:
                raise PortLost(f"{self._serial_port.path}: the shuffler does not answer")
            # It may be another unit by now, which reports no state.
            self._reports_state = False
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

    def _match_word(self, word: bytes, now: Millis) -> tuple[ShufflerCommand, ShufflerReply] | None:
        reply = BoardText(REQUEST_REPEATED) if is_request(word) else parse(word)
        is_unknown = reply is None
        if reply is None:
            reply = self._note_unknown(word, now)
        if reply is None:
            return None
        command = self._pending_command
        is_answer = command is not None and self._is_reply_to(command, reply)
        if not is_unknown:
            self._messages.note(row_name(command if is_answer else None, reply))
        if command is None or not is_answer:
            self._note_stray(reply)
            return None
        self._note_answer(reply, now)
        return command, reply

    def _note_unknown(self, word: bytes, now: Millis) -> CommandRefused | None:
        """Keep an unknown word; return it if it is an error all the same."""
        self._health["unknown_words"] += 1
        self._last_code = unknown_code(word)
        is_error = self._last_code.encode("latin-1") == word
        self._messages.note_unknown(word, self._last_code, now, is_secret=not is_error)
        return CommandRefused(self._last_code) if is_error else None

    def _note_stray(self, reply: ShufflerReply) -> None:
        if isinstance(reply, BoardText):
            self._last_code = reply.text
        else:
            self._health["strays"] += 1
            self._last_code = STRAY

    def _note_answer(self, reply: ShufflerReply, now: Millis) -> None:
        self._pending_command = None
        self._next_request_at = Millis(now + REQUEST_INTERVAL)
        self._missed_replies = 0
        self._last_answer_at = now
        self._last_code = UNREADABLE
        self._reports_state |= isinstance(reply, ShufflerStatus)

    def _is_reply_to(self, command: ShufflerCommand, reply: ShufflerReply) -> bool:
        match command, reply:
            case _, BoardText():
                return False
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
