"""Bee-Tek's words out of a byte stream: `[mode]<text>`, without a start byte or a checksum.

Between two words may be blanks (spaces, ends of line in any form, tabulators) or nothing.

Theory of operation. A word ends at its `>`, and is then matched backwards from there:

    x7 [Game]<Card:7H>  [Game]<Ca
    ││ └──────┬──────┘  └── pending: it may still be completed
    ││        └ at the `>`: the last word of the pending text
    └┴ `malformed`: dropped, and passed on as `DamagedText` with its time

- A warning may come anywhere, even inside another word: `<W0x01>` is cut out, and what is before
  it stays pending, be it its own mode or another word's beginning.
- A whole word that is none of the shoe's is an `UnknownWord`, never a card.
- Text is also dropped after MAX_FRAME_BYTES without a word (`overlong`), and after a pause of
  MAX_GAP_MS within a word (`broken_off`).
- Damage is passed on, not only counted: it may have been a card. `drivers.bee_tek.sightings`
  decides, since the shoe repeats its words. The beginning of a warning is no damage.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from drivers.bee_tek.messages import (
    WORD_SHAPE,
    BeeTekMessage,
    DamagedText,
    UnknownWord,
    decode,
    unknown_form,
)
from drivers.byte_gap import ByteGap
from hal.ports import Millis

MAX_GAP_MS: Final = Millis(50)
"""The longest pause within a word, the time of 48 characters; after it the word is dropped."""
MAX_FRAME_BYTES: Final = 80
"""Bytes of a word at most; the longest known one has 43."""

_CLOSING_BRACKET: Final = ord(">")
_CODED_WARNING: Final = re.compile(rb"<W0x[0-9A-F]+>\Z", re.IGNORECASE)
_BEGUN_WARNING: Final = re.compile(rb"<W(0(x[0-9A-F]*)?)?\s*", re.IGNORECASE)
_LONE_MODE: Final = re.compile(rb"\[[^\[\]<>]*\]")


class BeeTekFramer:
    """Cuts bytes, in any portions, into words.

    `health` counts `words`, `dropped_bytes` and why: `malformed`, `overlong`, `broken_off`. Holds
    less than MAX_FRAME_BYTES between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._pending_bytes = bytearray()
        self._has_lost_warning = False
        """Whether a warning was cut out of the pending text: its mode may be left."""
        self._byte_gap = ByteGap(MAX_GAP_MS)

    def feed(self, data: bytes, now: Millis) -> list[BeeTekMessage]:
        """Return the words that `data`, read at `now`, completes or breaks off, in order."""
        messages: list[BeeTekMessage] = []
        is_warning = _BEGUN_WARNING.fullmatch(self._pending_bytes)
        if self._byte_gap.is_exceeded(data, now) and not is_warning:
            messages += self.break_off()
        for byte in data:
            messages += self._accept_byte(byte)
        return messages

    def break_off(self) -> list[BeeTekMessage]:
        """Drop an incomplete word."""
        return list(self._discard_pending("broken_off"))

    def _accept_byte(self, byte: int) -> Iterator[BeeTekMessage]:
        self._pending_bytes.append(byte)
        if byte == _CLOSING_BRACKET:
            yield from self._end_word()
        elif not self._pending_bytes.strip():
            self._pending_bytes.clear()
        elif len(self._pending_bytes) >= MAX_FRAME_BYTES:
            yield from self._discard_pending("overlong")

    def _end_word(self) -> Iterator[BeeTekMessage]:
        """Yield the word at the end of the pending text, and drop the rest."""
        match = WORD_SHAPE.search(self._pending_bytes)
        if match is None:
            yield from self._discard_pending("malformed")
            return
        word, warning = bytes(match[0]), _CODED_WARNING.search(self._pending_bytes)
        del self._pending_bytes[(warning or match).start() :]
        if warning is None:
            yield from self._discard_pending("malformed")
        else:
            self._has_lost_warning = True
        yield self._read_word(word)

    def _read_word(self, word: bytes) -> BeeTekMessage:
        message = decode(word)
        if message is None:
            return UnknownWord(unknown_form(word), word, self._byte_gap.last_byte_at)
        self._health["words"] += 1
        return message

    def _discard_pending(self, reason: str) -> Iterator[BeeTekMessage]:
        dropped_text = bytes(self._pending_bytes).strip()
        is_mode_of_warning = self._has_lost_warning and _LONE_MODE.fullmatch(dropped_text)
        self._pending_bytes.clear()
        self._has_lost_warning = False
        if not dropped_text or is_mode_of_warning:
            return
        self._health[reason] += 1
        self._health["dropped_bytes"] += len(dropped_text)
        if not _BEGUN_WARNING.fullmatch(dropped_text):
            yield DamagedText(self._byte_gap.last_byte_at)
