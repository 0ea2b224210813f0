"""Contacts that close to ground, wherever they are wired: levels in, stable changes out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from drivers.debounce import Debounce
from drivers.mcp23017 import Mcp23017
from drivers.part import Proof
from drivers.wiring import Contact
from hal.ports import NEVER, I2CBus, InputLine, Millis

POLL_MS: Final = 5
"""How often contacts are polled while one of them is settling."""
READ_MS: Final = 50
"""How often an expander is read whose interrupt says nothing, and pins that nothing moves."""


class Change(NamedTuple):
    """A contact with a new stable level; `first` if it is the first one since the start."""

    contact: Contact
    high: bool
    first: bool


class Contacts(Protocol):
    """A set of contacts; those not at rest are reported once after a start."""

    @property
    def settling(self) -> bool:
        """Whether they must be polled again after POLL_MS; else READ_MS will do."""
        ...

    def moved(self) -> bool:
        """Say whether the lines tell of a change since the last poll, without a transfer."""
        ...

    def start(self) -> None:
        """Begin anew. Raises HardwareError."""
        ...

    def poll(self, now: Millis) -> Sequence[Change]:
        """Return what has become stable since. Raises HardwareError."""
        ...

    def test(self) -> Proof:
        """Look whether they are well, losing no change. Raises HardwareError."""
        ...


class ExpanderContacts:
    """Inputs of MCP23017s that share one interrupt line.

    The line is a level, low until the chip was read. It only spares the bus: the chips are read
    every READ_MS in any case, since a change during a read raises no interrupt. `idle` holds the
    level of each contact at rest, high or low.
    """

    def __init__(self, bus: I2CBus, idle: Mapping[Contact, bool], interrupt: InputLine) -> None:
        self._interrupt = interrupt
        self._read_at = NEVER
        self._chips = {
            Mcp23017(bus, address): _debounce(
                {number: high for (at, number), high in idle.items() if at == address}
            )
            for address in sorted({address for address, _ in idle})
        }

    def start(self) -> None:
        """Set the chips up."""
        for chip, debounce in self._chips.items():
            chip.start()
            debounce.start()

    @property
    def settling(self) -> bool:
        """Whether a level has not been stable for long enough."""
        return any(debounce.settling for debounce in self._chips.values())

    def moved(self) -> bool:
        """Say whether a chip pulls the interrupt line."""
        return not self._interrupt.level()

    def poll(self, now: Millis) -> Sequence[Change]:
        """Return what has become stable since."""
        if not (now >= self._read_at or self.settling or self.moved()):
            return ()
        levels = [chip.levels() for chip in self._chips]  # all, before a change is taken as told
        self._read_at = Millis(now + READ_MS)
        return [
            change
            for (chip, debounce), read in zip(self._chips.items(), levels, strict=True)
            for change in _changes(chip.address, debounce, read, now)
        ]

    def test(self) -> Proof:
        """Read the settings back, and no level."""
        for chip in self._chips:
            chip.check()
        return Proof.PROVEN


class PinContacts:
    """Pins of the Pi, each pulled up; their levels are polled, no edge is asked for."""

    def __init__(self, lines: Mapping[Contact, InputLine], idle: Mapping[Contact, bool]) -> None:
        self._lines = {number: line for (_, number), line in lines.items()}
        self._debounce = _debounce({number: high for (_, number), high in idle.items()})
        self._address = next(iter(idle))[0]
        self._polled = 0

    def start(self) -> None:
        """Begin anew."""
        self._debounce.start()

    @property
    def settling(self) -> bool:
        """Whether a level has not been stable for long enough."""
        return self._debounce.settling

    def moved(self) -> bool:
        """Say whether a level differs from the last poll's."""
        return self._levels() != self._polled

    def poll(self, now: Millis) -> Sequence[Change]:
        """Return what has become stable since."""
        self._polled = self._levels()
        return list(_changes(self._address, self._debounce, self._polled, now))

    def test(self) -> Proof:
        """Nothing tells a key that is not pressed from a wire that is cut."""
        return Proof.BLIND

    def _levels(self) -> int:
        return sum(line.level() << number for number, line in self._lines.items())


def next_poll(contacts: Contacts, now: Millis) -> Millis:
    """Return when contacts want their next poll, unless they have `moved` before."""
    return Millis(now + (POLL_MS if contacts.settling else READ_MS))


def _debounce(idle: Mapping[int, bool]) -> Debounce:
    """Return a debounce of inputs by their numbers, given their levels at rest."""
    inputs = sum(1 << number for number in idle)
    return Debounce(inputs, idle=sum(high << number for number, high in idle.items()))


def _changes(address: int, debounce: Debounce, levels: int, now: Millis) -> Iterator[Change]:
    untold = debounce.untold
    reported = debounce.feed(levels, now)
    for number in range(reported.bit_length()):
        bit = 1 << number
        if reported & bit:
            yield Change((address, number), bool(levels & bit), bool(untold & bit))
