"""Bee-Tek's words out of a byte stream: ` [mode]<text> `, each between blanks, without a checksum.

Source: two public field programs for this shoe. A blank is a space or an end of line; a warning
may also come without blanks.

Theory of operation. There is neither a start byte nor a checksum, so a word is accepted only if it
matches one of a few patterns exactly, between its blanks:

    ··x7·[Game]<Card:7H>·[Game]<Ca
    └─┬─┘└──────┬──────┘ └── pending: it may still be completed
      │         └ at the blank after `>`: matched from the last `[` on
      └ `malformed`: dropped, and reported as `DamagedText` with its time

- At a blank after a `>` the pending text is cut: the word at its end, and the rest before it is
  damage. A blank elsewhere belongs to a mode or an alarm text ("Manual Burn Cards").
- Text is also dropped after MAX_FRAME_BYTES without a word (`overlong`), and after a pause of
  MAX_GAP_MS within a word (`broken_off`).
- Damage is passed on, not only counted: it may have been a card. `drivers.bee_tek.sightings`
  decides, since the shoe repeats its words.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from drivers.byte_gap import ByteGap
from firmware.core.vocabulary.cards import Card, parse_card
from hal.ports import Millis

MAX_GAP_MS: Final = Millis(50)
"""The longest pause within a word, the time of 48 characters; after it the word is dropped."""
MAX_FRAME_BYTES: Final = 80
"""Bytes of a word at most; the longest known one has 43."""


class CardSighted(NamedTuple):
    """A card was read as it left the shoe, in a game or as it was burnt by hand."""

    card: Card
    was_burnt: bool


class CardUnread(NamedTuple):
    """A card left the shoe and could not be read."""


class ShoeAlarm(NamedTuple):
    """An alarm of the shoe: its code, such as E3, or the first word of its text."""

    code: str


class ShoeWarning(NamedTuple):
    """A warning of the shoe, such as W0x01; their meaning is not public."""

    code: str


class DamagedText(NamedTuple):
    """Bytes that are no valid word, and may have been one; the last byte came at `received_at`."""

    received_at: Millis


BeeTekMessage = CardSighted | CardUnread | ShoeAlarm | ShoeWarning | DamagedText

_BLANK_BYTES: Final = b" \r\n"
_CLOSING_BRACKET: Final = ord(">")
_WORD_SHAPE: Final = re.compile(rb"[ \r\n](\[[^\[\]<>]*\]<[^\[\]<>]*>)$")
_WARNING: Final = re.compile(rb"<(W0x[0-9A-F]{2})>")


class BeeTekFramer:
    """Cuts bytes, in any portions, into valid words.

    `health` counts `words`, `dropped_bytes` and why: `malformed`, `overlong`, `broken_off`. Holds
    less than MAX_FRAME_BYTES between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._pending_bytes = bytearray()
        self._byte_gap = ByteGap(MAX_GAP_MS)

    def feed(self, data: bytes, now: Millis) -> list[BeeTekMessage]:
        """Return the words that `data`, read at `now`, completes or breaks off, in order."""
        messages: list[BeeTekMessage] = []
        if self._byte_gap.is_exceeded(data, now):
            messages += self.break_off()
        for byte in data:
            messages += self._accept_byte(byte)
        return messages

    def break_off(self) -> list[BeeTekMessage]:
        """Drop an incomplete word."""
        return list(self._discard_bytes(bytes(self._pending_bytes), "broken_off"))

    def _accept_byte(self, byte: int) -> Iterator[BeeTekMessage]:
        # A word ends at the blank after its `>`: a blank inside a mode or an alarm does not end it.
        closed = self._pending_bytes.endswith(b">")
        self._pending_bytes.append(byte)
        if byte in _BLANK_BYTES and (closed or not self._pending_bytes.strip(_BLANK_BYTES)):
            yield from self._extract_word(bytes(self._pending_bytes[:-1]))
            self._pending_bytes[:] = bytes((byte,))
        elif byte == _CLOSING_BRACKET and (
            # A warning may come without blanks around it.
            warning := _WARNING.fullmatch(self._pending_bytes.strip(_BLANK_BYTES))
        ):
            self._pending_bytes.clear()
            yield self._count_message(ShoeWarning(warning[1].decode("ascii")))
        elif len(self._pending_bytes) >= MAX_FRAME_BYTES:
            yield from self._discard_bytes(bytes(self._pending_bytes), "overlong")

    def _extract_word(self, text: bytes) -> Iterator[BeeTekMessage]:
        """Yield the word at the end of `text`, and drop the rest."""
        word_match = _WORD_SHAPE.search(text)
        message = decode(word_match[1]) if word_match else None
        preceding = text[: word_match.start()] if word_match and message is not None else text
        yield from self._discard_bytes(preceding, "malformed")
        if message is not None:
            yield self._count_message(message)

    def _count_message(self, message: BeeTekMessage) -> BeeTekMessage:
        self._health["words"] += 1
        return message

    def _discard_bytes(self, text: bytes, reason: str) -> Iterator[BeeTekMessage]:
        self._pending_bytes.clear()
        dropped_text = text.strip(_BLANK_BYTES)
        if dropped_text:
            self._health[reason] += 1
            self._health["dropped_bytes"] += len(dropped_text)
            yield DamagedText(self._byte_gap.last_byte_at)


def decode(text: bytes) -> BeeTekMessage | None:
    """Decode a word without its blanks; None if it does not match the format exactly.

    Ranks are 2 to 9, T or 10, J, Q, K and A; suits are C, D, H and S.
    """
    for pattern, decoder in _MESSAGE_PATTERNS:
        if match := pattern.fullmatch(text):
            return decoder(match)
    return None


def _decode_card(match: re.Match[bytes]) -> BeeTekMessage:
    rank, suit = match["rank"].decode("ascii"), match["suit"].decode("ascii")
    return CardSighted(
        parse_card(rank.replace("10", "T") + suit), was_burnt=match["mode"] != b"Game"
    )


def _decode_alarm(match: re.Match[bytes]) -> BeeTekMessage:
    text = match["text"].decode("ascii")
    code = text.partition(" ")[0]
    # The one code whose meaning is public.
    return CardUnread() if code == "E3" or text.endswith("Card Not Read") else ShoeAlarm(code)


_MESSAGE_PATTERNS: Final[
    tuple[tuple[re.Pattern[bytes], Callable[[re.Match[bytes]], BeeTekMessage]], ...]
] = (
    (
        re.compile(
            rb"\[(?P<mode>Game|Manual Burn Cards)\]"
            rb"<Card:(?P<rank>[2-9TJQKA]|10)(?P<suit>[CDHS])>"
        ),
        _decode_card,
    ),
    (re.compile(rb"\[(?:Game|Manual Burn Cards)\]<Game>"), lambda _match: CardUnread()),
    (
        re.compile(
            rb"\[(?:Game|GameAlarm|Manual Burn Cards)\]<Alarm:(?P<text>[0-9A-Za-z][ -~]{0,39})>"
        ),
        _decode_alarm,
    ),
)
