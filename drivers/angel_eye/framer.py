"""Angel Eye frames out of a byte stream: `ENQ SEQ CODE payload ETX BCC`, `ACK`, `NAK code`."""

from collections import Counter
from functools import reduce
from operator import xor
from typing import Final, NamedTuple

STX: Final = 0x02
ETX: Final = 0x03
ENQ: Final = 0x05
ACK: Final = 0x06
NAK: Final = 0x15
LONGEST: Final = 16
"""Bytes before the ETX at most; the longest known message (`M`) has 9."""

_REFUSALS: Final = frozenset({b"%02d" % n for n in (1, 2, 3, 11, 12, 13, 14, 21, 22)} | {b"FF"})
"""Strict, as one flipped bit makes a NAK of an ENQ."""


class Frame(NamedTuple):
    """One copy of a message, its BCC right. Equal frames are byte-identical copies."""

    seq: str
    code: str
    payload: bytes = b""


class Answer(NamedTuple):
    """An answer to a command: an ACK, or a NAK with its two-character code."""

    refusal: str | None = None


class Framer:
    """Cuts bytes, in any portions, into valid frames and answers.

    `health` counts `frames`, `dropped_bytes` and why: `noise`, `resyncs`, `bad_bcc`, `overlong`,
    `malformed`.
    """

    def __init__(self) -> None:
        self.health: Counter[str] = Counter()
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Frame | Answer]:
        """Return the frames and answers that `data` completes, in wire order."""
        return [item for byte in data if (item := self._take(byte)) is not None]

    def reset(self) -> None:
        """Drop an incomplete frame."""
        if self._held:
            self._drop("resyncs")

    def _take(self, byte: int) -> Frame | Answer | None:
        if byte in (STX, ENQ, ACK, NAK):
            return self._begin(byte)
        self._held.append(byte)
        if self._held[0] == ENQ:
            return self._end_of_frame()
        if self._held[0] == NAK:
            return self._end_of_nak()
        self._drop("noise")
        return None

    def _begin(self, byte: int) -> Answer | None:
        """Start over at a control byte, which never occurs inside a frame.

        An answer is accepted only between frames: one flipped bit turns the `F` of a BCC into an
        ACK, and a command without an answer is simply sent again.
        """
        inside = bool(self._held)
        self.reset()
        if byte == ACK and not inside:
            return Answer()
        self._held.append(byte)
        if byte != ENQ and (inside or byte != NAK):
            self._drop("noise")
        return None

    def _end_of_nak(self) -> Answer | None:
        if len(self._held) < 3:
            return None
        code = bytes(self._held[1:])
        if code not in _REFUSALS:
            self._drop("malformed")
            return None
        self._held.clear()
        return Answer(code.decode("ascii"))

    def _end_of_frame(self) -> Frame | None:
        etx = self._held.find(ETX)
        if etx < 0 and len(self._held) > LONGEST:
            self._drop("overlong")
        if etx < 0 or len(self._held) < etx + 3:
            return None
        body, bcc = bytes(self._held[1 : etx + 1]), self._held[etx + 1 :]
        if bcc != b"%02X" % reduce(xor, body):
            self._drop("bad_bcc")
        elif len(body) < 3 or not body[:2].isascii() or not body[:2].decode().isprintable():
            self._drop("malformed")
        else:
            self._held.clear()
            self.health["frames"] += 1
            return Frame(chr(body[0]), chr(body[1]), body[2:-1])
        return None

    def _drop(self, why: str) -> None:
        self.health[why] += 1
        self.health["dropped_bytes"] += len(self._held)
        self._held.clear()
