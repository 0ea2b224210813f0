"""The far ends of what the dealer presses and opens: contacts that close to ground."""

from drivers.wiring import Contact, ExpanderKeys, KeyWiring, PinKeys
from hal.ports import InputLine
from sim.lines import SimInput
from sim.mcp23017 import INPUT_PINS, InterruptOutput, SharedLine, SimMcp23017


class SimButtons:
    """Keys, the supervisor's switch and doors, on expanders or on the Pi's own pins.

    Not modelled: bounce, and two keys on one contact.
    """

    def __init__(self, wiring: KeyWiring) -> None:
        self.chips: dict[int, SimMcp23017] = {}
        self.lines: dict[int, InputLine] = {}
        self._pins: dict[int, SimInput] = {}
        match wiring:
            case ExpanderKeys():
                self.chips = {address: SimMcp23017(address) for address in wiring.addresses}
                outputs = (InterruptOutput(chip, 0) for chip in self.chips.values())
                self.lines = {wiring.interrupt: SharedLine(*outputs)}
            case PinKeys():
                contacts = (*wiring.keys, wiring.key_switch, *wiring.doors)
                self._pins = {pin: SimInput() for _, pin in contacts}
                self.lines = dict(self._pins)

    def close(self, contact: Contact) -> None:
        """Close a contact: a key down, the switch on, a door shut."""
        self._move(contact, closed=True)

    def open(self, contact: Contact) -> None:
        """Open a contact."""
        self._move(contact, closed=False)

    def _move(self, contact: Contact, *, closed: bool) -> None:
        address, number = contact
        if address in self.chips:
            self.chips[address].wire(INPUT_PINS[number], high=False if closed else None)
        else:
            self._pins[number].high = not closed
