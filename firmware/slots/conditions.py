"""Signs of a machine that have nothing to do with its money: doors, power, the link, who it is."""

from collections.abc import Mapping
from typing import Final

from drivers.sas.exceptions import DOORS, Meaning, meaning_of
from firmware.slots.contributions import doubt
from firmware.slots.entries import Linked, Named, Shut, Told
from firmware.slots.state import LOOKED_AT, MachineState

ENDS: Final[Mapping[Meaning, Meaning]] = {
    Meaning.POWER_ON: Meaning.POWER_OFF,
    Meaning.HAND_PAID: Meaning.HAND_PAY,
}
"""The sign that an exception ends."""
LASTING: Final = frozenset({*LOOKED_AT, *ENDS.values()})


def told(machine: MachineState, entry: Told) -> None:
    """Take an exception."""
    meaning, signs = meaning_of(entry.code), machine.signs
    if meaning in LASTING:
        signs.standing = sorted({*signs.standing, meaning.value})
        machine.feeding.looked = ()
    elif meaning in ENDS:
        signs.standing = [one for one in signs.standing if one != ENDS[meaning]]
    elif meaning is Meaning.METERS_RESET:
        doubt(machine, "reset")
    _doors(machine, entry.code)


def linked(machine: MachineState, entry: Linked) -> None:
    machine.signs.link = entry.link


def shut(machine: MachineState, entry: Shut) -> None:
    machine.signs.shut = entry.down


def named(machine: MachineState, entry: Named) -> None:
    machine.identities[entry.game] = entry.identity


def _doors(machine: MachineState, code: int) -> None:
    doors = {*machine.signs.doors, *({code} & DOORS.keys())}
    machine.signs.doors = sorted(door for door in doors if DOORS[door] != code)
