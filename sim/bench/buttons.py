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
        self.long_press_keys = {meaning: key for key, meaning in wiring.long.items()}
        """Keys that must be held down for their meaning, by that meaning."""
        self.jammed_contacts: set[Contact] = set()
        """Contacts that are stuck closed."""
        self._contact_pins: dict[int, SimInput] = {}
        self._closed_contacts: set[Contact] = set()
        if wiring.interrupt is None:
            contacts = (*wiring.keys, wiring.key_switch, *wiring.doors)
            self._contact_pins = {pin: SimInput() for _, pin in contacts}
            self.lines = dict(self._contact_pins)
        else:
            self.chips = {address: SimMcp23017(address, now) for address in wiring.addresses}
            interrupts = (chip.interrupt for chip in self.chips.values())
            self.lines = {wiring.interrupt: SharedLine(*interrupts)}
        # A shut door closes its contact to ground: so a cut wire reads as an open door.
        for contact in wiring.doors:
            self.close_contact(contact)

    def close_contact(self, contact: Contact) -> None:
        """Close a contact: a key down, the switch on, a door shut."""
        self._closed_contacts.add(contact)
        self._update_contact(contact)

    def open_contact(self, contact: Contact) -> None:
        self._closed_contacts.discard(contact)
        self._update_contact(contact)

    def is_closed(self, contact: Contact) -> bool:
        return contact in self._closed_contacts or contact in self.jammed_contacts

    def last_read_ms(self, contact: Contact) -> int | None:
        """Return when the levels of its chip were last read; None for a pin of the Pi."""
        address, _ = contact
        return self.chips[address].last_read_ms if address in self.chips else None

    def jam_contact(self, contact: Contact) -> None:
        """Have a contact stay closed."""
        self.jammed_contacts.add(contact)
        self._update_contact(contact)

    def release_contact(self, contact: Contact) -> None:
        """Release a jammed contact."""
        self.jammed_contacts.discard(contact)
        self._update_contact(contact)

    def set_wire_cut(self, *, is_cut: bool) -> None:
        """Cut the wires to the Pi's own pins, or mend them."""
        for pin in self._contact_pins.values():
            pin.is_wire_cut = is_cut

    @property
    def is_cut(self) -> bool:
        """Whether the wires to the Pi's own pins are cut."""
        return any(pin.is_wire_cut for pin in self._contact_pins.values())

    def _update_contact(self, contact: Contact) -> None:
        address, number = contact
        is_closed = self.is_closed(contact)
        if address in self.chips:
            self.chips[address].cover_input(number, on=is_closed)
        else:
            self._contact_pins[number].is_high = not is_closed
