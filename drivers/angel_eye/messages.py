"""The messages of an Angel Eye: events for the table, or the shoe's own state.

Payload bytes have bit 7 set (those of `M` are ASCII). Source: two field programs that agree on
these; they disagree on `R`, which therefore never counts as a card. No error quotes the bytes,
since they may hold most of a card.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from firmware.core.vocabulary.cards import CARD_RANKS, Card, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    DrawnFor,
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

_HAND_CODES: Final = {0: DrawnFor.PLAYER, 1: DrawnFor.BANKER}
_BURNS: Final = (2, 4, 5)
_OUTSIDE_CODES: Final = (0, 1, 2)
_SUITS: Final = {1: "D", 2: "C", 3: "S", 4: "H"}
_WINNERS: Final = {1: "player", 2: "tie", 4: "banker", 7: "forced"}


@dataclass(frozen=True)
class ShoeStandby:
    """`P`: ready for a game."""


@dataclass(frozen=True)
class CardRepeated:
    """`R`: a repeated card or a re-deal; which one is not public."""

    payload: bytes


@dataclass(frozen=True)
class LockReported:
    """`L`: whether the shoe is locked."""

    is_locked: bool


@dataclass(frozen=True)
class PresetChanged:
    """`M`: a setting was changed on the shoe."""

    text: str


ShoeMessage = Event | ShoeStandby | CardRepeated | LockReported | PresetChanged


def decode(code: str, payload: bytes) -> ShoeMessage:
    """Decode a message. Raises BadReply if it is not valid."""
    decoder = _DECODERS.get(code)
    if decoder is None:
        raise BadReply(f"the shoe sent a message {code!r}, which is none of its own")
    return decoder(payload)


def _low_bits(payload: bytes, count: int) -> list[int]:
    """Return the low seven bits of each byte."""
    if len(payload) != count or any(byte < 0x80 for byte in payload):
        raise BadReply(f"a payload of {count} was announced, not what came")
    return [byte & 0x7F for byte in payload]


def _empty_message(payload: bytes, message: ShoeMessage) -> ShoeMessage:
    _low_bits(payload, 0)
    return message


def _decode_card(payload_bits: int) -> Card:
    suit, rank = _SUITS.get(payload_bits >> 4), payload_bits & 0xF
    if suit is None or not 1 <= rank <= len(CARD_RANKS):
        raise BadReply("no card has such a code")
    return parse_card(CARD_RANKS[rank - 1] + suit)


def _decode_card_drawn(payload: bytes) -> ShoeMessage:
    hand_bits, card_bits = _low_bits(payload, 2)
    hand_code, index = hand_bits >> 4, hand_bits & 0xF
    if hand_code in _BURNS:
        return CardRead(_decode_card(card_bits), DrawnFor.BURN)
    if hand_code not in _HAND_CODES or not 1 <= index <= 3:
        raise BadReply("no hand has such a code")
    return CardRead(_decode_card(card_bits), _HAND_CODES[hand_code], index)


def _decode_card_outside(payload: bytes) -> ShoeMessage:
    hand_bits, card_bits = _low_bits(payload, 2)
    if hand_bits >> 4 not in _OUTSIDE_CODES:
        raise BadReply("no state of the shoe has such a code")
    return CardRead(_decode_card(card_bits), DrawnFor.OUTSIDE)


def _decode_result(payload: bytes) -> ShoeMessage:
    (payload_bits,) = _low_bits(payload, 1)
    winner = _WINNERS.get(payload_bits >> 4)
    if winner is None:
        raise BadReply("no result has such a code")
    return ShoeResult(winner)


def _decode_error(payload: bytes) -> ShoeMessage:
    (payload_bits,) = _low_bits(payload, 1)
    # The number of the error is in the low six bits.
    return FaultRaised(SHOE, ERRORS.get(payload_bits & 0x3F, "unreadable"))


def _decode_error_over(payload: bytes) -> ShoeMessage:
    (payload_bits,) = _low_bits(payload, 1)
    return FaultEnded(SHOE, ERRORS.get(payload_bits, "unreadable"))


def _decode_preset(payload: bytes) -> ShoeMessage:
    if not payload.isascii():
        raise BadReply("a preset is ASCII, and this is not")
    return PresetChanged(payload.decode("ascii"))


_DECODERS: Final[Mapping[str, Callable[[bytes], ShoeMessage]]] = {
    "S": lambda payload: _empty_message(payload, ShoeRestarted()),
    "P": lambda payload: _empty_message(payload, ShoeStandby()),
    "C": lambda payload: _empty_message(payload, CutCardSeen()),
    "G": _decode_result,
    "D": _decode_card_drawn,
    "d": _decode_card_outside,
    "R": CardRepeated,
    "E": _decode_error,
    "e": _decode_error_over,
    "L": lambda payload: LockReported(bool(_low_bits(payload, 1)[0] & 1)),
    "M": _decode_preset,
}
