"""The felt: the chips on it, the antennas that read them, the sensors that they cover."""

from collections.abc import Iterable
from typing import Final

from drivers.wiring import LAYOUT, Wiring
from firmware.core.vocabulary.places import Place
from sim.bench.sensors import felt_sensors
from sim.machines.rr3036 import SimRr3036


class SimFelt:
    """Stacks of chips, by their tags.

    Not modelled: weight, height or colour of a stack.
    """

    def __init__(
        self, wiring: Wiring, reader: SimRr3036 | None, unsensed_places: Iterable[Place] = ()
    ) -> None:
        """`unsensed_places` have neither antenna nor sensor."""
        self.unsensed_places: Final = frozenset(unsensed_places)
        self.stacks: Final[dict[Place, list[bytes]]] = {
            place: [] for place in (*wiring.places, *unsensed_places)
        }
        self.shares_layout = any(place.spot == LAYOUT for place in wiring.places)
        """Whether all players bet on one layout."""
        self.reader = reader
        self.sensors = felt_sensors(wiring.presence)
        antennas = wiring.chips.antennas if wiring.chips else {}
        self._antenna_numbers = {place: number for number, place in antennas.items()}

    def shared_place(self, place: Place) -> Place:
        """Return the place of a spot's chips: on a layout all spots share it."""
        return Place(LAYOUT, place.on) if self.shares_layout else place

    def put_chip(self, place: Place, chip: bytes) -> None:
        """Put a chip, by its tag, on a place."""
        place = self.shared_place(place)
        self.stacks[place].append(chip)
        if place in self.unsensed_places:
            return
        if self.reader:
            self.reader.put_tag(self._antenna_numbers[place], chip)
        self.sensors.cover(place, is_covered=True)

    def take_chip(self, place: Place, chip: bytes) -> None:
        """Take a chip from a place."""
        place = self.shared_place(place)
        self.stacks[place].remove(chip)
        if place in self.unsensed_places:
            return
        if self.reader:
            self.reader.remove_tag(self._antenna_numbers[place], chip)
        self.sensors.cover(place, is_covered=bool(self.stacks[place]))
