"""Conditions of a machine apart from its money, by exceptions: doors, tilts, power; also link and
identity.
"""

from collections.abc import Mapping
from typing import Final

from drivers.sas.exceptions import DOOR_CLOSED_CODES, ExceptionMeaning, exception_meaning
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
    meaning, conditions = exception_meaning(entry.exception_code), machine.conditions
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
    _update_doors(machine, entry.exception_code)


def apply_link(machine: MachineState, entry: LinkChanged) -> None:
    machine.conditions.link_state = entry.link_state


def apply_shutdown(machine: MachineState, entry: ShutDownChanged) -> None:
    machine.conditions.is_shut_down = entry.is_shut_down


def apply_identity(machine: MachineState, entry: IdentityReported) -> None:
    machine.identities[entry.game] = entry.identity


def _update_doors(machine: MachineState, exception_code: int) -> None:
    open_doors = {*machine.conditions.open_doors, *({exception_code} & DOOR_CLOSED_CODES.keys())}
    machine.conditions.open_doors = sorted(
        open_door for open_door in open_doors if DOOR_CLOSED_CODES[open_door] != exception_code
    )
