"""Conditions of a machine apart from its money, by exceptions: doors, tilts, power; also link,
settings and identity.
"""

from collections.abc import Callable, Mapping
from typing import Final

from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exceptions import (
    ATTENDED_CODES,
    DOOR_CLOSED_CODES,
    GAME_DISTURBING,
    GAME_LOCKED,
    STOPS_PLAY,
    VALIDATION_ID_MISSING,
)
from firmware.slots.contributions import withhold
from firmware.slots.entries import (
    ExceptionReported,
    IdentityReported,
    LinkChanged,
    PollUnanswered,
    SettingReported,
    ShutDownChanged,
    VersionReported,
)
from firmware.slots.machine_state import NEEDS_ACKNOWLEDGEMENT, MachineSetting, MachineState

LASTING_CONDITIONS: Final = frozenset({*NEEDS_ACKNOWLEDGEMENT, ExceptionMeaning.POWER_OFF})
"""A pending hand pay lasts too: its beginning and its end are in `hand_pays`."""
ATTENTION_MEANINGS: Final = frozenset(
    {
        ExceptionMeaning.ATTENTION,
        ExceptionMeaning.COMPONENTS_CHANGED,
        ExceptionMeaning.TILT,
        ExceptionMeaning.MEMORY_ERROR,
    }
)
SETTING_EXCEPTIONS: Final[Mapping[int, MachineSetting]] = {
    GAME_LOCKED: "transfer_lock",
    VALIDATION_ID_MISSING: "no_validation_id",
}
ConditionEntry = (
    ExceptionReported | SettingReported | VersionReported | PollUnanswered | ShutDownChanged
)


def is_change(machine: MachineState, entry: ConditionEntry) -> bool:
    """Return whether an entry changes the machine."""
    match entry:
        case ExceptionReported():
            return _is_news(machine, entry)
        case SettingReported(setting=setting, is_on=is_on):
            return (setting in machine.conditions.settings) != is_on
        case VersionReported(sas_version=version, serial_number=serial):
            return (machine.sas_version, machine.serial_number) != (version, serial)
        case PollUnanswered(command=command):
            is_awaited = command in machine.play_state.win_commands
            return is_awaited or command not in machine.unanswered_polls
        case ShutDownChanged(is_shut_down=is_shut_down):
            return machine.conditions.is_shut_down != is_shut_down


def apply_exception(machine: MachineState, entry: ExceptionReported, *, is_in_game: bool) -> None:
    """Apply an exception to the machine's conditions. A disturbed game has an alarm of its own."""
    meaning, conditions = entry.meaning, machine.conditions
    if meaning in LASTING_CONDITIONS:
        conditions.active = sorted({*conditions.active, meaning.value})
        # earlier acknowledgements did not cover this condition
        machine.contributions.acknowledged_by = ()
    if meaning in ATTENTION_MEANINGS and not (is_in_game and meaning in GAME_DISTURBING):
        conditions.attention = sorted({*conditions.attention, entry.exception_code})
    if meaning in _EFFECTS:
        _EFFECTS[meaning](machine, entry.exception_code)


def apply_link(machine: MachineState, entry: LinkChanged) -> None:
    machine.conditions.link_state = entry.link_state


def apply_setting(machine: MachineState, entry: SettingReported) -> None:
    _set_setting(machine, entry.setting, is_on=entry.is_on)


def apply_version(machine: MachineState, entry: VersionReported) -> None:
    """Apply the version and serial number. Another machine's meters are not this one's: it
    contributes nothing until two people have looked.
    """
    if machine.serial_number not in ("", entry.serial_number):
        withhold(machine, "replaced")
        for meter_track in machine.meter_tracks.values():
            meter_track.readings.clear()
    machine.sas_version, machine.serial_number = entry.sas_version, entry.serial_number
    machine.unanswered_polls.clear()


def apply_shutdown(machine: MachineState, entry: ShutDownChanged) -> None:
    machine.conditions.is_shut_down = entry.is_shut_down


def apply_identity(machine: MachineState, entry: IdentityReported) -> None:
    machine.identities[entry.game] = entry.identity


def _is_news(machine: MachineState, entry: ExceptionReported) -> bool:
    """Return whether an exception is more than the repetition of one that has not ended."""
    conditions, code = machine.conditions, entry.exception_code
    match entry.meaning:
        case ExceptionMeaning.ATTENTION:
            return code not in conditions.attention
        case ExceptionMeaning.UNKNOWN:
            return code not in conditions.unknown_codes
        case ExceptionMeaning.SETTING:
            return SETTING_EXCEPTIONS[code] not in conditions.settings
    return True


def _end_power_cut(machine: MachineState, code: int) -> None:
    machine.conditions.active = [
        condition
        for condition in machine.conditions.active
        if condition != ExceptionMeaning.POWER_OFF
    ]
    _forget_unanswered(machine, code)


def _forget_unanswered(machine: MachineState, _code: int) -> None:
    """The machine may have another program, which answers more."""
    machine.unanswered_polls.clear()


def _reset_meters(machine: MachineState, _code: int) -> None:
    withhold(machine, "reset")


def _open_door(machine: MachineState, code: int) -> None:
    machine.conditions.open_doors = sorted({*machine.conditions.open_doors, code})


def _close_door(machine: MachineState, code: int) -> None:
    machine.conditions.open_doors = [
        open_door
        for open_door in machine.conditions.open_doors
        if DOOR_CLOSED_CODES[open_door] != code
    ]


def _attend(machine: MachineState, code: int) -> None:
    machine.conditions.attention = [
        cause for cause in machine.conditions.attention if ATTENDED_CODES.get(cause) != code
    ]


def _resume_play(machine: MachineState, _code: int) -> None:
    machine.conditions.attention = [
        cause for cause in machine.conditions.attention if cause not in STOPS_PLAY
    ]


def _find_setting(machine: MachineState, code: int) -> None:
    _set_setting(machine, SETTING_EXCEPTIONS[code], is_on=True)


def _list_unknown(machine: MachineState, code: int) -> None:
    machine.conditions.unknown_codes = sorted({*machine.conditions.unknown_codes, code})


def _set_setting(machine: MachineState, setting: MachineSetting, *, is_on: bool) -> None:
    others = {*machine.conditions.settings} - {setting}
    machine.conditions.settings = sorted(others | {setting} if is_on else others)


_EFFECTS: Final[Mapping[ExceptionMeaning, Callable[[MachineState, int], None]]] = {
    ExceptionMeaning.POWER_ON: _end_power_cut,
    ExceptionMeaning.OPTIONS_CHANGED: _forget_unanswered,
    ExceptionMeaning.COMPONENTS_CHANGED: _forget_unanswered,
    ExceptionMeaning.METERS_RESET: _reset_meters,
    ExceptionMeaning.DOOR_OPENED: _open_door,
    ExceptionMeaning.DOOR_CLOSED: _close_door,
    ExceptionMeaning.ATTENDED: _attend,
    ExceptionMeaning.GAME_STARTED: _resume_play,
    ExceptionMeaning.SETTING: _find_setting,
    ExceptionMeaning.UNKNOWN: _list_unknown,
}
