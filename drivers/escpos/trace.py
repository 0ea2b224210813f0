"""An ESC/POS printer's line: commands by their names in Epson's reference, text as printed."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from drivers.escpos.answers import (
    Answer,
    AnswerFramer,
    AutomaticStatus,
    FlowControl,
    PrintedAnswer,
    PrinterId,
    StatusAnswer,
)
from drivers.trace import TracedFrame, Transfer, hex_octets, text_line
from hal.ports import Millis

_TOKEN_PATTERN: Final = re.compile(
    rb"\x10\x04.|\x1b[t!Ead].|\x1d[Vr!B].|\x1b@|[\x1b\x1d].|[^\x00-\x1f]+|.", re.DOTALL
)
_PREFIXES: Final = {0x10: "DLE", 0x1B: "ESC", 0x1D: "GS", 0x0A: "LF", 0x00: "NUL"}
_DLE_EOT: Final = b"\x10\x04"
_CODE_PAGE: Final = "cp1252"


class EscPosLine:
    """Implements `drivers.trace.Tracer`. A status is paired with its request."""

    def __init__(self) -> None:
        # A silent printer must not let the requests pile up.
        self._pending_requests: deque[int] = deque(maxlen=8)
        self._answer_framer = AnswerFramer()

    def trace(self, transfer: Transfer) -> Iterator[TracedFrame]:
        """Yield each command, piece of text and answer."""
        if not (transfer.sent_bytes or transfer.received_bytes):
            self._pending_requests.clear()
        for token in _TOKEN_PATTERN.findall(transfer.sent_bytes):
            if token.startswith(_DLE_EOT):
                self._pending_requests.append(token[2])
            yield TracedFrame(transfer.at_ms, "out", hex_octets(token), _describe_token(token))
        for answer in self._answer_framer.feed(transfer.received_bytes, transfer.at_ms):
            yield self._trace_answer(answer, transfer.at_ms)

    def flush(self, now: Millis) -> Iterable[TracedFrame]:  # noqa: ARG002
        """Nothing is held back."""
        return ()

    def _trace_answer(self, answer: Answer, at_ms: Millis) -> TracedFrame:
        match answer:
            case StatusAnswer(octet) if self._pending_requests:
                text = f"DLE EOT {self._pending_requests.popleft()} = {octet:02X}"
                return TracedFrame(at_ms, "in", f"{octet:02X}", text)
            case PrintedAnswer(octet):
                return TracedFrame(at_ms, "in", f"{octet:02X}", f"GS r = {octet:02X}")
            case AutomaticStatus(octets):
                return TracedFrame(at_ms, "in", hex_octets(octets), f"ASB = {hex_octets(octets)}")
            case PrinterId(octets):
                return TracedFrame(at_ms, "in", hex_octets(octets), f"GS I = {text_line(octets)}")
            case FlowControl(is_stopped):
                octets, name = (b"\x13", "XOFF") if is_stopped else (b"\x11", "XON")
                return TracedFrame(at_ms, "in", hex_octets(octets), name)
            case StatusAnswer(octet):
                return TracedFrame(at_ms, "dropped", f"{octet:02X}", "noise")
        return TracedFrame(at_ms, "dropped", hex_octets(answer.octets), "noise")


def _describe_token(token: bytes) -> str:
    if token[0] >= 0x20:
        return f"“{token.decode(_CODE_PAGE, 'replace')}”"
    prefix = _PREFIXES.get(token[0], f"{token[0]:02X}")
    if token.startswith(_DLE_EOT):
        return f"DLE EOT {token[2]}"
    return " ".join((prefix, *(chr(byte) for byte in token[1:2]), *map(str, token[2:])))


def escpos() -> EscPosLine:
    """Return the tracer of this line."""
    return EscPosLine()
