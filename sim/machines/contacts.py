"""The far end of a shuffler's dry contacts: relays that close to ground while all is well."""

from drivers.shuffler_contacts.kind import ShufflerContacts
from hal.ports import InputLine
from sim.chips.mcp23017 import INPUT_PINS, SharedLine, SimMcp23017
from sim.machines.mounted import Around, Mounted
from sim.machines.shuffler import Shuffler


class SimShufflerContacts:
    """A shuffler on an expander of its own, at rest with its door shut.

    Not modelled: bounce, time, a shuffler that refuses to begin, relays that stick.
    """

    def __init__(self, wiring: ShufflerContacts) -> None:
        self._wiring = wiring
        self._chip = SimMcp23017(wiring.address)
        self.cuts: set[int] = set()
        """Inputs whose contact is open."""
        self.chips = {wiring.address: self._chip}
        """By address."""
        self.lines: dict[int, InputLine] = {wiring.interrupt: SharedLine(self._chip.interrupt)}
        """Interrupt lines by pin."""
        for number in (wiring.ready, wiring.door, wiring.fault):
            self.mend(number)

    under_way = True
    """Unknown, so assumed."""

    def load(self, cards: int) -> None:
        """It counts no cards."""

    def begin(self) -> None:
        """Begin to shuffle."""
        self.cut(self._wiring.ready)

    def finish(self) -> None:
        """End a shuffle."""
        self.mend(self._wiring.ready)

    def halt(self) -> None:
        """Cancel a shuffle."""
        self.finish()

    def open_door(self) -> None:
        """Open its door."""
        self.cut(self._wiring.door)

    def shut_door(self) -> None:
        """Shut its door."""
        self.mend(self._wiring.door)

    def fail(self) -> None:
        """Show a fault."""
        self.cut(self._wiring.fault)

    def recover(self) -> None:
        """Show no fault any more."""
        self.mend(self._wiring.fault)

    @property
    def is_open(self) -> bool:
        """Whether its door is open."""
        return self._wiring.door in self.cuts

    @property
    def failed(self) -> bool:
        """Whether it shows a fault."""
        return self._wiring.fault in self.cuts

    def cut(self, number: int) -> None:
        """Cut the wire of an input, which looks like an open contact."""
        self.cuts.add(number)
        self._chip.wire(INPUT_PINS[number], high=None)

    def mend(self, number: int) -> None:
        """Close an input to ground."""
        self.cuts.discard(number)
        self._chip.wire(INPUT_PINS[number], high=False)


def far_end(wiring: ShufflerContacts, _around: Around) -> Mounted[Shuffler]:
    shuffler = SimShufflerContacts(wiring)
    return Mounted(shuffler, chips=[*shuffler.chips.values()], lines=shuffler.lines)
