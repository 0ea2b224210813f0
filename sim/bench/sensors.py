"""The far ends under the felt: chips that lie on a place cover its sensor."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from drivers.wiring import ExpanderSensors, PresenceWiring, TouchSensors
from firmware.core.vocabulary.places import Place
from hal.ports import InputLine
from sim.chips.i2c import Chip
from sim.chips.mcp23017 import INPUT_PINS, InterruptOutput, SharedLine, SimMcp23017
from sim.chips.mpr121 import SimMpr121


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

    @property
    def stuck(self) -> Mapping[Place, bool]:
        """What sensors say whatever lies there, by place."""
        ...

    def cover(self, place: Place, *, covered: bool) -> None:
        """Cover a place or free it."""
        ...

    def stick(self, place: Place, *, covered: bool | None) -> None:
        """Have a place's sensor say so whatever lies there; with None what lies there."""
        ...


class NoSensors:
    """A table without sensors."""

    chips: Mapping[int, Chip] = {}
    lines: Mapping[int, InputLine] = {}
    stuck: Mapping[Place, bool] = {}

    def cover(self, place: Place, *, covered: bool) -> None:
        """Nobody feels it."""

    def stick(self, place: Place, *, covered: bool | None) -> None:
        """There is none to stick."""


class _Sensors:
    """Sensors each of which may be stuck."""

    def __init__(self) -> None:
        self.stuck: dict[Place, bool] = {}
        self._covered: set[Place] = set()

    def cover(self, place: Place, *, covered: bool) -> None:
        """Cover a place or free it."""
        (self._covered.add if covered else self._covered.discard)(place)
        self._settle(place)

    def stick(self, place: Place, *, covered: bool | None) -> None:
        """Have a place's sensor say so whatever lies there; with None what lies there."""
        if covered is None:
            self.stuck.pop(place, None)
        else:
            self.stuck[place] = covered
        self._settle(place)

    def _settle(self, place: Place) -> None:
        self._feel(place, covered=self.stuck.get(place, place in self._covered))

    @abstractmethod
    def _feel(self, place: Place, *, covered: bool) -> None: ...


class SimExpanderSensors(_Sensors):
    """Opto or hall sensors that pull an expander's input low."""

    def __init__(self, wiring: ExpanderSensors) -> None:
        super().__init__()
        self.chips = {address: SimMcp23017(address) for address in wiring.addresses}
        outputs = (InterruptOutput(chip, 0) for chip in self.chips.values())
        self.lines = {wiring.interrupt: SharedLine(*outputs)}
        self._contacts = {place: contact for contact, place in wiring.places.items()}

    def _feel(self, place: Place, *, covered: bool) -> None:
        address, number = self._contacts[place]
        self.chips[address].wire(INPUT_PINS[number], high=False if covered else None)


class SimTouchSensors(_Sensors):
    """Electrodes whose reading chips lower."""

    def __init__(self, wiring: TouchSensors) -> None:
        super().__init__()
        self.chips = {address: SimMpr121(address) for address in wiring.addresses}
        self.lines = {wiring.interrupt: SharedLine(*self.chips.values())}
        self._contacts = {place: contact for contact, place in wiring.places.items()}

    def _feel(self, place: Place, *, covered: bool) -> None:
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
