"""What lies on a card reader and is no card of a deck, as a PN532 lists it.

A phone and a passport have another UID at each look (NXP AN10927). The ATS of the pass is one of a
public log (nfc-tools/libnfc, issue 433); the others are made up after ISO/IEC 14443.
"""

from collections.abc import Callable
from typing import Final, NamedTuple


class ForeignCard(NamedTuple):
    """A thing that answers; `list_target` gives what comes behind its Tg at a look, by number."""

    name: str
    list_target: Callable[[int], bytes]


def _random_uid(look: int) -> bytes:
    return b"\x08" + (look * 0x9E3779B1 & 0xFFFFFF).to_bytes(3, "big")


def _type_a(sens_res: str, sel_res: int, uid: bytes, ats: str = "") -> bytes:
    head = bytes.fromhex(sens_res) + bytes((sel_res, len(uid)))
    return head + uid + bytes.fromhex(ats)


def _fixed(name: str, target: bytes) -> ForeignCard:
    return ForeignCard(name, lambda _look: target)


PHONE: Final = ForeignCard(
    "phone", lambda look: _type_a("0004", 0x20, _random_uid(look), "05 78 80 70 02")
)
PASSPORT: Final = ForeignCard(
    "passport",
    lambda look: _type_a(
        "0008", 0x20, _random_uid(look), "0E 78 77 A4 02 80 73 B1 66 01 20 10 7F 90"
    ),
)
PEER: Final = ForeignCard("NFC peer", lambda look: _type_a("0004", 0x40, _random_uid(look)))
BANK_CARD: Final = _fixed(
    "bank card",
    _type_a(
        "0004", 0x28, bytes.fromhex("5A1B2C3D"), "10 78 80 A0 02 20 90 00 00 00 00 00 00 00 00 00"
    ),
)
LONG_ATS: Final = _fixed(
    "card with a long ATS",
    _type_a("0048", 0x20, bytes.fromhex("04E0ED5A356080"), "3C" + "78 77 81 02 80" + "4F" * 54),
)
PASS: Final = _fixed(
    "pass", _type_a("0344", 0x20, bytes.fromhex("04112233445566"), "06 75 77 81 02 80")
)
TRIPLE_UID: Final = _fixed(
    "UID of 10", _type_a("0084", 0x00, bytes.fromhex("04010203040506070809"))
)
OTHER_UID: Final = _fixed("UID of 5", _type_a("0004", 0x08, bytes.fromhex("0102030405")))

FOREIGN_CARDS: Final = (
    PHONE,
    PASSPORT,
    PEER,
    BANK_CARD,
    LONG_ATS,
    PASS,
    TRIPLE_UID,
    OTHER_UID,
)
