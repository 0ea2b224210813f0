"""Contacts that close to ground, if they are wired: levels in, stable changes out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from drivers.inputs.debounce import Debounce
from drivers.inputs.mcp23017 import Mcp23017
from drivers.part import Proof
from drivers.wiring import Contact
from hal.ports import NEVER, I2CBus, InputLine, Millis

READ_MS: Final = 50
"""The period of reading pins without a change, and expanders whose interrupt can't be relied on."""

STILL_MS: Final = 1000
"""The period of reading expanders that have called for nothing and whose interrupt line follows."""


class Change(NamedTuple):
    """A contact with a new stable level; `first` if it is the first one since the start."""

    contact: Contact
    high: bool
    first: bool


class Contacts(Protocol):
    """A set of contacts; those not at rest are reported once after a start."""

    due: Millis
    """When they want their next poll, unless they have `moved` before."""

    def moved(self) -> bool:
        """Return whether the lines show a change since the last poll, without a transfer."""
        ...

    def start(self) -> None:
        """Restart the debouncing. Raises HardwareError."""
        ...

    def poll(self, now: Millis) -> Sequence[Change]:
        """Return the contacts that have become stable. Raises HardwareError."""
        ...

    def test(self) -> Proof:
        """Look whether they are well, losing no change. Raises HardwareError."""
        ...


class ExpanderContacts:
    """Inputs of MCP23017s that share one interrupt line.

    The line is a level, low until the chip was read. In any case all are read every STILL_MS, and
    made to pull the line before; every READ_MS while that does not follow, so that keys work
    without the interrupt wire too. After a change they are read in READ_MS. A chip with a level
    under way is read once more when that counts as stable: if it bounces before, the line says so.
    `idle` holds the level of each contact at rest, high or low.
    """

    def __init__(self, bus: I2CBus, idle: Mapping[Contact, bool], interrupt: InputLine) -> None:
        self._interrupt = interrupt
        self.due = Millis(0)
        self._all_at = Millis(0)
        """When all chips are read next, whatever the line says."""
        self._asked_at = Millis(-STILL_MS)
        """When the chips were last made to pull the line."""
        self._follows = False
        """Whether the line went low for each chip that was last made to pull it."""
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
        self.due = self._all_at = Millis(0)

    def moved(self) -> bool:
        """Return whether a chip pulls the interrupt line."""
        return not self._interrupt.level()

    def poll(self, now: Millis) -> Sequence[Change]:
        """Return the contacts that have become stable."""
        called, due = self.moved(), now >= self._all_at
        every = called or due
        if now < self.due and not every:
            return ()
        asks = due and not (self._follows and now < self._asked_at + STILL_MS)
        if asks:
            self._follows, self._asked_at = True, now
        read = [  # all, before a change is taken as told
            (chip.address, debounce, self._levels(chip, ask=asks))
            for chip, debounce in self._chips.items()
            if every or now >= debounce.settles_at
        ]
        changes = [change for looked in read for change in _changes(*looked, now)]
        self._plan(now, due=due, called=called)
        return changes

    def _plan(self, now: Millis, *, due: bool, called: bool) -> None:
        """Fix the next reading, after one at which all were `due`, or one had `called`."""
        settles_at = min(debounce.settles_at for debounce in self._chips.values())
        if due:
            self._all_at = Millis(now + STILL_MS)
        if called or settles_at < NEVER or not self._follows:
            self._all_at = min(self._all_at, Millis(now + READ_MS))
        self.due = min(self._all_at, settles_at)

    def _levels(self, chip: Mcp23017, *, ask: bool) -> int:
        """Return a chip's levels; first `ask` it to pull the line, and see whether that follows."""
        if not ask:
            return chip.levels()
        levels, followed = chip.proven_levels(self.moved)
        self._follows &= followed
        return levels

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
        self.due = Millis(0)

    def start(self) -> None:
        """Restart the debouncing."""
        self._debounce.start()
        self.due = Millis(0)

    def moved(self) -> bool:
        """Return whether a level differs from the last poll's."""
        return self._levels() != self._polled

    def poll(self, now: Millis) -> Sequence[Change]:
        """Return the contacts that have become stable."""
        self._polled = self._levels()
        changes = list(_changes(self._address, self._debounce, self._polled, now))
        self.due = min(Millis(now + READ_MS), self._debounce.settles_at)
        return changes

    def test(self) -> Proof:
        """Return BLIND: an open key and a cut wire look the same."""
        return Proof.BLIND

    def _levels(self) -> int:
        return sum(line.level() << number for number, line in self._lines.items())


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
