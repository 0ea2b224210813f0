"""The far ends of keys, key-switch and doors: contacts that close to ground."""

from collections.abc import Callable

from drivers.wiring import Contact, KeyWiring
from hal.ports import InputLine
from sim.chips.mcp23017 import SharedLine, SimMcp23017
from sim.wires.lines import SimInput


class SimButtons:
    """Keys, the supervisor's switch and doors, shut, on expanders or on the Pi's own pins.

    Not modelled: bounce, and two keys on one contact.
    """

    def __init__(self, wiring: KeyWiring, now: Callable[[], int]) -> None:
        self.chips: dict[int, SimMcp23017] = {}
        self.lines: dict[int, InputLine] = {}
        self.keys = {key: contact for contact, key in wiring.keys.items()}
        self.doors = {door: contact for contact, door in wiring.doors.items()}
        self.held = {meaning: key for key, meaning in wiring.long.items()}
        """Keys that must be held down for their meaning, by that meaning."""
        self.jammed: set[Contact] = set()
        """Contacts that are closed whatever is done to them."""
        self._pins: dict[int, SimInput] = {}
        self._closed: set[Contact] = set()
        if wiring.interrupt is None:
            contacts = (*wiring.keys, wiring.key_switch, *wiring.doors)
            self._pins = {pin: SimInput() for _, pin in contacts}
            self.lines = dict(self._pins)
        else:
            self.chips = {address: SimMcp23017(address, now) for address in wiring.addresses}
            interrupts = (chip.interrupt for chip in self.chips.values())
            self.lines = {wiring.interrupt: SharedLine(*interrupts)}
        for contact in wiring.doors:
            self.close(contact)

    def close(self, contact: Contact) -> None:
        """Close a contact: a key down, the switch on, a door shut."""
        self._closed.add(contact)
        self._settle(contact)

    def open(self, contact: Contact) -> None:
        self._closed.discard(contact)
        self._settle(contact)

    def closed(self, contact: Contact) -> bool:
        return contact in self._closed or contact in self.jammed

    def looked_at(self, contact: Contact) -> int | None:
        """Return when the levels of its chip were last read; None for a pin, which can't tell."""
        address, _ = contact
        return self.chips[address].looked_at if address in self.chips else None

    def jam(self, contact: Contact) -> None:
        """Have a contact stay closed."""
        self.jammed.add(contact)
        self._settle(contact)

    def free(self, contact: Contact) -> None:
        """Release a jammed contact."""
        self.jammed.discard(contact)
        self._settle(contact)

    def cut(self, *, cut: bool) -> None:
        """Cut the wires to the Pi's own pins, or mend them."""
        for pin in self._pins.values():
            pin.cut = cut

    @property
    def is_cut(self) -> bool:
        """Whether the wires to the Pi's own pins are cut."""
        return any(pin.cut for pin in self._pins.values())

    def _settle(self, contact: Contact) -> None:
        address, number = contact
        closed = self.closed(contact)
        if address in self.chips:
            self.chips[address].touch(number, on=closed)
        else:
            self._pins[number].high = not closed
