"""The far end of whatever shuffles the cards."""

from drivers.reshuffled.kind import ReShuffled
from drivers.shuffler_contacts.kind import ShufflerContacts
from drivers.wiring import PartWiring
from hal.ports import InputLine
from sim.chips.i2c import Chip
from sim.machines.reshuffled import SimReShuffled
from sim.machines.shuffler_contacts import SimShufflerContacts
from sim.wires.far_end import FarEnd


class SimShuffler:
    """A table's shuffler, if it has one, and what of it stands at the end of which wire."""

    def __init__(self, wiring: PartWiring | None) -> None:
        self.far_ends: dict[str, FarEnd] = {}
        self.chips: list[Chip] = []
        self.lines: dict[int, InputLine] = {}
        self.unit: SimReShuffled | SimShufflerContacts | None = None
        match wiring:
            case ReShuffled():
                self.unit = self.far_ends["shuffler"] = SimReShuffled()
            case ShufflerContacts():
                self.unit = contacts = SimShufflerContacts(wiring)
                self.chips = [*contacts.chips.values()]
                self.lines = contacts.lines

    def load(self, cards: int) -> None:
        """Put so many cards in, where they are counted."""
        if isinstance(self.unit, SimReShuffled):
            self.unit.load(cards)

    def begin(self) -> None:
        """Press its own button, where it has one."""
        if isinstance(self.unit, SimShufflerContacts):
            self.unit.begin()

    @property
    def under_way(self) -> bool:
        """Whether it shuffles, where it can be seen that it doesn't."""
        return not isinstance(self.unit, SimReShuffled) or self.unit.shuffling

    def halt(self) -> None:
        """Break a shuffle off, as if there had been none."""
        if isinstance(self.unit, SimReShuffled):
            self.unit.power_on()
        else:
            self.finish()

    def finish(self) -> None:
        """Come to the end of the shuffle."""
        if self.unit is not None:
            self.unit.finish()
