"""The messages of an Angel Eye: events for the table, or the shoe's own state.

Payload bytes have bit 7 set (those of `M` are ASCII). Source: the host interface specification as
`AngelEyeBmsBridge`, a field program, transcribes it bit by bit, and a second program that agrees.
They disagree on `R` (a card sent again, or a redeal), which therefore never counts as a card. No
error quotes the bytes, since they may hold most of a card.
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
"""The shoe's error codes and their faults; any other is an unknown state."""

_HAND_CODES: Final = {0: DrawnFor.PLAYER, 1: DrawnFor.BANKER}
_BURNS: Final = (2, 4, 5)
_OUTSIDE_CODES: Final = (0, 1, 2)
_LAST_INDEX: Final = 3
_NO_FACE: Final = 0x00
"""The code of a card without suit and rank."""
_PRESET_SIZE: Final = 6
"""Two characters of an address and four of its value."""
_UNUSED_RESULT_BITS: Final = 0x0C
CARD_MISSED: Final = FaultRaised(SHOE, "missed")
_SUITS: Final = {1: "D", 2: "C", 3: "S", 4: "H"}
_WINNERS: Final = {1: "player", 2: "tie", 4: "banker", 7: "forced"}


@dataclass(frozen=True)
class ShoeStandby:
    """`P`: ready for a game."""


@dataclass(frozen=True)
class CardRepeated:
    """`R`: a card that is sent again or a redeal: the programs disagree."""

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
        return _card_message(card_bits, DrawnFor.BURN)
    if hand_code not in _HAND_CODES or not 1 <= index <= _LAST_INDEX:
        raise BadReply("no hand has such a code")
    return _card_message(card_bits, _HAND_CODES[hand_code], index)


def _decode_card_outside(payload: bytes) -> ShoeMessage:
    hand_bits, card_bits = _low_bits(payload, 2)
    if hand_bits >> 4 not in _OUTSIDE_CODES:
        raise BadReply("no state of the shoe has such a code")
    return _card_message(card_bits, DrawnFor.OUTSIDE)


def _card_message(card_bits: int, drawn: DrawnFor, index: int | None = None) -> ShoeMessage:
    if card_bits == _NO_FACE:
        return CARD_MISSED
    return CardRead(_decode_card(card_bits), drawn, index)


def _decode_repeated(payload: bytes) -> ShoeMessage:
    if payload:
        _decode_card_drawn(payload)
    return CardRepeated(payload)


def _decode_result(payload: bytes) -> ShoeMessage:
    (payload_bits,) = _low_bits(payload, 1)
    winner = _WINNERS.get(payload_bits >> 4)
    if winner is None or payload_bits & _UNUSED_RESULT_BITS:
        raise BadReply("no result has such a code")
    return ShoeResult(winner)


def reported_pairs(payload: bytes) -> frozenset[DrawnFor]:
    """Return the hands whose first two cards are a pair by a `G` that `decode` takes."""
    return frozenset(hand for bit, hand in _HAND_CODES.items() if payload[0] >> bit & 1)


def error_number(payload: bytes) -> int:
    """Return the number of an error, the low six bits; bit 6 is whether it stops the shoe."""
    (payload_bits,) = _low_bits(payload, 1)
    return payload_bits & 0x3F


def _decode_error(payload: bytes) -> ShoeMessage:
    number = error_number(payload)
    if number in ERRORS:
        return FaultRaised(SHOE, ERRORS[number])
    return FaultRaised(SHOE, "unknown_state", {"code": f"E{number}"})


def _decode_error_over(payload: bytes) -> ShoeMessage:
    return FaultEnded(SHOE, ERRORS.get(error_number(payload), "unknown_state"))


def _decode_lock(payload: bytes) -> ShoeMessage:
    (payload_bits,) = _low_bits(payload, 1)
    if payload_bits > 1:
        raise BadReply("no lock has such a state")
    return LockReported(bool(payload_bits))


def _decode_preset(payload: bytes) -> ShoeMessage:
    if len(payload) != _PRESET_SIZE or not payload.isascii():
        raise BadReply("a preset has six characters, and this has not")
    return PresetChanged(payload.decode("ascii"))


_DECODERS: Final[Mapping[str, Callable[[bytes], ShoeMessage]]] = {
    "S": lambda payload: _empty_message(payload, ShoeRestarted()),
    "P": lambda payload: _empty_message(payload, ShoeStandby()),
    "C": lambda payload: _empty_message(payload, CutCardSeen()),
    "G": _decode_result,
    "D": _decode_card_drawn,
    "d": _decode_card_outside,
    "R": _decode_repeated,
    "E": _decode_error,
    "e": _decode_error_over,
    "L": _decode_lock,
    "M": _decode_preset,
}
