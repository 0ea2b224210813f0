"""An ESC/POS printer's line: commands by their names in Epson's reference, text as printed."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from drivers.escpos.status import is_printed, is_status
from drivers.trace import Traced, Transfer, hexed
from hal.ports import Millis

_TOKEN: Final = re.compile(
    rb"\x10\x04.|\x1b[t!Ead].|\x1d[Vr!B].|\x1b@|[\x1b\x1d].|[^\x00-\x1f]+|.", re.DOTALL
)
_PREFIXES: Final = {0x10: "DLE", 0x1B: "ESC", 0x1D: "GS", 0x0A: "LF", 0x00: "NUL"}
_DLE_EOT: Final = b"\x10\x04"
_CODE_PAGE: Final = "cp1252"


class EscPosLine:
    """Implements `drivers.trace.Tracer`. An answer is one byte, paired with its request."""

    def __init__(self) -> None:
        self._asked: deque[int] = deque(maxlen=8)

    def trace(self, transfer: Transfer) -> Iterator[Traced]:
        """Yield each command, piece of text and answer."""
        if not (transfer.out or transfer.back):
            self._asked.clear()
        for token in _TOKEN.findall(transfer.out):
            if token.startswith(_DLE_EOT):
                self._asked.append(token[2])
            yield Traced(transfer.at, "out", hexed(token), _said(token))
        for octet in transfer.back:
            yield self._answer(octet, transfer.at)

    def settled(self, now: Millis) -> Iterable[Traced]:  # noqa: ARG002
        """Nothing is held back."""
        return ()

    def _answer(self, octet: int, at: Millis) -> Traced:
        shown = f"{octet:02X}"
        if is_status(octet) and self._asked:
            return Traced(at, "in", shown, f"DLE EOT {self._asked.popleft()} = {shown}")
        if is_printed(octet):
            return Traced(at, "in", shown, f"GS r = {shown}")
        return Traced(at, "dropped", shown, "noise")


def _said(token: bytes) -> str:
    if token[0] >= 0x20:
        return f"“{token.decode(_CODE_PAGE, 'replace')}”"
    prefix = _PREFIXES.get(token[0], f"{token[0]:02X}")
    if token.startswith(_DLE_EOT):
        return f"DLE EOT {token[2]}"
    return " ".join((prefix, *(chr(byte) for byte in token[1:2]), *map(str, token[2:])))


def escpos() -> EscPosLine:
    """Return the tracer of this line."""
    return EscPosLine()
