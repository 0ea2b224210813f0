"""The PN532's frames, `00 00 FF LEN LCS TFI … DCS 00` (NXP UM0701-02, 6.2.1).

TFI is D4 to the chip and D5 from it. LEN + LCS and the sum of TFI to DCS are both 0 in their lowest
byte; a longer frame has FF FF in place of LEN and LCS, then two bytes of length and their LCS.

Theory of operation. The start code `00 FF` may also occur inside a frame, and a damaged header may
claim any length: so nothing is trusted before both sums are right.

    … 55 00 00 FF 02 FE D5 15 16 00 …
         │  └─┬─┘ └─┬─┘ └─┬─┘ │  └ postamble, dropped with the frame
         │    │     │   body  └ DCS: with the body's sum, 0
         │    │     └ LEN, LCS: their sum is 0
         │    └ start code, searched for in the pending bytes
         └ preamble: zeros, any number, dropped without being counted

- With a bad LCS or DCS only the two bytes of the start code are dropped, and the search continues
  behind them: a true frame inside a false one is found.
- A header that is right waits for its body. A damaged length could make it wait for too much; so
  the link drops all pending bytes before each command, and the time-out of the command ends it.
- ACK (`00 FF`) and NACK (`FF 00`) stand in place of LEN and LCS, with a sum of FF.
"""

from collections import Counter, deque
from collections.abc import Iterator
from typing import Final, NamedTuple

ACK: Final = bytes.fromhex("0000FF00FF00")
"""From the chip: the command was taken. To the chip: the pending command is given up."""

NACK: Final = bytes.fromhex("0000FFFF0000")
"""To the chip: its last reply is to be sent once more."""

MAX_BODY_BYTES: Final = 265
"""The longest body, TFI included: 255 bytes in a normal frame, 265 in an extended one."""

TFI_TO_CHIP: Final = 0xD4
_TFI_FROM_CHIP: Final = 0xD5
_START_CODE: Final = b"\x00\xff"
_POSTAMBLE: Final = b"\x00"
_MOST_FOREIGN: Final = 8


class CommandAcknowledged(NamedTuple):
    """The chip has taken the command; its reply follows."""


class CommandRefused(NamedTuple):
    """The chip could not make out the last frame (NACK), or found its syntax wrong (error)."""

    reason: str


class Pn532Reply(NamedTuple):
    """The chip's reply to `command`."""

    command: int
    data: bytes


Pn532Frame = CommandAcknowledged | CommandRefused | Pn532Reply

_ACK_RECEIVED: Final = CommandAcknowledged()
_NACK_FRAME: Final = CommandRefused("NACK")


def encode(command: int, data: bytes = b"") -> bytes:
    """Return the frame of a command; `data` of up to 253 bytes, else ValueError."""
    frame_body = bytes((TFI_TO_CHIP, command)) + data
    if len(frame_body) > 255:
        raise ValueError(f"{len(data)} bytes do not fit into a frame")
    return encode_frame(frame_body)


def encode_frame(frame_body: bytes) -> bytes:
    """Return the frame of a body, TFI included, of up to 255 bytes."""
    length = len(frame_body)
    return (
        bytes((0, 0, 0xFF, length, -length & 0xFF))
        + frame_body
        + bytes((-sum(frame_body) & 0xFF, 0))
    )


def announced_bytes(data: bytes) -> int:
    """Return how many bytes `data` needs for its first frame, by its header; 0 without one."""
    start = data.find(_START_CODE)
    header = data[start + 2 :] if start >= 0 else b""
    if header[:2] == b"\xff\xff" and len(header) >= 4:
        length, header_bytes = header[2] << 8 | header[3], 5
    elif header[:1] and not sum(header[:2]) & 0xFF:
        length, header_bytes = header[0], 2
    else:
        return 0
    # DCS and the postamble come behind the body
    return start + 2 + header_bytes + length + 2 if length <= MAX_BODY_BYTES else 0


