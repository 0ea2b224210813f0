"""The pauses between the bytes of a line, by which a framer knows that a message was broken off."""

from hal.ports import Millis


class ByteGap:
    """The time since the last byte; more than `max_ms` is no pause within a message."""

    def __init__(self, max_ms: Millis) -> None:
        self._max_ms = max_ms
        self.last_byte_at = Millis(0)

    def is_exceeded(self, data: bytes, now: Millis) -> bool:
        """Return whether the last byte before `data`, which is read at `now`, is too long ago."""
        is_exceeded = now - self.last_byte_at > self._max_ms
        if data:
            self.last_byte_at = now
        return is_exceeded
