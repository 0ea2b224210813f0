"""Lines out of a Mercury's byte stream, checked by their end and format alone.

Theory of operation. A line has no checksum: it is sound if it ends in CR LF, and is a star and
printable characters, or a number; it counts if it matches the format of its protocol exactly, field
by field.

    *X;4;012; 7;0;1*X;4;012; 7;0;180;0 CR LF
    └──── merged ──┘└─ from the last `*X;` on ─┘

- Only a line feed ends a line, so one that lost its end runs into the next: the text before the
  last `*X;` is dropped (`merged`), and the status behind it counts.
- A line that is sound, but not one of its protocol, is an `UnknownLine`.
- Anything else is dropped whole (`malformed`), also after MAX_FRAME_BYTES without an end
  (`overlong`) and after a pause of MAX_GAP_MS within a line (`broken_off`). The next line feed is
  where the framer is in step again.
- Each drop is passed on as `DamagedLine`: it may have been a number. In the protocols with a status
  two equal lines in a row are needed anyway; in Basic the spin is then unknown.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from drivers.byte_gap import ByteGap
from drivers.mercury.messages import DamagedLine, MercuryMessage
from hal.ports import Millis

MAX_GAP_MS: Final = Millis(50)
"""The longest pause within a line, the time of 48 characters; after it the line is dropped."""
MAX_FRAME_BYTES: Final = 80
"""Bytes of a line at most; the longest known one has 48."""

_STATUS_PREFIX: Final = b"*X;"


class MercuryFramer:
    """Decodes bytes, in any portions, line by line; an invalid line is `DamagedLine`.

    A status may follow another one that has lost its end: only the last `*X;` of a line begins one.
    `health` counts `lines`, `dropped_bytes` and why: `malformed`, `merged`, `overlong`,
    `broken_off`. Holds less than MAX_FRAME_BYTES between two calls.
    """

    def __init__(self, parse_line: Callable[[bytes], MercuryMessage], health: Counter[str]) -> None:
        self._parse_line = parse_line
        self._health = health
        self._pending_bytes = bytearray()
        self._byte_gap = ByteGap(MAX_GAP_MS)

    def feed(self, data: bytes, now: Millis) -> list[MercuryMessage]:
        """Return the lines that `data`, read at `now`, completes or breaks off, in order."""
        messages: list[MercuryMessage] = []
        if self._byte_gap.is_exceeded(data, now):
            messages += self.break_off()
        for byte in data:
            messages += self._accept_byte(byte)
        return messages

    def break_off(self) -> list[MercuryMessage]:
        """Drop an incomplete line."""
        return self._discard_bytes(len(self._pending_bytes), "broken_off")

    def _accept_byte(self, byte: int) -> list[MercuryMessage]:
        self._pending_bytes.append(byte)
        if byte == ord("\n"):
            return self._end_line()
        if len(self._pending_bytes) >= MAX_FRAME_BYTES:
            return self._discard_bytes(len(self._pending_bytes), "overlong")
        return []

    def _end_line(self) -> list[MercuryMessage]:
        line = bytes(self._pending_bytes)
        if line == b"\r\n":
            self._pending_bytes.clear()
            return []
        # A status that lost its end is dropped, the one behind it counts.
        start = max(line.rfind(_STATUS_PREFIX), 0)
        message = self._parse_line(line[start:-2]) if line.endswith(b"\r\n") else DamagedLine()
        if isinstance(message, DamagedLine):
            return self._discard_bytes(len(line), "malformed")
        self._health["lines"] += 1
        return [*self._discard_bytes(start, "merged"), message]

    def _discard_bytes(self, count: int, reason: str) -> list[MercuryMessage]:
        self._pending_bytes.clear()
        if not count:
            return []
        self._health[reason] += 1
        self._health["dropped_bytes"] += count
        return [DamagedLine()]
