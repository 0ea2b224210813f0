"""The messages of an Angel Eye: events for the table, or the shoe's own state.

Payload bytes have bit 7 set (those of `M` are ASCII). Source: two field programs that agree on
these; they disagree on `R`, which therefore never counts as a card. No error quotes the bytes,
since they may hold most of a card.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from firmware.core.vocabulary.cards import RANKS, Card, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Drawn,
    Event,
    FaultEnded,
    FaultRaised,
    ShoeRestarted,
    ShoeResult,
)
from hal.errors import BadReply

SHOE: Final = "shoe"
ERRORS: Final[Mapping[int, str]] = {
    1: "unreadable",
    2: "overdraw",
    3: "button",
    4: "reversed_at_exit",
    5: "reversed_midway",
    6: "card_code",
    7: "draw_timeout",
}
"""The shoe's error codes and their faults; any other code counts as unreadable."""

_HANDS: Final = {0: Drawn.PLAYER, 1: Drawn.BANKER}
_BURNS: Final = (2, 4, 5)
_OUTSIDE: Final = (0, 1, 2)
_SUITS: Final = {1: "D", 2: "C", 3: "S", 4: "H"}
_WINNERS: Final = {1: "player", 2: "tie", 4: "banker", 7: "forced"}


@dataclass(frozen=True)
class StoodBy:
    """`P`: ready for a game."""


@dataclass(frozen=True)
class Carried:
    """`R`: a repeated card or a re-deal; which one is not public."""

    payload: bytes


@dataclass(frozen=True)
class LockReported:
    """`L`: whether the shoe is locked."""

    locked: bool


@dataclass(frozen=True)
class PresetChanged:
    """`M`: a setting was changed on the shoe."""

    text: str


Message = Event | StoodBy | Carried | LockReported | PresetChanged


def decode(code: str, payload: bytes) -> Message:
    """Decode a message. Raises BadReply if it is not valid."""
    read = _READERS.get(code)
    if read is None:
        raise BadReply(f"the shoe sent a message {code!r}, which is none of its own")
    return read(payload)


def _bits(payload: bytes, count: int) -> list[int]:
    """Return the low seven bits of each byte."""
    if len(payload) != count or any(byte < 0x80 for byte in payload):
        raise BadReply(f"a payload of {count} was announced, not what came")
    return [byte & 0x7F for byte in payload]


def _bare(payload: bytes, message: Message) -> Message:
    _bits(payload, 0)
    return message


def _card(bits: int) -> Card:
    suit, rank = _SUITS.get(bits >> 4), bits & 0xF
    if suit is None or not 1 <= rank <= len(RANKS):
        raise BadReply("no card has such a code")
    return parse_card(RANKS[rank - 1] + suit)


def _drawn(payload: bytes) -> Message:
    where, card = _bits(payload, 2)
    kind, index = where >> 4, where & 0xF
    if kind in _BURNS:
        return CardRead(_card(card), Drawn.BURN)
    if kind not in _HANDS or not 1 <= index <= 3:
        raise BadReply("no hand has such a code")
    return CardRead(_card(card), _HANDS[kind], index)


def _drawn_outside(payload: bytes) -> Message:
    where, card = _bits(payload, 2)
    if where >> 4 not in _OUTSIDE:
        raise BadReply("no state of the shoe has such a code")
    return CardRead(_card(card), Drawn.OUTSIDE)


def _result(payload: bytes) -> Message:
    (bits,) = _bits(payload, 1)
    winner = _WINNERS.get(bits >> 4)
    if winner is None:
        raise BadReply("no result has such a code")
    return ShoeResult(winner)


def _error(payload: bytes) -> Message:
    (bits,) = _bits(payload, 1)
    return FaultRaised(SHOE, ERRORS.get(bits & 0x3F, "unreadable"))


def _error_over(payload: bytes) -> Message:
    (bits,) = _bits(payload, 1)
    return FaultEnded(SHOE, ERRORS.get(bits, "unreadable"))


def _preset(payload: bytes) -> Message:
    if not payload.isascii():
        raise BadReply("a preset is ASCII, and this is not")
    return PresetChanged(payload.decode("ascii"))


_READERS: Final[Mapping[str, Callable[[bytes], Message]]] = {
    "S": lambda payload: _bare(payload, ShoeRestarted()),
    "P": lambda payload: _bare(payload, StoodBy()),
    "C": lambda payload: _bare(payload, CutCardSeen()),
    "G": _result,
    "D": _drawn,
    "d": _drawn_outside,
    "R": Carried,
    "E": _error,
    "e": _error_over,
    "L": lambda payload: LockReported(bool(_bits(payload, 1)[0] & 1)),
    "M": _preset,
}
