"""The far ends under the felt: chips on a place cover its sensor."""

from collections.abc import Callable, Mapping
from typing import Protocol

from drivers.wiring import PresenceWiring
from firmware.core.vocabulary.places import Place
from hal.ports import InputLine
from sim.bench import far_ends
from sim.chips.i2c_bus import I2cFarEnd
from sim.chips.mcp23017 import SharedLine


class FeltSensors(Protocol):
    """The sensors of a table, of any kind."""

    @property
    def chips(self) -> Mapping[int, I2cFarEnd]:
        """The chips on the bus, by address."""
        ...

    @property
    def lines(self) -> Mapping[int, InputLine]:
        """The interrupt lines, by pin."""
        ...

    @property
    def forced_states(self) -> Mapping[Place, bool]:
        """The forced states of sensors, by place."""
        ...

    def cover(self, place: Place, *, is_covered: bool) -> None:
        """Cover a place or free it."""
        ...

    def force_sensor(self, place: Place, *, is_covered: bool | None) -> None:
        """Force the sensor on or off; None releases it."""
        ...


class NoSensors:
    """A table without sensors."""

    chips: Mapping[int, I2cFarEnd] = {}
    lines: Mapping[int, InputLine] = {}
    forced_states: Mapping[Place, bool] = {}

    def cover(self, place: Place, *, is_covered: bool) -> None:
        """No sensor is there to be covered."""

    def force_sensor(self, place: Place, *, is_covered: bool | None) -> None:
        """No sensor is there to be forced."""


class SensorChip(I2cFarEnd, Protocol):
    """The far end of a chip with sensors at its inputs, made with its address."""

    @property
    def interrupt(self) -> InputLine:
        """The output that signals a change."""
        ...

    def cover_input(self, number: int, /, *, on: bool) -> None:
        """Put chips on the sensor at an input, or take them off."""
        ...


class SimSensors:
    """Sensors each of which may be stuck."""

    def __init__(self, wiring: PresenceWiring) -> None:
        make_far_end: Callable[[int], SensorChip] = far_ends.chip(wiring.part)
        self.chips = {address: make_far_end(address) for address in wiring.addresses}
        interrupts = (chip.interrupt for chip in self.chips.values())
        self.lines = {wiring.interrupt: SharedLine(*interrupts)}
        self.forced_states: dict[Place, bool] = {}
        self._covered_places: set[Place] = set()
        self._contacts = {place: contact for contact, place in wiring.places.items()}

    def cover(self, place: Place, *, is_covered: bool) -> None:
        """Cover a place or free it."""
        (self._covered_places.add if is_covered else self._covered_places.discard)(place)
        self._update_sensor(place)

    def force_sensor(self, place: Place, *, is_covered: bool | None) -> None:
        """Force the sensor on or off; None releases it."""
        if is_covered is None:
            self.forced_states.pop(place, None)
        else:
            self.forced_states[place] = is_covered
        self._update_sensor(place)

    def _update_sensor(self, place: Place) -> None:
        address, number = self._contacts[place]
        self.chips[address].cover_input(
            # A forced sensor ignores the chips; they count again once it is released.
            number,
            on=self.forced_states.get(place, place in self._covered_places),
        )


def felt_sensors(wiring: PresenceWiring | None) -> FeltSensors:
    """Return the far ends of a table's sensors."""
    return SimSensors(wiring) if wiring else NoSensors()
