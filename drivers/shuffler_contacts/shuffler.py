"""Any shuffler by its dry contacts: ready, door, fault, on an MCP23017 of their own."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.inputs.contacts import ExpanderContacts
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, ShuffleEnded
from hal.ports import I2CBus, InputLine, Millis

SHUFFLER: Final = "shuffler"
FAULT: Final = "shuffler_fault"
DOOR: Final = "shuffler_door"


class ContactShuffler(Part):
    """A shuffler that says no more than ready, door and fault, by the chip's inputs 0 to 13.

    All three are closed to ground while all is well, so that a cut wire is a shuffler that is not
    ready, its door open, at fault. Ready that opens and closes again is a shuffle, whatever
    happened in between: one that was switched off and on is taken for one too. A shuffle under way
    at the start is reported at its end; one that begins and ends while the chip is lost is not
    seen. Never met on metal.
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
        self._door, self._fault = door, fault
        at_rest = {(address, number): False for number in (ready, door, fault)}
        self._contacts = ExpanderContacts(bus, at_rest, interrupt)
        self.calls = self._contacts.moved
        self._open: set[int] = set()

    def start(self, now: Millis) -> None:
        """Set the chip up; what has changed since is reported once it is stable."""
        self._contacts.start()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return shuffles that ended, and what the door and the fault contact say."""
        changes = self._contacts.poll(now)
        self.due = self._contacts.due
        return [
            event
            for (_, number), high, _ in changes
            if high != (number in self._open)
            for event in self._moved(number, is_open=high)
        ]

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Look whether the contacts' chip is well."""
        return self._contacts.test()

    def _moved(self, number: int, *, is_open: bool) -> Iterator[Event]:
        (self._open.add if is_open else self._open.discard)(number)
        if number == self._fault:
            raised = FaultRaised(SHUFFLER, FAULT, {"code": "contact"})
            yield raised if is_open else FaultEnded(SHUFFLER, FAULT)
        elif number == self._door:
            yield (FaultRaised if is_open else FaultEnded)(SHUFFLER, DOOR)
        elif not is_open:
            self.health["shuffles"] += 1
            yield ShuffleEnded(None)
