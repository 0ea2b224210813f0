"""The far end of a shuffler's dry contacts: relays that close to ground while all is well."""

from drivers.shuffler_contacts.kind import ShufflerContactWiring
from hal.ports import InputLine
from sim.chips.mcp23017 import INPUT_PINS, SharedLine, SimMcp23017
from sim.machines.installation import FarEndContext, Installation
from sim.machines.shuffler import Shuffler


class SimShufflerContacts:
    """A shuffler on an expander of its own, at rest with its door shut.

    Not modelled: bounce, time, a shuffler that refuses to begin, relays that stick.
    """

    def __init__(self, wiring: ShufflerContactWiring) -> None:
        self._wiring = wiring
        self._chip = SimMcp23017(wiring.address)
        self.cut_inputs: set[int] = set()
        """Inputs whose contact is open."""
        self.chips = {wiring.address: self._chip}
        """By address."""
        self.lines: dict[int, InputLine] = {wiring.interrupt: SharedLine(self._chip.interrupt)}
        """Interrupt lines by pin."""
        for number in (wiring.ready, wiring.door, wiring.fault):
            self.close_input(number)

    is_shuffling = True
    """Unknown, so assumed."""

    def load_cards(self, cards: int) -> None:
        """It counts no cards."""

    def press_start(self) -> None:
        """Begin to shuffle."""
        self.cut_wire(self._wiring.ready)

    def finish_shuffle(self) -> None:
        """End a shuffle."""
        self.close_input(self._wiring.ready)

    def cancel_shuffle(self) -> None:
        """Cancel a shuffle."""
        self.finish_shuffle()

    def open_door(self) -> None:
        """Open its door."""
        self.cut_wire(self._wiring.door)

    def shut_door(self) -> None:
        """Shut its door."""
        self.close_input(self._wiring.door)

    def show_fault(self) -> None:
        """Show a fault."""
        self.cut_wire(self._wiring.fault)

    def clear_fault(self) -> None:
        """Show no fault any more."""
        self.close_input(self._wiring.fault)

    @property
    def is_open(self) -> bool:
        """Whether its door is open."""
        return self._wiring.door in self.cut_inputs

    @property
    def has_failed(self) -> bool:
        """Whether it shows a fault."""
        return self._wiring.fault in self.cut_inputs

    def cut_wire(self, number: int) -> None:
        """Cut the wire of an input, which looks like an open contact."""
        self.cut_inputs.add(number)
        self._chip.drive_pin(INPUT_PINS[number], high=None)

    def close_input(self, number: int) -> None:
        """Close an input to ground."""
        self.cut_inputs.discard(number)
        self._chip.drive_pin(INPUT_PINS[number], high=False)


def far_end(wiring: ShufflerContactWiring, _context: FarEndContext) -> Installation[Shuffler]:
    shuffler = SimShufflerContacts(wiring)
    return Installation(shuffler, chips=[*shuffler.chips.values()], lines=shuffler.lines)
