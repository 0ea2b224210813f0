"""One poll at a time, with its response.

- 19,200 baud, 11 bits an octet: start, 8 bits, the ninth, stop (A).
- A response begins within 20 ms of the poll, with gaps of 5 ms between its octets at most (B).
- In place of any answer an event may come, or a ROM's signature (`real_time`). An octet that is the
  address alone, an exception or an acknowledgement, is therefore whole only once the gap is over.
- A sound frame whose size is not the table's is taken when the gap is over.
- A machine's octets have the ninth bit clear, except for the chirp: a machine that has received no
  address for 5 s sends its own with the bit set, every 200 ms (B).
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from drivers.sas.crc_bcd import has_valid_crc
from drivers.sas.polls import Poll
from drivers.sas.real_time import is_event, is_rom_signature
from drivers.sas.responses import (
    check_response,
    is_busy_response,
    is_one_octet,
    is_refusal,
    response_size,
)
from hal.errors import BadReply
from hal.ninth_bit import Octet
from hal.ports import NEVER, Millis

BAUD_RATE: Final = 19_200
BITS_PER_OCTET: Final = 11
RESPONSE_TIMEOUT_MS: Final = 20
INTER_OCTET_GAP_MS: Final = 5
LONGEST_EVENT: Final = 64
"""In octets; a longer frame is no event."""
ADAPTER_LATENCY_MS: Final = 16
"""A USB adapter may hold octets back this long (its latency timer)."""


class PollEnding(StrEnum):
    """The ending of a poll."""

    ANSWERED = "answered"
    REFUSED = "refused"
    BUSY = "busy"
    DOUBTFUL = "doubtful"
    SILENT = "silent"
    EVENT = "event"
    """A real-time event came in place of the response: the poll is to be sent again later."""
    ROM_SIGNATURE = "ROM signature"
    """The signature of the ROM came in place of the response."""
    CHIRP = "chirp"
    """No ending of the poll: an address was received with the ninth bit set."""


class PollOutcome(NamedTuple):
    """The ending of a poll; `error` is for the log."""

    ending: PollEnding
    address: int
    response: bytes = b""
    error: BadReply | None = None


def transmission_ms(octet_count: int) -> int:
    """Return the transmission time of so many octets in ms, rounded up."""
    return -(-octet_count * BITS_PER_OCTET * 1000 // BAUD_RATE)


class PollExchange:
    """The poll that is awaiting its response. Octets outside of a response are dropped."""

    def __init__(self) -> None:
        self.poll: Poll | None = None
        self._received = bytearray()
        self.deadline = NEVER
        """When the response, or its next octet, is overdue."""

    def begin_poll(self, poll: Poll, now: Millis) -> None:
        """Await the response to a poll that is being sent."""
        self.poll = poll
        self._received.clear()
        self.deadline = Millis(
            now + transmission_ms(len(poll.octets)) + RESPONSE_TIMEOUT_MS + ADAPTER_LATENCY_MS
        )

    def receive(self, octets: Iterable[Octet], now: Millis) -> list[PollOutcome]:
        """Return the outcomes of the octets received by now, and of a timeout."""
        outcomes = [
            outcome for octet in octets if (outcome := self._receive_octet(octet, now)) is not None
        ]
        if self.poll is not None and now >= self.deadline:
            outcomes.append(self._timed_out(self.poll))
        return outcomes

    def _receive_octet(self, octet: Octet, now: Millis) -> PollOutcome | None:
        poll = self.poll
        # a response has the ninth bit clear, so a marked octet is a chirp, even within a poll
        if octet.is_marked:
            return PollOutcome(PollEnding.CHIRP, octet.value)
        if poll is None:
            return None
        self._received.append(octet.value)
        # each octet restarts the gap
        self.deadline = Millis(now + transmission_ms(1) + INTER_OCTET_GAP_MS + ADAPTER_LATENCY_MS)
        received = bytes(self._received)
        if len(received) < response_size(poll, received):
            return None
        outcome = _response_outcome(poll, received)
        # an event may have more data than the table has
        is_more_awaited = outcome.ending is PollEnding.DOUBTFUL and received[1:2] == b"\xff"
        is_more_awaited &= received[0] == poll.address and len(received) < LONGEST_EVENT
        return None if is_more_awaited else self._finish(outcome)

    def _timed_out(self, poll: Poll) -> PollOutcome:
        received = bytes(self._received)
        if not received:
            return self._finish(PollOutcome(PollEnding.SILENT, poll.address))
        if has_valid_crc(received) if len(received) > 1 else is_one_octet(poll, received):
            return self._finish(_response_outcome(poll, received))
        broken_off = BadReply(f"broken off: {received.hex()}")
        return self._finish(
            PollOutcome(PollEnding.DOUBTFUL, poll.address, received, error=broken_off)
        )

    def _finish(self, outcome: PollOutcome) -> PollOutcome:
        self.poll, self.deadline = None, NEVER
        return outcome


def _response_outcome(poll: Poll, response: bytes) -> PollOutcome:
    if is_refusal(poll, response):
        return PollOutcome(PollEnding.REFUSED, poll.address, response)
    if is_busy_response(poll, response):
        return PollOutcome(PollEnding.BUSY, poll.address)
    if response[0] == poll.address and is_event(response):
        return PollOutcome(PollEnding.EVENT, poll.address, response)
    if response[0] == poll.address and is_rom_signature(response):
        return PollOutcome(PollEnding.ROM_SIGNATURE, poll.address, response)
    try:
        check_response(poll, response)
    except BadReply as error:
        return PollOutcome(PollEnding.DOUBTFUL, poll.address, response, error)
    return PollOutcome(PollEnding.ANSWERED, poll.address, response)
