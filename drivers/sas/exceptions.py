"""Exceptions (events) of a machine, which answer a general poll, by their meaning to the host."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exception_table import EXCEPTION_ROWS, ExceptionRow

NO_EXCEPTION: Final = 0x00
GAME_LOCKED: Final = 0x6F
VALIDATION_ID_MISSING: Final = 0x3F

DOOR_CLOSED_CODES: Final = {0x11: 0x12, 0x13: 0x14, 0x15: 0x16, 0x19: 0x1A, 0x1D: 0x1E}
"""By the exception that opens a door, the one that closes it: slot, drop, card cage, cash box,
belly.
"""
ATTENDED_CODES: Final = {0x1B: 0x1C, 0x71: 0x72, 0x75: 0x76, 0x82: 0x83, 0x84: 0x85}
"""By an exception that needs attention, the one that ends it. The others end when somebody has
looked, and those that stop the machine also when a game begins.
"""
STOPS_PLAY: Final = frozenset(
    {
        row.code
        for row in EXCEPTION_ROWS
        if row.meaning in (ExceptionMeaning.TILT, ExceptionMeaning.MEMORY_ERROR)
    }
    | {0x82, 0x84, 0x86}
)
"""No game begins before these are over: the machine is tilted, in a menu, or out of service."""

EXCEPTIONS: Final[Mapping[int, ExceptionRow]] = MappingProxyType(
    {row.code: row for row in EXCEPTION_ROWS}
)
FIRST_VERSION_TILTS: Final = frozenset({*range(0x20, 0x2F), *range(0x40, 0x47)})
LATER_MEANINGS: Final = frozenset(
    {
        ExceptionMeaning.NO_ACTIVITY,
        ExceptionMeaning.COMPONENTS_CHANGED,
        ExceptionMeaning.HAND_PAY_CANCELLED,
        ExceptionMeaning.ATTENTION,
        ExceptionMeaning.ATTENDED,
        ExceptionMeaning.SETTING,
        ExceptionMeaning.FACT,
        ExceptionMeaning.PLAY,
        ExceptionMeaning.UNKNOWN,
    }
)
"""Unlisted in the program that did not record meanings, whose tilts are FIRST_VERSION_TILTS."""

GAME_DISTURBING: Final = frozenset(
    {ExceptionMeaning.TILT, ExceptionMeaning.MEMORY_ERROR, ExceptionMeaning.DOOR_OPENED}
)
"""A game is defective if one of these is reported in it (94, 95)."""


def exception_meaning(exception_code: int) -> ExceptionMeaning:
    """Return the meaning of an exception; UNKNOWN for a code that the standard does not define."""
    row = EXCEPTIONS.get(exception_code)
    return row.meaning if row else ExceptionMeaning.UNKNOWN


def first_meaning(exception_code: int) -> ExceptionMeaning:
    """Return the meaning of an exception to the program that did not record meanings."""
    if exception_code in FIRST_VERSION_TILTS:
        return ExceptionMeaning.TILT
    meaning = exception_meaning(exception_code)
    return ExceptionMeaning.UNLISTED if meaning in LATER_MEANINGS else meaning
