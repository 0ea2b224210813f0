"""A machine's exceptions, the octets that answer a general poll, by their meaning to the host.

Doors 11 to 16 and 19 to 1E, power 17 and 18, tilts 20 to 46, memory 31 to 3A, options 3C, hand pay
51 and 52, progressive 53, 54 and 56, overflow 70, meters reset 7A, games 7E and 7F, opened without
power 98 to 9B (A). The names of the single doors, tilts and memory errors are words (B); so is that
2F, 30, 3B and 3D to 3F, among the tilts by their number, are none.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

NONE: Final = 0x00


class Meaning(StrEnum):
    """The meaning of an exception; the value is the last part of its words' key."""

    DOOR_OPENED = "door_opened"
    DOOR_SHUT = "door_shut"
    POWER_ON = "power_on"
    POWER_OFF = "power_off"
    TILT = "tilt"
    MEMORY = "memory"
    OPTIONS = "options"
    HAND_PAY = "hand_pay"
    HAND_PAID = "hand_paid"
    LOT_UNHEARD = "lot_unheard"
    LOT_WON = "lot_won"
    HOST_LOT_WON = "host_lot_won"
    OVERFLOW = "overflow"
    METERS_RESET = "meters_reset"
    GAME_BEGAN = "game_began"
    GAME_ENDED = "game_ended"
    OPENED_DARK = "opened_dark"
    OTHER = "other"


DOORS: Final = {0x11: 0x12, 0x13: 0x14, 0x15: 0x16, 0x19: 0x1A, 0x1D: 0x1E}
"""The exceptions by which each door is opened and shut: slot, drop, card cage, cash box, belly."""

_MEANINGS: Final[Mapping[Meaning, frozenset[int]]] = {
    Meaning.DOOR_OPENED: frozenset(DOORS),
    Meaning.DOOR_SHUT: frozenset(DOORS.values()),
    Meaning.POWER_ON: frozenset({0x17}),
    Meaning.POWER_OFF: frozenset({0x18}),
    Meaning.TILT: frozenset({*range(0x20, 0x2F), *range(0x40, 0x47)}),
    Meaning.MEMORY: frozenset(range(0x31, 0x3B)),
    Meaning.OPTIONS: frozenset({0x3C}),
    Meaning.HAND_PAY: frozenset({0x51}),
    Meaning.HAND_PAID: frozenset({0x52}),
    Meaning.LOT_UNHEARD: frozenset({0x53}),
    Meaning.LOT_WON: frozenset({0x54}),
    Meaning.HOST_LOT_WON: frozenset({0x56}),
    Meaning.OVERFLOW: frozenset({0x70}),
    Meaning.METERS_RESET: frozenset({0x7A}),
    Meaning.GAME_BEGAN: frozenset({0x7E}),
    Meaning.GAME_ENDED: frozenset({0x7F}),
    Meaning.OPENED_DARK: frozenset(range(0x98, 0x9C)),
}
_BY_CODE: Final = {code: meaning for meaning, codes in _MEANINGS.items() for code in codes}

DISTURBING: Final = frozenset({Meaning.TILT, Meaning.MEMORY, Meaning.DOOR_OPENED})
"""A game in which one of these comes is defective (94, 95)."""


def meaning_of(code: int) -> Meaning:
    """Return the meaning of an exception, OTHER of one that is not in the list."""
    return _BY_CODE.get(code, Meaning.OTHER)
