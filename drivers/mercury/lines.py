"""Lines out of a Mercury's byte stream, checked by their end and format alone."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from drivers.mercury.words import Damage, Word
from hal.ports import Millis

GAP: Final = Millis(50)
"""The longest pause within a line, the time of 48 characters; after it the line is dropped."""
LONGEST: Final = 80
"""Bytes of a line at most; the longest known one has 48."""

_STATUS: Final = b"*X;"


class Framer:
    """Decodes bytes, in any portions, line by line; an invalid line is `Damage`.

    A status may follow another one that has lost its end: only the last `*X;` of a line begins one.
    `health` counts `lines`, `dropped_bytes` and why: `malformed`, `merged`, `overlong`,
    `broken_off`. Holds less than LONGEST bytes between two calls.
    """

    def __init__(self, read: Callable[[bytes], Word], health: Counter[str]) -> None:
        self._read = read
        self._health = health
        self._held = bytearray()
        self._heard = Millis(0)

    def feed(self, data: bytes, now: Millis) -> list[Word]:
        """Return the lines that `data`, read at `now`, completes or breaks off, in order."""
        words: list[Word] = []
        if now - self._heard > GAP:
            words += self.break_off()
        if data:
            self._heard = now
        for byte in data:
            words += self._take(byte)
        return words

    def break_off(self) -> list[Word]:
        """Drop an incomplete line."""
        return self._drop(len(self._held), "broken_off")

    def _take(self, byte: int) -> list[Word]:
        self._held.append(byte)
        if byte == ord("\n"):
            return self._end()
        if len(self._held) >= LONGEST:
            return self._drop(len(self._held), "overlong")
        return []

    def _end(self) -> list[Word]:
        line = bytes(self._held)
        if line == b"\r\n":
            self._held.clear()
            return []
        start = max(line.rfind(_STATUS), 0)
        word = self._read(line[start:-2]) if line.endswith(b"\r\n") else Damage()
        if isinstance(word, Damage):
            return self._drop(len(line), "malformed")
        self._health["lines"] += 1
        return [*self._drop(start, "merged"), word]

    def _drop(self, count: int, why: str) -> list[Word]:
        self._held.clear()
        if not count:
            return []
        self._health[why] += 1
        self._health["dropped_bytes"] += count
        return [Damage()]
