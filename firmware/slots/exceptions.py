"""Conditions of a machine apart from its money, by exceptions: doors, tilts, power; also link and
identity.
"""

from collections.abc import Mapping
from typing import Final

from drivers.sas.exceptions import DOOR_CLOSED_CODES, ExceptionMeaning
from firmware.slots.contributions import withhold
from firmware.slots.entries import ExceptionReported, IdentityReported, LinkChanged, ShutDownChanged
from firmware.slots.state import NEEDS_ACKNOWLEDGEMENT, MachineState

ENDED_CONDITIONS: Final[Mapping[ExceptionMeaning, ExceptionMeaning]] = {
    ExceptionMeaning.POWER_ON: ExceptionMeaning.POWER_OFF,
    ExceptionMeaning.HAND_PAY_RESET: ExceptionMeaning.HAND_PAY_PENDING,
}
"""The condition that an exception ends."""
LASTING_CONDITIONS: Final = frozenset({*NEEDS_ACKNOWLEDGEMENT, *ENDED_CONDITIONS.values()})


def apply_exception(machine: MachineState, entry: ExceptionReported) -> None:
    """Apply an exception to the machine's conditions."""
    meaning, conditions = entry.meaning, machine.conditions
    if meaning in LASTING_CONDITIONS:
        conditions.active = sorted({*conditions.active, meaning.value})
        # earlier acknowledgements did not cover this condition
        machine.contributions.acknowledged_by = ()
    elif meaning in ENDED_CONDITIONS:
        conditions.active = [
            condition for condition in conditions.active if condition != ENDED_CONDITIONS[meaning]
        ]
    elif meaning is ExceptionMeaning.METERS_RESET:
        withhold(machine, "reset")
    elif meaning is ExceptionMeaning.DOOR_OPENED:
        conditions.open_doors = sorted({*conditions.open_doors, entry.exception_code})
    elif meaning is ExceptionMeaning.DOOR_CLOSED:
        conditions.open_doors = [
            open_door
            for open_door in conditions.open_doors
            if DOOR_CLOSED_CODES[open_door] != entry.exception_code
        ]


def apply_link(machine: MachineState, entry: LinkChanged) -> None:
    machine.conditions.link_state = entry.link_state


def apply_shutdown(machine: MachineState, entry: ShutDownChanged) -> None:
    machine.conditions.is_shut_down = entry.is_shut_down


def apply_identity(machine: MachineState, entry: IdentityReported) -> None:
    machine.identities[entry.game] = entry.identity
