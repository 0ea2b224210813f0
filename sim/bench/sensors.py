"""The far ends under the felt: chips that lie on a place cover its sensor."""

from collections.abc import Callable, Mapping
from typing import Protocol

from drivers.wiring import PresenceWiring
from firmware.core.vocabulary.places import Place
from hal.ports import InputLine
from sim.bench import far_ends
from sim.chips.i2c import Chip
from sim.chips.mcp23017 import SharedLine


class FeltSensors(Protocol):
    """The sensors of a table, whatever they are."""

    @property
    def chips(self) -> Mapping[int, Chip]:
        """The chips on the bus, by address."""
        ...

    @property
    def lines(self) -> Mapping[int, InputLine]:
        """The interrupt lines, by pin."""
        ...

    @property
    def stuck(self) -> Mapping[Place, bool]:
        """The forced states of sensors, by place."""
        ...

    def cover(self, place: Place, *, covered: bool) -> None:
        """Cover a place or free it."""
        ...

    def stick(self, place: Place, *, covered: bool | None) -> None:
        """Force the sensor on or off; None releases it."""
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


class SensorChip(Chip, Protocol):
    """The far end of a chip with sensors at its inputs, made with its address."""

    @property
    def interrupt(self) -> InputLine:
        """The output that tells of a change."""
        ...

    def touch(self, number: int, /, *, on: bool) -> None:
        """Lay chips on the sensor at an input, or take them off."""
        ...


class SimSensors:
    """Sensors each of which may be stuck."""

    def __init__(self, wiring: PresenceWiring) -> None:
        make: Callable[[int], SensorChip] = far_ends.chip(wiring.part)
        self.chips = {address: make(address) for address in wiring.addresses}
        interrupts = (chip.interrupt for chip in self.chips.values())
        self.lines = {wiring.interrupt: SharedLine(*interrupts)}
        self.stuck: dict[Place, bool] = {}
        self._covered: set[Place] = set()
        self._contacts = {place: contact for contact, place in wiring.places.items()}

    def cover(self, place: Place, *, covered: bool) -> None:
        """Cover a place or free it."""
        (self._covered.add if covered else self._covered.discard)(place)
        self._settle(place)

    def stick(self, place: Place, *, covered: bool | None) -> None:
        """Force the sensor on or off; None releases it."""
        if covered is None:
            self.stuck.pop(place, None)
        else:
            self.stuck[place] = covered
        self._settle(place)

    def _settle(self, place: Place) -> None:
        address, number = self._contacts[place]
        self.chips[address].touch(number, on=self.stuck.get(place, place in self._covered))


def felt_sensors(wiring: PresenceWiring | None) -> FeltSensors:
    """Return the far ends of a table's sensors."""
    return SimSensors(wiring) if wiring else NoSensors()
