"""Commands to the Angel Eye shoe: `STX OP TYPE DATA ETX BCC`, one in flight at a time."""

from collections import Counter
from functools import reduce
from operator import xor
from types import MappingProxyType
from typing import Final

from drivers.angel_eye.framer import Answer
from drivers.angel_eye.messages import ERRORS
from hal.errors import PortLost
from hal.ports import NEVER, Millis, SerialPort

ANSWER_WITHIN: Final = 100
"""Milliseconds until a command is sent again after no answer or a passing refusal."""
SENDS: Final = 3

_PASSING: Final = frozenset({"01", "02", "03", "21", "22"})
"""Passing refusals: the command was damaged on the wire, or the shoe is busy."""
_ERROR_CODES: Final = {fault: code for code, fault in ERRORS.items()}


def command(kind: str, data: int) -> bytes:
    """Return the command's bytes; its BCC includes the STX, unlike that of the shoe's frames."""
    body = b"\x02OP%b%02d\x03" % (kind.encode("ascii"), data)
    return body + b"%02X" % reduce(xor, body)


LOCK: Final = "LK"
FRAMES: Final = MappingProxyType({LOCK: command(LOCK, 2), "GP": command("GP", 0)})
"""Commands that a technician may send: lock, confirm. Errors are cleared by the supervisor."""


class Commands:
    """Sends the lock and the errors to clear until the shoe answers.

    A refused command is counted in `health` and dropped until another one is wanted.
    """

    def __init__(self, port: SerialPort, health: Counter[str]) -> None:
        self._port = port
        self._health = health
        self.forget()

    def forget(self) -> None:
        """Assume that the shoe has forgotten every command."""
        self.heard = False
        """Whether a command was answered since then."""
        self._lock: bool | None = None
        self._told_lock: bool | None = None
        self._clears: str | None = None
        self._waiting: list[bytes] = []
        self._flight = b""
        self._sends = 0
        self._sent = Millis(0)
        self._refusal: str | None = None

    @property
    def due(self) -> Millis:
        """When the answer is overdue; in the past if a command must be sent."""
        if self._flight:
            return Millis(self._sent + ANSWER_WITHIN)
        return Millis(0) if self._waiting or self._lock_is_due else NEVER

    @property
    def _lock_is_due(self) -> bool:
        return self._lock is not None and self._lock is not self._told_lock

    def want(self, *, lock: bool, clears: str | None, now: Millis) -> None:
        """Set the wanted lock, and clear the fault `clears` when it changes."""
        self._lock = lock
        if clears != self._clears:
            self._clears = clears
            if clears in _ERROR_CODES:
                self._waiting.append(command("EC", _ERROR_CODES[clears]))
        self.step(now)

    def say(self, name: str) -> None:
        """Send one of `FRAMES` once the command in flight is answered."""
        if FRAMES[name] not in self._waiting:
            self._waiting.append(FRAMES[name])

    def shoe_restarted(self) -> None:
        """Send the lock again: the shoe has lost it."""
        self._told_lock = None

    def answered(self, answer: Answer) -> None:
        """Process the shoe's answer to the command in flight."""
        if not self._flight:
            self._health["stray_answers"] += 1
            return
        self.heard = True
        if answer.refusal in _PASSING:
            self._refusal = answer.refusal
        else:
            self._end(answer.refusal)

    def step(self, now: Millis) -> None:
        """Send the command that is due. Raises PortLost after SENDS tries without an answer."""
        if self._flight and now - self._sent >= ANSWER_WITHIN:
            self._again(now)
        if not self._flight:
            self._next(now)

    def _again(self, now: Millis) -> None:
        if self._sends < SENDS:
            self._send(now)
        elif self._refusal is not None:
            self._end(self._refusal)
        else:
            raise PortLost(f"the shoe on {self._port.path} does not answer its commands")

    def _next(self, now: Millis) -> None:
        if self._lock_is_due:
            self._told_lock = self._lock
            self._flight = command("LK", 2 if self._lock else 1)
        elif self._waiting:
            self._flight = self._waiting.pop(0)
            if self._flight == FRAMES[LOCK]:
                self._told_lock = None  # it is told next what it should be
        else:
            return
        self._sends = 0
        self._send(now)

    def _send(self, now: Millis) -> None:
        self._sends += 1
        self._sent = now
        self._refusal = None
        self._port.write(self._flight)

    def _end(self, refusal: str | None) -> None:
        self._flight = b""
        if refusal is not None:
            self._health["refused"] += 1
