"""ReShuffled's frames in both directions: `:` DATA `#` CRC-32 of DATA in hexadecimal, line feed.

Source: the code at both ends of the public project; its description differs. The firmware takes
frames of 13 bytes only, so DATA to it has two characters; it omits the leading zeros of its own
CRC.
"""

import re
import zlib
from collections import Counter
from typing import Final

from hal.ports import Millis

GAP: Final = Millis(50)
"""The longest pause within a frame; after it the frame is dropped."""
LONGEST: Final = 40
"""Bytes of a frame at most; the longest known one has 19."""

_FRAME: Final = re.compile(rb":([0-9A-Z]+)#([0-9A-F]{1,8})\n")


def encode(data: bytes) -> bytes:
    """Return the frame of `data`, always with eight digits of CRC."""
    return b":%b#%08X\n" % (data, zlib.crc32(data))


class Framer:
    """Cuts bytes, in any portions, into the DATA of valid frames.

    `health` counts `dropped_bytes` and why: `bad_crc`, `malformed`, `broken_off`. Holds less than
    LONGEST bytes between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._held = bytearray()
        self._heard = Millis(0)

    def feed(self, data: bytes, now: Millis) -> list[bytes]:
        """Return the DATA of each frame that `data`, read at `now`, completes.

        A read without bytes, GAP after the last byte, breaks a frame off. Bytes in a read may have
        come at any time since the read before.
        """
        if data:
            self._heard = now
        elif now - self._heard > GAP:
            self.break_off()
        return [item for byte in data if (item := self._take(byte)) is not None]

    def break_off(self) -> None:
        """Drop an incomplete frame."""
        self._drop("broken_off")

    def _take(self, byte: int) -> bytes | None:
        if byte == ord(":"):
            self._drop("malformed")
        self._held.append(byte)
        if byte == ord("\n"):
            return self._end()
        if len(self._held) >= LONGEST:
            self._drop("malformed")
        return None

    def _end(self) -> bytes | None:
        frame = _FRAME.fullmatch(bytes(self._held))
        if frame is None:
            self._drop("malformed")
        elif int(frame[2], 16) != zlib.crc32(frame[1]):
            self._drop("bad_crc")
        else:
            self._held.clear()
            return frame[1]
        return None

    def _drop(self, why: str) -> None:
        if self._held:
            self._health[why] += 1
            self._health["dropped_bytes"] += len(self._held)
            self._held.clear()
