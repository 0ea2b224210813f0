"""The message keys of a bank's states, conditions and exceptions, each written out whole."""

from collections.abc import Mapping
from typing import Final

from drivers.sas.exceptions import ExceptionMeaning
from firmware.slots.state import (
    JACKPOT_AMOUNT_IMPOSSIBLE,
    JACKPOT_WON_TWICE,
    LinkState,
    MeterDoubt,
)

LINK_KEYS: Final[Mapping[LinkState, str]] = {
    "new": "slots.link.new",
    "up": "slots.link.up",
    "doubtful": "slots.link.doubtful",
    "deaf": "slots.link.deaf",
    "lost": "slots.link.lost",
}
LINK_ALARM_KEYS: Final[Mapping[LinkState, str]] = {
    "doubtful": "slots.alarm.doubtful",
    "deaf": "slots.alarm.deaf",
    "lost": "slots.alarm.lost",
}
"""By link state; the others are healthy."""
DOUBT_ALARM_KEYS: Final[Mapping[MeterDoubt, str]] = {
    "ran_back": "slots.alarm.ran_back",
    "jumped": "slots.alarm.jumped",
    "reset": "slots.alarm.reset",
}
# Those that the pit shows as grave are listed in floor/pit/alarms.py, GRAVE_KINDS.
CONDITION_ALARM_KEYS: Final[Mapping[str, str]] = {
    ExceptionMeaning.POWER_OFF: "slots.alarm.power_off",
    ExceptionMeaning.QUEUE_OVERFLOW: "slots.alarm.overflow",
    ExceptionMeaning.OPENED_WITHOUT_POWER: "slots.alarm.opened_dark",
    ExceptionMeaning.JACKPOT_TIMEOUT: "slots.alarm.lot_unheard",
    JACKPOT_AMOUNT_IMPOSSIBLE: "slots.alarm.lot_amount",
    JACKPOT_WON_TWICE: "slots.alarm.lot_twice",
}
"""By active condition. A pending hand pay has alarms of its own, by its jackpot."""
DEFECT_REASON_KEYS: Final[Mapping[ExceptionMeaning, str]] = {
    ExceptionMeaning.DOOR_OPENED: "slots.told.door_opened",
    ExceptionMeaning.TILT: "slots.told.tilt",
    ExceptionMeaning.MEMORY_ERROR: "slots.told.memory",
}
"""By the meaning of the exception that makes a game defective."""
EXCEPTION_NAME_KEYS: Final[Mapping[int, str]] = {
    0x11: "slots.code.11",
    0x13: "slots.code.13",
    0x15: "slots.code.15",
    0x19: "slots.code.19",
    0x1D: "slots.code.1d",
    0x20: "slots.code.20",
    0x21: "slots.code.21",
    0x22: "slots.code.22",
    0x23: "slots.code.23",
    0x24: "slots.code.24",
    0x25: "slots.code.25",
    0x26: "slots.code.26",
    0x27: "slots.code.27",
    0x28: "slots.code.28",
    0x29: "slots.code.29",
    0x2A: "slots.code.2a",
    0x2B: "slots.code.2b",
    0x2C: "slots.code.2c",
    0x2D: "slots.code.2d",
    0x2E: "slots.code.2e",
    0x31: "slots.code.31",
    0x32: "slots.code.32",
    0x33: "slots.code.33",
    0x34: "slots.code.34",
    0x35: "slots.code.35",
    0x36: "slots.code.36",
    0x37: "slots.code.37",
    0x38: "slots.code.38",
    0x39: "slots.code.39",
    0x3A: "slots.code.3a",
    0x40: "slots.code.40",
    0x41: "slots.code.41",
    0x42: "slots.code.42",
    0x43: "slots.code.43",
    0x44: "slots.code.44",
    0x45: "slots.code.45",
    0x46: "slots.code.46",
}
"""By exception code: the doors, tilts and memory errors, which alarms name one by one."""
