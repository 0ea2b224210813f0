"""Lines out of a Mercury's byte stream, checked by their end and format alone."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from drivers.mercury.messages import DamagedLine, MercuryMessage
from hal.ports import Millis

MAX_GAP_MS: Final = Millis(50)
"""The longest pause within a line, the time of 48 characters; after it the line is dropped."""
MAX_FRAME_BYTES: Final = 80
"""Bytes of a line at most; the longest known one has 48."""

_STATUS_PREFIX: Final = b"*X;"


class MercuryFramer:
    """Decodes bytes, in any portions, line by line; an invalid line is `Damage`.

    A status may follow another one that has lost its end: only the last `*X;` of a line begins one.
    `health` counts `lines`, `dropped_bytes` and why: `malformed`, `merged`, `overlong`,
    `broken_off`. Holds less than LONGEST bytes between two calls.
    """

    def __init__(self, parse_line: Callable[[bytes], MercuryMessage], health: Counter[str]) -> None:
        self._parse_line = parse_line
        self._health = health
        self._pending_bytes = bytearray()
        self._last_byte_at = Millis(0)

    def feed(self, data: bytes, now: Millis) -> list[MercuryMessage]:
        """Return the lines that `data`, read at `now`, completes or breaks off, in order."""
        messages: list[MercuryMessage] = []
        if now - self._last_byte_at > MAX_GAP_MS:
            messages += self.break_off()
        if data:
            self._last_byte_at = now
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
