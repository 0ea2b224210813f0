import pytest

from drivers.angel_eye.messages import (
    CardRepeated,
    LockReported,
    PresetChanged,
    ShoeStandby,
    decode,
)
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    DrawnFor,
    FaultEnded,
    FaultRaised,
    ShoeRestarted,
    ShoeResult,
)
from firmware.core.vocabulary.faults import FAULT_KINDS
from hal.errors import BadReply
from tests.kits.offenders import each

EVERY_BYTE = range(256)

MEANT = [
    ("S", "", ShoeRestarted()),
    ("P", "", ShoeStandby()),
    ("C", "", CutCardSeen()),
    ("D", "81 B8", CardRead(parse_card("8S"), DrawnFor.PLAYER, 1)),
    ("D", "93 91", CardRead(parse_card("AD"), DrawnFor.BANKER, 3)),
    ("D", "A0 AD", CardRead(parse_card("KC"), DrawnFor.BURN)),
    ("D", "C0 CA", CardRead(parse_card("TH"), DrawnFor.BURN)),
    ("D", "D7 CB", CardRead(parse_card("JH"), DrawnFor.BURN)),
    ("d", "80 BC", CardRead(parse_card("QS"), DrawnFor.OUTSIDE)),
    ("d", "90 BC", CardRead(parse_card("QS"), DrawnFor.OUTSIDE)),
    ("d", "A0 BC", CardRead(parse_card("QS"), DrawnFor.OUTSIDE)),
    ("G", "91", ShoeResult("player")),
    ("G", "A3", ShoeResult("tie")),
    ("G", "C0", ShoeResult("banker")),
    ("G", "F0", ShoeResult("forced")),
    ("E", "C1", FaultRaised("shoe", "unreadable")),
    ("E", "82", FaultRaised("shoe", "overdraw")),
    ("E", "C3", FaultRaised("shoe", "button")),
    ("E", "C4", FaultRaised("shoe", "reversed_at_exit")),
    ("E", "C5", FaultRaised("shoe", "reversed_midway")),
    ("E", "C6", FaultRaised("shoe", "card_code")),
    ("E", "C7", FaultRaised("shoe", "draw_timeout")),
    ("E", "C8", FaultRaised("shoe", "unknown_state", {"code": "E8"})),
    ("e", "87", FaultEnded("shoe", "draw_timeout")),
    ("e", "C7", FaultEnded("shoe", "draw_timeout")),
    ("e", "88", FaultEnded("shoe", "unknown_state")),
    ("D", "81 80", FaultRaised("shoe", "missed")),
    ("d", "90 80", FaultRaised("shoe", "missed")),
    ("L", "81", LockReported(is_locked=True)),
    ("L", "80", LockReported(is_locked=False)),
    ("M", "30 31 30 30 30 38", PresetChanged("010008")),
    ("R", "81 B8", CardRepeated(b"\x81\xb8")),
    ("R", "", CardRepeated(b"")),
]


@each("code, payload, message", MEANT)
def test_each_message_is_read(code: str, payload: str, message: object) -> None:
    assert decode(code, bytes.fromhex(payload)) == message


def readable(code: str, first: int, second: int) -> CardRead | None:
    try:
        message = decode(code, bytes([first, second]))
    except BadReply:
        return None
    return message if isinstance(message, CardRead) else None


def test_just_52_bytes_are_cards() -> None:
    cards = [read.card for second in EVERY_BYTE if (read := readable("D", 0x81, second))]
    assert len(cards) == 52
    assert set(cards) == set(FULL_PACK)


@pytest.mark.parametrize(
    ("code", "good"),
    [
        ("D", {*range(0x81, 0x84), *range(0x91, 0x94), *range(0xA0, 0xB0), *range(0xC0, 0xE0)}),
        ("d", {*range(0x80, 0xB0)}),
    ],
)
def test_only_known_places_are_accepted(code: str, good: set[int]) -> None:
    assert {first for first in EVERY_BYTE if readable(code, first, 0xB8)} == good


@each(
    "code, payload",
    [
        ("D", ""),
        ("D", "81"),
        ("D", "81 B8 B8"),
        ("d", "80"),
        ("S", "80"),
        ("P", "80"),
        ("C", "80"),
        ("G", ""),
        ("G", "80"),
        ("G", "11"),
        ("E", ""),
        ("E", "01"),
        ("e", "C1 C1"),
        ("L", ""),
        ("M", "FF"),
        ("M", "30 31 30 30 30"),
        ("L", "82"),
        ("G", "94"),
        ("G", "98"),
        ("R", "81"),
        ("R", "81 81"),
        ("X", ""),
        ("s", ""),
    ],
)
def test_invalid_message_is_refused(code: str, payload: str) -> None:
    with pytest.raises(BadReply):
        decode(code, bytes.fromhex(payload))


def test_every_shoe_fault_is_known_to_the_table() -> None:
    for error in range(0x80):
        message = decode("E", bytes([0x80 | error]))
        assert isinstance(message, FaultRaised)
        assert message.code in FAULT_KINDS
