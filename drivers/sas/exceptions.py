"""Exceptions (events) of a machine, which answer a general poll, by their meaning to the host.

Doors 11 to 16 and 19 to 1E, power 17 and 18, tilts 20 to 46, memory 31 to 3A, options 3C, hand pay
51 and 52, progressive 53, 54 and 56, overflow 70, meters reset 7A, games 7E and 7F, opened without
power 98 to 9B (A). The names of the single doors, tilts and memory errors are words (B); so is that
2F, 30, 3B and 3D to 3F, among the tilts by their number, are none.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

NO_EXCEPTION: Final = 0x00


class ExceptionMeaning(StrEnum):
    """The meaning of an exception; the value is the last part of its message key."""

    DOOR_OPENED = "door_opened"
    DOOR_CLOSED = "door_shut"
    POWER_ON = "power_on"
    POWER_OFF = "power_off"
    TILT = "tilt"
    MEMORY_ERROR = "memory"
    OPTIONS_CHANGED = "options"
    HAND_PAY_PENDING = "hand_pay"
    HAND_PAY_RESET = "hand_paid"
    JACKPOT_TIMEOUT = "lot_unheard"
    JACKPOT_WON = "lot_won"
    HOST_JACKPOT_WON = "host_lot_won"
    QUEUE_OVERFLOW = "overflow"
    METERS_RESET = "meters_reset"
    GAME_STARTED = "game_began"
    GAME_ENDED = "game_ended"
    OPENED_WITHOUT_POWER = "opened_dark"
    UNLISTED = "other"


DOOR_CLOSED_CODES: Final = {0x11: 0x12, 0x13: 0x14, 0x15: 0x16, 0x19: 0x1A, 0x1D: 0x1E}
"""By the exception that opens a door, the one that closes it: slot, drop, card cage, cash box,
belly.
"""

_CODES_BY_MEANING: Final[Mapping[ExceptionMeaning, frozenset[int]]] = {
    ExceptionMeaning.DOOR_OPENED: frozenset(DOOR_CLOSED_CODES),
    ExceptionMeaning.DOOR_CLOSED: frozenset(DOOR_CLOSED_CODES.values()),
    ExceptionMeaning.POWER_ON: frozenset({0x17}),
    ExceptionMeaning.POWER_OFF: frozenset({0x18}),
    ExceptionMeaning.TILT: frozenset({*range(0x20, 0x2F), *range(0x40, 0x47)}),
    ExceptionMeaning.MEMORY_ERROR: frozenset(range(0x31, 0x3B)),
    ExceptionMeaning.OPTIONS_CHANGED: frozenset({0x3C}),
    ExceptionMeaning.HAND_PAY_PENDING: frozenset({0x51}),
    ExceptionMeaning.HAND_PAY_RESET: frozenset({0x52}),
    ExceptionMeaning.JACKPOT_TIMEOUT: frozenset({0x53}),
    ExceptionMeaning.JACKPOT_WON: frozenset({0x54}),
    ExceptionMeaning.HOST_JACKPOT_WON: frozenset({0x56}),
    ExceptionMeaning.QUEUE_OVERFLOW: frozenset({0x70}),
    ExceptionMeaning.METERS_RESET: frozenset({0x7A}),
    ExceptionMeaning.GAME_STARTED: frozenset({0x7E}),
    ExceptionMeaning.GAME_ENDED: frozenset({0x7F}),
    ExceptionMeaning.OPENED_WITHOUT_POWER: frozenset(range(0x98, 0x9C)),
}
_MEANING_BY_CODE: Final = {
    exception_code: meaning
    for meaning, exception_codes in _CODES_BY_MEANING.items()
    for exception_code in exception_codes
}

GAME_DISTURBING: Final = frozenset(
    {ExceptionMeaning.TILT, ExceptionMeaning.MEMORY_ERROR, ExceptionMeaning.DOOR_OPENED}
)
"""A game is defective if one of these is reported in it (94, 95)."""


def exception_meaning(exception_code: int) -> ExceptionMeaning:
    """Return the meaning of an exception; UNLISTED for an unknown code."""
    return _MEANING_BY_CODE.get(exception_code, ExceptionMeaning.UNLISTED)
