"""Commands to the Angel Eye shoe: `STX OP TYPE DATA ETX BCC`, one in flight at a time."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import xor
from types import MappingProxyType
from typing import Final

from drivers.angel_eye.framer import ShoeAnswer
from hal.errors import PortLost
from hal.ports import NEVER, Millis, SerialPort

ANSWER_TIMEOUT_MS: Final = 100
"""Milliseconds until a command is sent again after no answer or a temporary refusal."""
MAX_ATTEMPTS: Final = 3
SILENCE_MS: Final = 1000
"""Milliseconds without any octet after which a shoe that does not answer is lost."""

_LASTING_REFUSALS: Final = frozenset({"11", "12", "13", "14", "FF"})
"""Any other one may pass: the command was damaged on the wire, the shoe is busy, or the code is
unknown."""


def encode_command(command_code: str, data: int) -> bytes:
    """Return the command's bytes; its BCC includes the STX, unlike that of the shoe's frames."""
    frame_body = b"\x02OP%b%02d\x03" % (command_code.encode("ascii"), data)
    return frame_body + b"%02X" % reduce(xor, frame_body)


LOCK_COMMAND: Final = "LK"
QUERY_FRAMES: Final = MappingProxyType(
    {LOCK_COMMAND: encode_command(LOCK_COMMAND, 2), "GP": encode_command("GP", 0)}
)
"""Commands that a technician may send: lock, confirm. Errors are cleared by the supervisor."""


class Commands:
    """Sends the lock and the errors to clear until the shoe answers.

    A command that is refused, or not answered by a shoe that sends its messages all the same, is
    counted in `health` (`refused`, `unanswered`) and dropped until another one is requested.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._serial_port = port
        self._health = health
        self.forget_commands()

    def forget_commands(self) -> None:
        """Assume that the shoe has forgotten every command."""
        self.has_answered = False
        """Whether a command was answered since then."""
        self._requested_lock: bool | None = None
        self._sent_lock: bool | None = None
        self._cleared_fault: str | None = None
        self._queued_frames: list[bytes] = []
        self._in_flight = b""
        self._attempts = 0
        self._sent_at = Millis(0)
        self._last_octets_at: Millis | None = None
        self._refusal: str | None = None

    @property
    def due(self) -> Millis:
        """When the answer is overdue; in the past if a command must be sent."""
        if self._in_flight:
            return Millis(self._sent_at + ANSWER_TIMEOUT_MS)
        return Millis(0) if self._queued_frames or self._lock_pending else NEVER

    @property
    def _lock_pending(self) -> bool:
        return self._requested_lock is not None and self._requested_lock is not self._sent_lock

    def request(
        self, *, lock: bool, cleared_fault: str | None, error_numbers: Sequence[int], now: Millis
    ) -> None:
        """Request the lock, and clear the errors of `cleared_fault` when that changes."""
        self._requested_lock = lock
        if cleared_fault != self._cleared_fault:
            self._cleared_fault = cleared_fault
            self._queued_frames += [encode_command("EC", number) for number in error_numbers]
        self.send_due(now)

    def queue_frame(self, name: str) -> None:
        """Send one of `QUERY_FRAMES` once the command in flight is answered."""
        if QUERY_FRAMES[name] not in self._queued_frames:
            self._queued_frames.append(QUERY_FRAMES[name])

    def note_octets(self, now: Millis) -> None:
        """Note that the shoe has sent something."""
        self._last_octets_at = now

    def note_restart(self) -> None:
        """Send the lock again: the shoe has lost it."""
        self._sent_lock = None

    def handle_answer(self, answer: ShoeAnswer) -> bool:
        """Process the shoe's answer; return whether a command was in flight."""
        if not self._in_flight:
            # A NAK or ACK made of a damaged frame, or an answer from before a restart.
            self._health["stray_answers"] += 1
            return False
        self.has_answered = True
        if answer.refusal is None or answer.refusal in _LASTING_REFUSALS:
            self._finish_command("refused" if answer.refusal else None)
        else:
            self._refusal = answer.refusal
        return True

    def send_due(self, now: Millis) -> None:
        """Send the command that is due. Raises PortLost after MAX_ATTEMPTS without an answer, if
        nothing else has come for SILENCE_MS either.
        """
        # A transient refusal waits out the same time: the shoe may be busy for so long.
        if self._in_flight and now - self._sent_at >= ANSWER_TIMEOUT_MS:
            self._resend(now)
        if not self._in_flight:
            self._send_next(now)

    def _resend(self, now: Millis) -> None:
        if self._attempts < MAX_ATTEMPTS:
            self._send_flight(now)
        elif self._refusal is not None:
            self._finish_command("refused")
        elif self._last_octets_at is not None and now - self._last_octets_at < SILENCE_MS:
            self._finish_command("unanswered")
        else:
            raise PortLost(f"the shoe on {self._serial_port.path} does not answer its commands")

    def _send_next(self, now: Millis) -> None:
        if self._lock_pending:
            self._sent_lock = self._requested_lock
            self._in_flight = encode_command("LK", 2 if self._requested_lock else 1)
        elif self._queued_frames:
            self._in_flight = self._queued_frames.pop(0)
            if self._in_flight == QUERY_FRAMES[LOCK_COMMAND]:
                self._sent_lock = None  # the lock that the panel requires is sent next
        else:
            return
        self._attempts = 0
        self._send_flight(now)

    def _send_flight(self, now: Millis) -> None:
        self._attempts += 1
        self._sent_at = now
        self._refusal = None
        self._serial_port.write(self._in_flight)

    def _finish_command(self, failure: str | None) -> None:
        self._in_flight = b""
        if failure is not None:
            self._health[failure] += 1
