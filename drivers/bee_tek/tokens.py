"""Bee-Tek's words out of a byte stream: ` [mode]<what> `, each between blanks, without a checksum.

Source: two public field programs for this shoe. A blank is a space or an end of line; a warning
may also come without blanks.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import Card, parse_card
from hal.ports import Millis

GAP: Final = Millis(50)
"""The longest pause within a word, the time of 48 characters; after it the word is dropped."""
LONGEST: Final = 80
"""Bytes of a word at most; the longest known one has 43."""


class Seen(NamedTuple):
    """A card was read as it left the shoe, in a game or as it was burnt by hand."""

    card: Card
    burnt: bool


class Unread(NamedTuple):
    """A card left the shoe and could not be read."""


class Alarm(NamedTuple):
    """An alarm of the shoe: its code, such as E3, or the first word of its text."""

    code: str


class Warned(NamedTuple):
    """A warning of the shoe, such as W0x01; their meaning is not public."""

    code: str


class Damage(NamedTuple):
    """Bytes that are no valid word, and may have been one; the last byte came at `at`."""

    at: Millis


Word = Seen | Unread | Alarm | Warned | Damage

_BLANKS: Final = b" \r\n"
_CLOSES: Final = ord(">")
_SHAPE: Final = re.compile(rb"[ \r\n](\[[^\[\]<>]*\]<[^\[\]<>]*>)$")
_WARNING: Final = re.compile(rb"<(W0x[0-9A-F]{2})>")


class Framer:
    """Cuts bytes, in any portions, into valid words.

    `health` counts `words`, `dropped_bytes` and why: `malformed`, `overlong`, `broken_off`. Holds
    less than LONGEST bytes between two calls.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._held = bytearray()
        self._heard = Millis(0)

    def feed(self, data: bytes, now: Millis) -> list[Word]:
        """Return the words that `data`, read at `now`, completes or breaks off, in order."""
        words: list[Word] = []
        if now - self._heard > GAP:
            words += self.break_off()
        if data:
            self._heard = now
        for byte in data:
            words += self._take(byte)
        return words

    def break_off(self) -> list[Word]:
        """Drop an incomplete word."""
        return list(self._drop(bytes(self._held), "broken_off"))

    def _take(self, byte: int) -> Iterator[Word]:
        closed = self._held.endswith(b">")
        self._held.append(byte)
        if byte in _BLANKS and (closed or not self._held.strip(_BLANKS)):
            yield from self._cut(bytes(self._held[:-1]))
            self._held[:] = bytes((byte,))
        elif byte == _CLOSES and (warning := _WARNING.fullmatch(self._held.strip(_BLANKS))):
            self._held.clear()
            yield self._said(Warned(warning[1].decode("ascii")))
        elif len(self._held) >= LONGEST:
            yield from self._drop(bytes(self._held), "overlong")

    def _cut(self, text: bytes) -> Iterator[Word]:
        """Yield the word at the end of `text`, and drop the rest."""
        shape = _SHAPE.search(text)
        word = decode(shape[1]) if shape else None
        before = text[: shape.start()] if shape and word is not None else text
        yield from self._drop(before, "malformed")
        if word is not None:
            yield self._said(word)

    def _said(self, word: Word) -> Word:
        self._health["words"] += 1
        return word

    def _drop(self, text: bytes, why: str) -> Iterator[Word]:
        self._held.clear()
        dropped = text.strip(_BLANKS)
        if dropped:
            self._health[why] += 1
            self._health["dropped_bytes"] += len(dropped)
            yield Damage(self._heard)


def decode(text: bytes) -> Word | None:
    """Decode a word without its blanks; None if it does not match the format exactly.

    Ranks are 2 to 9, T or 10, J, Q, K and A; suits are C, D, H and S.
    """
    for pattern, read in _GRAMMAR:
        if match := pattern.fullmatch(text):
            return read(match)
    return None


def _seen(match: re.Match[bytes]) -> Word:
    rank, suit = match["rank"].decode("ascii"), match["suit"].decode("ascii")
    return Seen(parse_card(rank.replace("10", "T") + suit), burnt=match["mode"] != b"Game")


def _alarm(match: re.Match[bytes]) -> Word:
    text = match["text"].decode("ascii")
    code = text.partition(" ")[0]
    return Unread() if code == "E3" or text.endswith("Card Not Read") else Alarm(code)


_GRAMMAR: Final[tuple[tuple[re.Pattern[bytes], Callable[[re.Match[bytes]], Word]], ...]] = (
    (
        re.compile(
            rb"\[(?P<mode>Game|Manual Burn Cards)\]"
            rb"<Card:(?P<rank>[2-9TJQKA]|10)(?P<suit>[CDHS])>"
        ),
        _seen,
    ),
    (re.compile(rb"\[(?:Game|Manual Burn Cards)\]<Game>"), lambda _match: Unread()),
    (
        re.compile(
            rb"\[(?:Game|GameAlarm|Manual Burn Cards)\]<Alarm:(?P<text>[0-9A-Za-z][ -~]{0,39})>"
        ),
        _alarm,
    ),
)
