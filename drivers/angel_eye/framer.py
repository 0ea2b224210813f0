"""Angel Eye frames out of a byte stream: `ENQ SEQ CODE payload ETX BCC`, `ACK`, `NAK code`.

Theory of operation. Payload bytes have bit 7 set, and SEQ, CODE and BCC are printable: so a
control byte never occurs inside a frame, and the next one always ends a damaged frame.

    ENQ  '3'  'D'  81 C2  ETX  '3' '7'       ACK       NAK '2' '1'
     │    └──────────────────┘  └─────┘
     │      body, XORed to the BCC in two hexadecimal digits
     └─ begins a frame; bytes pending from before are dropped (`resyncs`)

- A byte outside of a frame is `noise`. A frame ends two bytes after its ETX, and is dropped if its
  BCC is wrong (`bad_bcc`), or if no ETX comes within MAX_FRAME_BYTES (`overlong`).
- A dropped frame is not searched for another one: an ENQ inside it would have begun that already.
- ACK and NAK count only between frames. One flipped bit makes an ACK (06) of the `F` (46) of a BCC,
  and a NAK (15) of an ENQ (05); a command without an answer is simply sent again.
- A damaged frame passes its BCC once in a few hundred. The two other copies of the message make up
  for both, a lost frame and a false one: see `drivers.angel_eye.copies`.
"""

from collections import Counter
from functools import reduce
from operator import xor
from typing import Final, NamedTuple

STX: Final = 0x02
ETX: Final = 0x03
ENQ: Final = 0x05
ACK: Final = 0x06
NAK: Final = 0x15
MAX_FRAME_BYTES: Final = 16
"""Bytes before the ETX at most; the longest known message (`M`) has 9."""

_REFUSALS: Final = frozenset(
    {b"%02d" % number for number in (1, 2, 3, 11, 12, 13, 14, 21, 22)} | {b"FF"}
)
"""Strict, as one flipped bit makes a NAK of an ENQ."""


class AngelEyeFrame(NamedTuple):
    """One copy of a message, its BCC right. Equal frames are byte-identical copies."""

    sequence_char: str
    code: str
    payload: bytes = b""


class ShoeAnswer(NamedTuple):
    """An answer to a command: an ACK, or a NAK with its two-character code."""

    refusal: str | None = None


class AngelEyeFramer:
    """Cuts bytes, in any portions, into valid frames and answers.

    `health` counts `frames`, `dropped_bytes` and why: `noise`, `resyncs`, `bad_bcc`, `overlong`,
    `malformed`.
    """

    def __init__(self) -> None:
        self.health: Counter[str] = Counter()
        self._pending_bytes = bytearray()

    def feed(self, data: bytes) -> list[AngelEyeFrame | ShoeAnswer]:
        """Return the frames and answers that `data` completes, in wire order."""
        return [received for byte in data if (received := self._accept_byte(byte)) is not None]

    def discard_partial(self) -> None:
        """Drop an incomplete frame."""
        if self._pending_bytes:
            self._discard_bytes("resyncs")

    def _accept_byte(self, byte: int) -> AngelEyeFrame | ShoeAnswer | None:
        # No control byte is inside a frame: payloads have bit 7 set, SEQ and BCC are printable.
        if byte in (STX, ENQ, ACK, NAK):
            return self._begin_frame(byte)
        self._pending_bytes.append(byte)
        if self._pending_bytes[0] == ENQ:
            return self._end_of_frame()
        if self._pending_bytes[0] == NAK:
            return self._end_of_nak()
        self._discard_bytes("noise")
        return None

    def _begin_frame(self, byte: int) -> ShoeAnswer | None:
        """Start over at a control byte, which never occurs inside a frame.

        An answer is accepted only between frames: one flipped bit turns the `F` of a BCC into an
        ACK, and a command without an answer is simply sent again.
        """
        inside_frame = bool(self._pending_bytes)
        self.discard_partial()
        if byte == ACK and not inside_frame:
            return ShoeAnswer()
        self._pending_bytes.append(byte)
        if byte != ENQ and (inside_frame or byte != NAK):
            self._discard_bytes("noise")
        return None

    def _end_of_nak(self) -> ShoeAnswer | None:
        if len(self._pending_bytes) < 3:
            return None
        code = bytes(self._pending_bytes[1:])
        if code not in _REFUSALS:
            self._discard_bytes("malformed")
            return None
        self._pending_bytes.clear()
        return ShoeAnswer(code.decode("ascii"))

    def _end_of_frame(self) -> AngelEyeFrame | None:
        etx_index = self._pending_bytes.find(ETX)
        if etx_index < 0 and len(self._pending_bytes) > MAX_FRAME_BYTES:
            self._discard_bytes("overlong")
        # The BCC is two hexadecimal digits behind the ETX.
        if etx_index < 0 or len(self._pending_bytes) < etx_index + 3:
            return None
        frame_body, bcc = (
            bytes(self._pending_bytes[1 : etx_index + 1]),
            self._pending_bytes[etx_index + 1 :],
        )
        if bcc != b"%02X" % reduce(xor, frame_body):
            self._discard_bytes("bad_bcc")
        elif (
            len(frame_body) < 3
            or not frame_body[:2].isascii()
            # At least SEQ, CODE and ETX; the alphabet of SEQ is unknown, so any printable passes.
            or not frame_body[:2].decode().isprintable()
        ):
            self._discard_bytes("malformed")
        else:
            self._pending_bytes.clear()
            self.health["frames"] += 1
            return AngelEyeFrame(chr(frame_body[0]), chr(frame_body[1]), frame_body[2:-1])
        return None

    def _discard_bytes(self, reason: str) -> None:
        self.health[reason] += 1
        self.health["dropped_bytes"] += len(self._pending_bytes)
        self._pending_bytes.clear()
