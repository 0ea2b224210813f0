"""One poll at a time, with its answer.

- 19,200 baud, 11 bits an octet: start, 8 bits, the ninth, stop (A).
- An answer begins within 20 ms of the poll, and no more than 5 ms are between its octets (B).
- A machine's octets have the ninth bit clear, but for the chirp: one that has heard no address for
  5 s sends its own with the bit set, each 200 ms (B).
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from drivers.sas.answers import check, is_busy, is_refusal, size_of
from drivers.sas.polls import Poll
from hal.errors import BadReply
from hal.ninth_bit import Octet
from hal.ports import NEVER, Millis

BAUD: Final = 19_200
BITS: Final = 11
ANSWER_MS: Final = 20
GAP_MS: Final = 5
LATE_MS: Final = 16
"""A USB adapter may keep octets back for so long before it passes them on."""


class How(StrEnum):
    """How a poll ended."""

    ANSWERED = "answered"
    REFUSED = "refused"
    BUSY = "busy"
    DOUBTFUL = "doubtful"
    SILENT = "silent"
    CHIRP = "chirp"
    """Not an end of the poll: an address came with the ninth bit set."""


class Outcome(NamedTuple):
    """The end of a poll; `why` an answer is doubtful is for the log."""

    how: How
    address: int
    data: bytes = b""
    why: BadReply | None = None


def line_ms(count: int) -> int:
    """Return how long so many octets are on the line, rounded up."""
    return -(-count * BITS * 1000 // BAUD)


class Exchange:
    """The poll that is under way. Octets that belong to none are dropped."""

    def __init__(self) -> None:
        self.poll: Poll | None = None
        self._heard = bytearray()
        self.due = NEVER
        """When the answer, or its next octet, is overdue."""

    def begin(self, poll: Poll, now: Millis) -> None:
        """Note that a poll that is answered is being sent, and wait for the answer."""
        self.poll = poll
        self._heard.clear()
        self.due = Millis(now + line_ms(len(poll.octets)) + ANSWER_MS + LATE_MS)

    def take(self, octets: Iterable[Octet], now: Millis) -> list[Outcome]:
        """Return the outcomes of the octets heard by now."""
        found = [one for octet in octets if (one := self._take(octet, now)) is not None]
        if self.poll is not None and now >= self.due:
            found.append(self._overdue(self.poll))
        return found

    def _take(self, octet: Octet, now: Millis) -> Outcome | None:
        poll = self.poll
        if octet.marked:
            return Outcome(How.CHIRP, octet.value)
        if poll is None:
            return None
        self._heard.append(octet.value)
        self.due = Millis(now + line_ms(1) + GAP_MS + LATE_MS)
        if len(self._heard) < size_of(poll, bytes(self._heard)):
            return None
        return self._end(_judged(poll, bytes(self._heard)))

    def _overdue(self, poll: Poll) -> Outcome:
        if not self._heard:
            return self._end(Outcome(How.SILENT, poll.address))
        why = BadReply(f"broken off: {self._heard.hex()}")
        return self._end(Outcome(How.DOUBTFUL, poll.address, why=why))

    def _end(self, outcome: Outcome) -> Outcome:
        self.poll, self.due = None, NEVER
        return outcome


def _judged(poll: Poll, answer: bytes) -> Outcome:
    if is_refusal(poll, answer):
        return Outcome(How.REFUSED, poll.address, answer)
    if is_busy(poll, answer):
        return Outcome(How.BUSY, poll.address)
    try:
        check(poll, answer)
    except BadReply as error:
        return Outcome(How.DOUBTFUL, poll.address, why=error)
    return Outcome(How.ANSWERED, poll.address, answer)
