"""ReShuffled's frames in both directions: `:` DATA `#` CRC-32 of DATA in hexadecimal, line feed.

Source: the code at both ends of the public project; its description differs. The firmware takes
frames of 13 bytes only, so DATA to it has two characters; it omits the leading zeros of its own
CRC.

Theory of operation. A frame is plain text between two bytes that are never inside it:

    :SR#552A2CB0 LF     a colon begins, a line feed ends

- A colon drops the pending bytes (`malformed`): a frame that lost its end costs only itself.
- At the line feed the pending text must be a frame, letter by letter (else `malformed`), with the
  CRC-32 of its DATA (else `bad_crc`): one damaged frame in 4,000 million passes.
- The published program also prints plain lines; the known ones pass as they are.
- It is also dropped after MAX_FRAME_BYTES, and if a read finds nothing MAX_GAP_MS after the last
  byte (`broken_off`). A lost reply is noticed by `drivers.reshuffled.exchange`, which asks again.
"""

import re
import zlib
from collections import Counter
from typing import Final

from drivers.byte_gap import ByteGap
from drivers.reshuffled.messages import BOARD_TEXTS, REQUEST_REPEATED
from hal.ports import Millis

MAX_GAP_MS: Final = Millis(50)
"""The longest pause within a frame; after it the frame is dropped."""
MAX_FRAME_BYTES: Final = 40
"""Bytes of a frame at most; the longest known one has 19."""

_PLAIN_LINES: Final = frozenset(text.encode("ascii") for text in BOARD_TEXTS)
_REPEATED: Final = REQUEST_REPEATED.encode("ascii")
_BEFORE_COLON: Final = (b"Fehler", _REPEATED)
_BEFORE_FRAME: Final = _REPEATED + b": "
"""The heading of a frame that the board repeats: `Received a request: :SH#…`."""
_FRAME_PATTERN: Final = re.compile(rb":([0-9A-Z]+)#([0-9A-F]{1,8})\n")


def encode(data: bytes) -> bytes:
    """Return the frame of `data`, always with eight digits of CRC."""
    return b":%b#%08X\n" % (data, zlib.crc32(data))


class ReShuffledFramer:
    """Cuts bytes, in any portions, into the DATA of valid frames.

    `health` counts `dropped_bytes` and why: `bad_crc`, `malformed`, `broken_off`. Holds less than
    MAX_FRAME_BYTES between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._pending_bytes = bytearray()
        self._byte_gap = ByteGap(MAX_GAP_MS)

    def feed(self, data: bytes, now: Millis) -> list[bytes]:
        """Return the DATA of each frame that `data`, read at `now`, completes.

        A read without bytes, MAX_GAP_MS after the last byte, breaks a frame off. Bytes in a read
        may have come at any time since the read before.
        """
        if self._byte_gap.is_exceeded(data, now) and not data:
            self.break_off()
        return [frame_data for byte in data if (frame_data := self._accept_byte(byte)) is not None]

    def break_off(self) -> None:
        """Drop an incomplete frame."""
        self._discard_bytes("broken_off")

    def _accept_byte(self, byte: int) -> bytes | None:
        # DATA and CRC never hold a colon: a new frame begins, and the old one was cut off.
        if byte == ord(":") and not self._pending_bytes.endswith(_BEFORE_COLON):
            self._end_before_colon()
        self._pending_bytes.append(byte)
        if byte == ord("\n"):
            return self._end_frame()
        if len(self._pending_bytes) >= MAX_FRAME_BYTES:
            self._discard_bytes("malformed")
        return None

    def _end_before_colon(self) -> None:
        if self._pending_bytes == _BEFORE_FRAME:
            self._pending_bytes.clear()
        self._discard_bytes("malformed")

    def _end_frame(self) -> bytes | None:
        line = bytes(self._pending_bytes)
        frame = _FRAME_PATTERN.fullmatch(line)
        if line.rstrip() in _PLAIN_LINES:
            self._pending_bytes.clear()
            return line.rstrip()
        if frame is None:
            self._discard_bytes("malformed")
        elif int(frame[2], 16) != zlib.crc32(frame[1]):
            self._discard_bytes("bad_crc")
        else:
            self._pending_bytes.clear()
            return frame[1]
        return None

    def _discard_bytes(self, reason: str) -> None:
        if self._pending_bytes:
            self._health[reason] += 1
            self._health["dropped_bytes"] += len(self._pending_bytes)
            self._pending_bytes.clear()
