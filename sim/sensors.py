"""The far ends under the felt: chips that lie on a place cover its sensor."""

from collections.abc import Mapping
from typing import Protocol

from drivers.wiring import ExpanderSensors, PresenceWiring, TouchSensors
from firmware.core.events import Place
from hal.ports import InputLine
from sim.i2c import Chip
from sim.mcp23017 import INPUT_PINS, InterruptOutput, SharedLine, SimMcp23017
from sim.mpr121 import SimMpr121


class FeltSensors(Protocol):
    """The sensors of a table, whatever they are."""

    @property
    def chips(self) -> Mapping[int, Chip]:
        """What answers on the bus, by address."""
        ...

    @property
    def lines(self) -> Mapping[int, InputLine]:
        """The interrupt lines, by pin."""
        ...

    def cover(self, place: Place, *, covered: bool) -> None:
        """Cover a place or free it."""
        ...


class NoSensors:
    """A table without sensors."""

    chips: Mapping[int, Chip] = {}
    lines: Mapping[int, InputLine] = {}

    def cover(self, place: Place, *, covered: bool) -> None:
        """Nobody feels it."""


class SimExpanderSensors:
    """Opto or hall sensors that pull an expander's input low."""

    def __init__(self, wiring: ExpanderSensors) -> None:
        self.chips = {address: SimMcp23017(address) for address in wiring.addresses}
        outputs = (InterruptOutput(chip, 0) for chip in self.chips.values())
        self.lines = {wiring.interrupt: SharedLine(*outputs)}
        self._contacts = {place: contact for contact, place in wiring.places.items()}

    def cover(self, place: Place, *, covered: bool) -> None:
        """Cover a place or free it."""
        address, number = self._contacts[place]
        self.chips[address].wire(INPUT_PINS[number], high=False if covered else None)


class SimTouchSensors:
    """Electrodes whose reading chips lower."""

    def __init__(self, wiring: TouchSensors) -> None:
        self.chips = {address: SimMpr121(address) for address in wiring.addresses}
        self.lines = {wiring.interrupt: SharedLine(*self.chips.values())}
        self._contacts = {place: contact for contact, place in wiring.places.items()}

    def cover(self, place: Place, *, covered: bool) -> None:
        """Cover a place or free it."""
        address, electrode = self._contacts[place]
        self.chips[address].touch(electrode, on=covered)


def felt_sensors(wiring: PresenceWiring | None) -> FeltSensors:
    """Return the far ends of a table's sensors."""
    match wiring:
        case ExpanderSensors():
            return SimExpanderSensors(wiring)
        case TouchSensors():
            return SimTouchSensors(wiring)
    return NoSensors()