class Pn532Framer:
    """Finds frames in the bytes that arrive; drops anything else, and counts it in `health`.

    Counts `frames`, `dropped_bytes` and why: `bad_lcs`, `bad_dcs`, `overlong`, `foreign`. Holds
    less than one frame between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._pending_bytes = bytearray()
        self.foreign_bodies: deque[bytes] = deque(maxlen=_MOST_FOREIGN)
        """The bodies of sound frames that are no reply, the last ones."""

    def feed(self, data: bytes) -> list[Pn532Frame]:
        """Return the frames that `data` completes."""
        self._pending_bytes += data
        return list(self._extract_frames())

    def clear_buffer(self) -> None:
        """Drop an incomplete frame."""
        if self._pending_bytes:
            self._discard_bytes(len(self._pending_bytes))

    def _extract_frames(self) -> Iterator[Pn532Frame]:
        while self._pending_bytes and self._find_start():
            body_span = self._parse_header()
            if body_span is None:
                return
            body_start, length = body_span
            # Only the start code is dropped: a true frame may begin inside the false one.
            if length < 0:
                self._discard_bytes(len(_START_CODE))
                continue
            if len(self._pending_bytes) < body_start + length + bool(length):
                return
            frame_body = bytes(self._pending_bytes[body_start : body_start + length])
            frame = self._complete_frame(frame_body, body_start)
            if frame is not None:
                yield frame

    def _find_start(self) -> bool:
        start = self._pending_bytes.find(_START_CODE)
        if start < 0:
            self._discard_bytes(len(self._pending_bytes) - self._pending_bytes.endswith(b"\x00"))
            return False
        if start:
            self._discard_bytes(start)
        return len(self._pending_bytes) >= 4

    def _parse_header(self) -> tuple[int, int] | None:
        """Return the start of the body and its length; -1 for a bad one, None if it is incomplete.

        The frames without a body, ACK and NACK, have the length 0.
        """
        length, checksum = self._pending_bytes[2:4]
        # LEN + LCS is 0 in a normal frame; ACK and NACK have no valid LCS, so they differ.
        if length and not (length + checksum) & 0xFF:
            return 4, length
        if length + checksum == 0xFF and length in (0x00, 0xFF):
            return 4, 0
        if length == checksum == 0xFF:
            return self._extended_header()
        self._health["bad_lcs"] += 1
        return 4, -1

    def _extended_header(self) -> tuple[int, int] | None:
        if len(self._pending_bytes) < 7:
            return None
        high, low_byte, checksum = self._pending_bytes[4:7]
        length = high << 8 | low_byte
        if (high + low_byte + checksum) & 0xFF or not length:
            self._health["bad_lcs"] += 1
            return 7, -1
        if length > MAX_BODY_BYTES:
            self._health["overlong"] += 1
            return 7, -1
        return 7, length

    def _complete_frame(self, frame_body: bytes, body_start: int) -> Pn532Frame | None:
        """Take a frame that is all there, if it is a sound one."""
        if not frame_body:
            is_ack = self._pending_bytes[2] == 0
            self._consume_frame(body_start)
            return _ACK_RECEIVED if is_ack else _NACK_FRAME
        if (sum(frame_body) + self._pending_bytes[body_start + len(frame_body)]) & 0xFF:
            self._health["bad_dcs"] += 1
            self._discard_bytes(len(_START_CODE))
            return None
        self._consume_frame(body_start + len(frame_body) + 1)
        return self._decode_body(frame_body)

    def _consume_frame(self, frame_end: int) -> None:
        """Take a frame up to `frame_end`, and the octet behind it if that is its postamble."""
        self._health["frames"] += 1
        del self._pending_bytes[: frame_end + self._pending_bytes.startswith(_POSTAMBLE, frame_end)]

    def _decode_body(self, frame_body: bytes) -> Pn532Frame | None:
        if frame_body == b"\x7f":
            return CommandRefused("syntax error")
        # A reply has the command's code plus one, and codes of commands are even.
        if len(frame_body) > 1 and frame_body[0] == _TFI_FROM_CHIP and frame_body[1] & 1:
            return Pn532Reply(frame_body[1] - 1, frame_body[2:])
        self._health["foreign"] += 1
        self.foreign_bodies.append(frame_body)
        return None

    def _discard_bytes(self, count: int) -> None:
        # Zeros are preambles and postambles, of any number (UM0701-02, 6.2.1).
        dropped_octets = count - self._pending_bytes.count(0, 0, count)
        if dropped_octets:
            self._health["dropped_bytes"] += dropped_octets
        del self._pending_bytes[:count]
