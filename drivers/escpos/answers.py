"""A printer's octets, cut into answers.

Theory of operation. Answers carry no length and no check; fixed bits tell them apart:

    0xx1 xx10   answer to `DLE EOT n`
    0xx1 xx00   first of the four octets of an automatic status (ASB), by `GS a` or a switch
    0xx0 xxxx   its second to fourth, which look like an answer to `GS r`: so they are consecutive,
                but for XON and XOFF
    0xx0 xxxx   answer to `GS r`, and to `GS I n` of a single octet
    11, 13      XON, XOFF
    5F … 00     answer to `GS I n` in characters

An incomplete one ends at an octet that can't belong to it, or after MAX_GAP_MS. Source: Epson,
TM-T88III specification, appendix G; Citizen CT-S310, 5.3, has the same.
"""

from collections.abc import Iterator
from itertools import chain, groupby
from typing import Final, NamedTuple

from drivers.byte_gap import ByteGap
from drivers.escpos.status import is_printed, is_status
from hal.ports import Millis

MAX_GAP_MS: Final = Millis(100)
"""The longest pause within an answer: two polls."""
MAX_ID_BYTES: Final = 81
_AUTO_STATUS_BYTES: Final = 4
_XON: Final = 0x11
_XOFF: Final = 0x13
_ID_HEADER: Final = 0x5F


class StatusAnswer(NamedTuple):
    """May answer a `DLE EOT n`."""

    octet: int


class PrintedAnswer(NamedTuple):
    """May answer a `GS r 1`."""

    octet: int


class AutomaticStatus(NamedTuple):
    """The four octets of an automatic status."""

    octets: bytes


class FlowControl(NamedTuple):
    """XOFF if the printer can take no more, XON once it can again."""

    is_stopped: bool


class PrinterId(NamedTuple):
    """The printer's maker, model or number, in characters."""

    octets: bytes


class UnknownOctets(NamedTuple):
    """Octets that are no answer, or an answer broken off."""

    octets: bytes


Answer = StatusAnswer | PrintedAnswer | AutomaticStatus | FlowControl | PrinterId | UnknownOctets


class AnswerFramer:
    """Cuts octets, in any portions, into answers. Holds MAX_ID_BYTES between two calls at most."""

    def __init__(self) -> None:
        self._pending_bytes = bytearray()
        self._byte_gap = ByteGap(MAX_GAP_MS)

    def feed(self, data: bytes, now: Millis) -> Iterator[Answer]:
        """Yield the answers that `data`, read at `now`, completes or breaks off."""
        answers = chain.from_iterable(map(self._accept_octet, data))
        if self._byte_gap.is_exceeded(data, now):
            answers = chain(self._break_off(), answers)
        for _, group in groupby(answers, lambda answer: isinstance(answer, UnknownOctets)):
            yield from _joined([*group])

    def restart(self) -> None:
        """Forget an incomplete answer."""
        self._pending_bytes.clear()

    def _break_off(self) -> Iterator[Answer]:
        if self._pending_bytes:
            octets = bytes(self._pending_bytes)
            self._pending_bytes.clear()
            yield UnknownOctets(octets)

    def _accept_octet(self, octet: int) -> Iterator[Answer]:
        if octet in (_XON, _XOFF):
            yield FlowControl(octet == _XOFF)
        elif self._pending_bytes and self._continues(octet):
            self._pending_bytes.append(octet)
            yield from self._end_if_complete()
        else:
            yield from self._break_off()
            yield from self._begin(octet)

    def _begin(self, octet: int) -> Iterator[Answer]:
        if is_status(octet):
            yield StatusAnswer(octet)
        elif is_printed(octet):
            yield PrintedAnswer(octet)
        elif octet == _ID_HEADER or _begins_automatic_status(octet):
            self._pending_bytes.append(octet)
        else:
            yield UnknownOctets(bytes((octet,)))

    def _continues(self, octet: int) -> bool:
        if self._pending_bytes[0] == _ID_HEADER:
            is_text = octet == 0 or 0x20 <= octet < 0x7F
            return is_text and len(self._pending_bytes) < MAX_ID_BYTES
        return octet & 0x90 == 0

    def _end_if_complete(self) -> Iterator[Answer]:
        octets = bytes(self._pending_bytes)
        if octets[0] == _ID_HEADER:
            if octets[-1] == 0:
                self._pending_bytes.clear()
                yield PrinterId(octets)
        elif len(octets) == _AUTO_STATUS_BYTES:
            self._pending_bytes.clear()
            yield AutomaticStatus(octets)


def _joined(answers: list[Answer]) -> list[Answer]:
    """Return answers; unknown octets in a row as one."""
    octets = [answer.octets for answer in answers if isinstance(answer, UnknownOctets)]
    return [UnknownOctets(b"".join(octets))] if octets else answers


def _begins_automatic_status(octet: int) -> bool:
    return octet & 0x93 == 0x10
