"""An ESC/POS printer's line: commands by their names in Epson's reference, text as printed."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from drivers.escpos.status import is_printed, is_status
from drivers.trace import TracedFrame, Transfer, hex_octets
from hal.ports import Millis

_TOKEN_PATTERN: Final = re.compile(
    rb"\x10\x04.|\x1b[t!Ead].|\x1d[Vr!B].|\x1b@|[\x1b\x1d].|[^\x00-\x1f]+|.", re.DOTALL
)
_PREFIXES: Final = {0x10: "DLE", 0x1B: "ESC", 0x1D: "GS", 0x0A: "LF", 0x00: "NUL"}
_DLE_EOT: Final = b"\x10\x04"
_CODE_PAGE: Final = "cp1252"


class EscPosLine:
    """Implements `drivers.trace.Tracer`. An answer is one byte, paired with its request."""

    def __init__(self) -> None:
        # A silent printer must not let the requests pile up.
        self._pending_requests: deque[int] = deque(maxlen=8)

    def trace(self, transfer: Transfer) -> Iterator[TracedFrame]:
        """Yield each command, piece of text and answer."""
        if not (transfer.sent_bytes or transfer.received_bytes):
            self._pending_requests.clear()
        for token in _TOKEN_PATTERN.findall(transfer.sent_bytes):
            if token.startswith(_DLE_EOT):
                self._pending_requests.append(token[2])
            yield TracedFrame(transfer.at_ms, "out", hex_octets(token), _describe_token(token))
        for octet in transfer.received_bytes:
            yield self._trace_answer(octet, transfer.at_ms)

    def flush(self, now: Millis) -> Iterable[TracedFrame]:  # noqa: ARG002
        """Nothing is held back."""
        return ()

    def _trace_answer(self, octet: int, at_ms: Millis) -> TracedFrame:
        octet_text = f"{octet:02X}"
        if is_status(octet) and self._pending_requests:
            return TracedFrame(
                at_ms,
                "in",
                octet_text,
                f"DLE EOT {self._pending_requests.popleft()} = {octet_text}",
            )
        if is_printed(octet):
            return TracedFrame(at_ms, "in", octet_text, f"GS r = {octet_text}")
        return TracedFrame(at_ms, "dropped", octet_text, "noise")


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
