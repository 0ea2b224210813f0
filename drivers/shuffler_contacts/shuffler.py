"""Any shuffler by its dry contacts: ready, door, fault, on an MCP23017 of their own."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.inputs.contacts import ExpanderContacts
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, ShuffleEnded
from hal.ports import I2CBus, InputLine, Millis

SHUFFLER: Final = "shuffler"
SHUFFLER_FAULT: Final = "shuffler_fault"
DOOR_FAULT: Final = "shuffler_door"


class ContactShuffler(Part):
    """A shuffler with only ready, door and fault contacts, on the chip's inputs 0 to 13.

    All three are closed to ground in normal operation, so that a cut wire means not ready, door
    open, fault. Ready that opens and closes again is a shuffle, also with a fault in between; so is
    switching the unit off and on. A shuffle in progress at the start is reported at its end; one
    that starts and ends while the chip is lost is missed. Untried on real hardware.
    """

    name = SHUFFLER

    def __init__(
        self,
        bus: I2CBus,
        address: int,
        interrupt: InputLine,
        *,
        ready: int,
        door: int,
        fault: int,
    ) -> None:
        if len({ready, door, fault}) < 3:
            raise ValueError("ready, door and fault are three inputs")
        self.health: Counter[str] = Counter()
        """`shuffles` reported."""
        self._door_input, self._fault_input = door, fault
        levels_at_rest = {(address, number): False for number in (ready, door, fault)}
        self._contacts = ExpanderContacts(bus, levels_at_rest, interrupt)
        self.interrupt_active = self._contacts.has_changed
        self._open_contacts: set[int] = set()

    def start(self, now: Millis) -> None:
        """Set the chip up; changes since the last start are reported once they are stable."""
        self._contacts.start()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the ended shuffles, and changes of the door and the fault contact."""
        changes = self._contacts.poll(now)
        self.due = self._contacts.due
        return [
            event
            for (_, number), high, _ in changes
            # After a restart of the chip a level may be reported that is known already.
            if high != (number in self._open_contacts)
            for event in self._contact_events(number, is_open=high)
        ]

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Look whether the contacts' chip is well."""
        return self._contacts.test()

    def _contact_events(self, number: int, *, is_open: bool) -> Iterator[Event]:
        (self._open_contacts.add if is_open else self._open_contacts.discard)(number)
        if number == self._fault_input:
            fault_event = FaultRaised(SHUFFLER, SHUFFLER_FAULT, {"code": "contact"})
            yield fault_event if is_open else FaultEnded(SHUFFLER, SHUFFLER_FAULT)
        elif number == self._door_input:
            yield (FaultRaised if is_open else FaultEnded)(SHUFFLER, DOOR_FAULT)
        elif not is_open:
            self.health["shuffles"] += 1
            yield ShuffleEnded(None)
