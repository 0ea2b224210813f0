"""The felt: the chips that lie on it, the antennas that read them, the sensors that they cover."""

from typing import Final

from drivers.wiring import LAYOUT, Wiring
from firmware.core.vocabulary.places import Place
from sim.bench.sensors import felt_sensors
from sim.machines.rr3036 import SimRr3036


class SimFelt:
    """Stacks of chips, by their tags.

    Not modelled: weight, height or colour of a stack.
    """

    def __init__(self, wiring: Wiring, reader: SimRr3036 | None) -> None:
        self.stacks: Final[dict[Place, list[bytes]]] = {place: [] for place in wiring.places}
        self.shared = any(place.spot == LAYOUT for place in wiring.places)
        """Whether all players bet on one layout."""
        self.reader = reader
        self.sensors = felt_sensors(wiring.presence)
        antennas = wiring.chips.antennas if wiring.chips else {}
        self._antenna = {place: number for number, place in antennas.items()}

    def at(self, place: Place) -> Place:
        """Return the place on the felt of a spot's bet."""
        return Place(LAYOUT, place.on) if self.shared else place

    def put(self, place: Place, chip: bytes) -> None:
        """Lay a chip on a place."""
        place = self.at(place)
        self.stacks[place].append(chip)
        if self.reader:
            self.reader.put(self._antenna[place], chip)
        self.sensors.cover(place, covered=True)

    def take(self, place: Place, chip: bytes) -> None:
        """Take a chip from a place."""
        place = self.at(place)
        self.stacks[place].remove(chip)
        if self.reader:
            self.reader.take(self._antenna[place], chip)
        self.sensors.cover(place, covered=bool(self.stacks[place]))
