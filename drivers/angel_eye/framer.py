"""Angel Eye frames out of a byte stream: `ENQ SEQ CODE payload ETX BCC`, `ACK`, `NAK code`.

Source: the host interface specification as `AngelEyeBmsBridge`, a field program, cites it: the BCC
of a message runs from SEQ to ETX, and the code of a NAK is one binary octet (21 in hexadecimal).
Two characters (`21`), as commands have them, are taken too.

Theory of operation. Payload bytes have bit 7 set, and SEQ, CODE and BCC are printable: so a
control byte never occurs inside a frame, and the next one always ends a damaged frame.

    ENQ  '3'  'D'  81 C2  ETX  '3' '7'       ACK       NAK '2' '1'      NAK 21
     │    └──────────────────┘  └─────┘
     │      body, XORed to the BCC in two hexadecimal digits
     └─ begins a frame; bytes pending from before are dropped (`resyncs`)

- A byte outside of a frame is `noise`. A frame ends two bytes after its ETX, and is dropped if its
  BCC is wrong (`bad_bcc`), or if no ETX comes within MAX_FRAME_BYTES (`overlong`).
- A dropped frame is not searched for another one: an ENQ inside it would have begun that already.
- ACK and NAK count only between frames. One flipped bit makes an ACK (06) of the `F` (46) of a BCC,
  and a NAK (15) of an ENQ (05): so an unknown code of a NAK is two digits or no printable octet,
  never a SEQ and a CODE. A command without an answer is simply sent again.
- A frame that comes three times alike with a wrong BCC was not damaged: it is an `UnsoundMessage`,
  of a shoe with another checksum or of a faulty line.
- A damaged frame passes its BCC once in a few hundred. The two other copies of the message make up
  for both, a lost frame and a false one: see `drivers.angel_eye.copies`.
"""

from collections import Counter
from dataclasses import dataclass, field
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

COPIES_SENT: Final = 3
REFUSAL_CODES: Final = ("01", "02", "03", "11", "12", "13", "14", "21", "22", "FF")
"""The codes of a NAK, in hexadecimal."""

_REFUSAL_OCTETS: Final = frozenset(int(code, 16) for code in REFUSAL_CODES)
_NAK_ALONE: Final = bytes((NAK,))
_FRAME_BEGINNINGS: Final = frozenset((STX, ENQ, ACK, NAK))


class AngelEyeFrame(NamedTuple):
    """One copy of a message, its BCC right. Equal frames are byte-identical copies."""

    sequence_char: str
    code: str
    payload: bytes = b""

    @property
    def octets(self) -> bytes:
        """The whole frame."""
        body = (self.sequence_char + self.code).encode("ascii") + self.payload + bytes((ETX,))
        return bytes((ENQ,)) + body + b"%02X" % reduce(xor, body)


@dataclass(frozen=True)
class ShoeAnswer:
    """An answer to a command: an ACK, or a NAK with its code in hexadecimal."""

    refusal: str | None = None
    is_octet: bool = field(default=False, compare=False)
    """Whether the code came as one binary octet."""

    @property
    def octets(self) -> bytes:
        """The whole answer."""
        if self.refusal is None:
            return bytes((ACK,))
        code = bytes.fromhex(self.refusal) if self.is_octet else self.refusal.encode("ascii")
        return bytes((NAK,)) + code


class UnsoundMessage(NamedTuple):
    """A frame that came three times alike with a wrong BCC."""

    octets: bytes


Received = AngelEyeFrame | ShoeAnswer | UnsoundMessage


class AngelEyeFramer:
    """Cuts bytes, in any portions, into valid frames and answers.

    `health` counts `frames`, `dropped_bytes` and why: `noise`, `resyncs`, `bad_bcc`, `overlong`,
    `malformed`.
    """

    def __init__(self) -> None:
        self.health: Counter[str] = Counter()
        self._pending_bytes = bytearray()
        self._unsound_copies: list[bytes] = []
        """The last frames with a wrong BCC, all alike."""

    def feed(self, data: bytes) -> list[Received]:
        """Return the frames and answers that `data` completes, in wire order."""
        return [received for byte in data if (received := self._accept_byte(byte)) is not None]

    def discard_partial(self) -> None:
        """Drop an incomplete frame."""
        if self._pending_bytes:
            self._discard_bytes("resyncs")

    def _accept_byte(self, byte: int) -> Received | None:
        if self._pending_bytes == _NAK_ALONE and _is_binary_code(byte):
            self._pending_bytes.clear()
            return ShoeAnswer(f"{byte:02X}", is_octet=True)
        # No control byte is inside a frame: payloads have bit 7 set, SEQ and BCC are printable.
        if byte in _FRAME_BEGINNINGS:
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
        if not code.isdigit() and code != b"FF":
            self._discard_bytes("malformed")
            return None
        self._pending_bytes.clear()
        return ShoeAnswer(code.decode("ascii"))

    def _end_of_frame(self) -> AngelEyeFrame | UnsoundMessage | None:
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
            return self._end_unsound_frame()
        if (
            len(frame_body) < 3
            or not frame_body[:2].isascii()
            # At least SEQ, CODE and ETX; the alphabet of SEQ is unknown, so any printable passes.
            or not frame_body[:2].decode().isprintable()
        ):
            self._discard_bytes("malformed")
            return None
        self._pending_bytes.clear()
        self._unsound_copies.clear()
        self.health["frames"] += 1
        return AngelEyeFrame(chr(frame_body[0]), chr(frame_body[1]), frame_body[2:-1])

    def _end_unsound_frame(self) -> UnsoundMessage | None:
        octets = bytes(self._pending_bytes)
        self._discard_bytes("bad_bcc")
        if octets not in self._unsound_copies:
            self._unsound_copies.clear()
        self._unsound_copies.append(octets)
        if len(self._unsound_copies) < COPIES_SENT:
            return None
        self._unsound_copies.clear()
        return UnsoundMessage(octets)

    def _discard_bytes(self, reason: str) -> None:
        self.health[reason] += 1
        self.health["dropped_bytes"] += len(self._pending_bytes)
        self._pending_bytes.clear()


def _is_binary_code(octet: int) -> bool:
    """Return whether an octet behind a NAK is its code: a known one, or no beginning of a frame and
    no character.
    """
    is_character = 0x20 <= octet <= 0x7E
    return octet in _REFUSAL_OCTETS or not (is_character or octet in _FRAME_BEGINNINGS)
