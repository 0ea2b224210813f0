"""Contacts that close to ground, if they are wired: levels in, stable changes out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from drivers.inputs.debounce import Debounce
from drivers.inputs.mcp23017 import Mcp23017
from drivers.part import SelfTestProof
from drivers.wiring import Contact
from hal.ports import NEVER, I2CBus, InputLine, Millis

READ_INTERVAL_MS: Final = 50
"""The period of reading pins without a change, and expanders whose interrupt can't be relied on."""

STILL_MS: Final = 1000
"""The period of reading expanders that have called for nothing and whose interrupt line follows."""


class ContactChange(NamedTuple):
    """A contact with a new stable level; `is_initial` if it is the first one since the start."""

    contact: Contact
    high: bool
    is_initial: bool


class Contacts(Protocol):
    """A set of contacts; those not at rest are reported once after a start."""

    due: Millis
    """When their next poll is due, unless `has_changed` is true before."""

    def has_changed(self) -> bool:
        """Return whether the lines show a change since the last poll, without a transfer."""
        ...

    def start(self) -> None:
        """Restart the debouncing. Raises HardwareError."""
        ...

    def poll(self, now: Millis) -> Sequence[ContactChange]:
        """Return the contacts that have become stable. Raises HardwareError."""
        ...

    def test(self) -> SelfTestProof:
        """Check the chips, losing no change. Raises HardwareError."""
        ...


class ExpanderContacts:
    """Inputs of MCP23017s that share one interrupt line.

    The line is a level, low until the chip was read. In any case all are read every STILL_MS, and
    made to pull the line before; every READ_INTERVAL_MS while that does not follow, so that keys
    work without the interrupt wire too. After a change they are read in READ_INTERVAL_MS. A chip
    with a level under way is read once more when that counts as stable: a bounce before that pulls
    the line. `idle_levels` holds the level of each contact at rest, high or low.
    """

    def __init__(
        self, bus: I2CBus, idle_levels: Mapping[Contact, bool], interrupt: InputLine
    ) -> None:
        self._interrupt = interrupt
        self.due = Millis(0)
        self._all_read_at = Millis(0)
        """When all chips are read next, also without an interrupt."""
        self._line_tested_at = Millis(-STILL_MS)
        """When the chips were last made to pull the line."""
        self._line_follows = False
        """Whether the line went low for each chip that was last made to pull it."""
        self._chips = {
            Mcp23017(bus, address): _debounce(
                {
                    number: high
                    for (chip_address, number), high in idle_levels.items()
                    if chip_address == address
                }
            )
            for address in sorted({address for address, _ in idle_levels})
        }

    def start(self) -> None:
        """Set the chips up."""
        for chip, debounce in self._chips.items():
            chip.start()
            debounce.start()
        self.due = self._all_read_at = Millis(0)

    def has_changed(self) -> bool:
        """Return whether a chip pulls the interrupt line."""
        return not self._interrupt.level()

    def poll(self, now: Millis) -> Sequence[ContactChange]:
        """Return the contacts that have become stable."""
        interrupted, due = self.has_changed(), now >= self._all_read_at
        # The line is shared: an interrupt may come from any of the chips.
        read_all = interrupted or due
        if now < self.due and not read_all:
            return ()
        # Once a second is often enough to test a wire that has always followed.
        pulls_line = due and not (self._line_follows and now < self._line_tested_at + STILL_MS)
        if pulls_line:
            self._line_follows, self._line_tested_at = True, now
        readings_taken = [  # all, before a change counts as reported
            (chip.address, debounce, self._read_levels(chip, pull_line=pulls_line))
            for chip, debounce in self._chips.items()
            if read_all or now >= debounce.settles_at
        ]
        contact_changes = [
            contact_change
            for reading in readings_taken
            for contact_change in _contact_changes(*reading, now)
        ]
        self._plan_next_read(now, due=due, interrupted=interrupted)
        return contact_changes

    def _plan_next_read(self, now: Millis, *, due: bool, interrupted: bool) -> None:
        """Fix the next reading, after one at which all were due, or one had interrupted."""
        settles_at = min(debounce.settles_at for debounce in self._chips.values())
        if due:
            self._all_read_at = Millis(now + STILL_MS)
        if interrupted or settles_at < NEVER or not self._line_follows:
            self._all_read_at = min(self._all_read_at, Millis(now + READ_INTERVAL_MS))
        self.due = min(self._all_read_at, settles_at)

    def _read_levels(self, chip: Mcp23017, *, pull_line: bool) -> int:
        """Return a chip's levels; with `pull_line`, first test that the line follows it."""
        if not pull_line:
            return chip.read_levels()
        pin_levels, followed = chip.proven_levels(self.has_changed)
        self._line_follows &= followed
        return pin_levels

    def test(self) -> SelfTestProof:
        """Read the settings back, and no level."""
        for chip in self._chips:
            chip.check()
        return SelfTestProof.PROVEN


class PinContacts:
    """Pins of the Pi, each pulled up; their levels are polled, no edge is asked for."""

    def __init__(
        self, input_lines: Mapping[Contact, InputLine], idle_levels: Mapping[Contact, bool]
    ) -> None:
        self._input_lines = {number: line for (_, number), line in input_lines.items()}
        self._debounce = _debounce({number: high for (_, number), high in idle_levels.items()})
        self._address = next(iter(idle_levels))[0]
        self._last_levels = 0
        self.due = Millis(0)

    def start(self) -> None:
        """Restart the debouncing."""
        self._debounce.start()
        self.due = Millis(0)

    def has_changed(self) -> bool:
        """Return whether a level differs from the last poll's."""
        return self._read_levels() != self._last_levels

    def poll(self, now: Millis) -> Sequence[ContactChange]:
        """Return the contacts that have become stable."""
        self._last_levels = self._read_levels()
        contact_changes = list(
            _contact_changes(self._address, self._debounce, self._last_levels, now)
        )
        self.due = min(Millis(now + READ_INTERVAL_MS), self._debounce.settles_at)
        return contact_changes

    def test(self) -> SelfTestProof:
        """Return BLIND: an open key and a cut wire look the same."""
        return SelfTestProof.BLIND

    def _read_levels(self) -> int:
        return sum(line.level() << number for number, line in self._input_lines.items())


def _debounce(idle_levels: Mapping[int, bool]) -> Debounce:
    """Return a debounce of inputs by their numbers, given their levels at rest."""
    inputs = sum(1 << number for number in idle_levels)
    return Debounce(inputs, idle_levels=sum(high << number for number, high in idle_levels.items()))


def _contact_changes(
    address: int, debounce: Debounce, pin_levels: int, now: Millis
) -> Iterator[ContactChange]:
    unreported = debounce.unreported
    reported = debounce.feed(pin_levels, now)
    for number in range(reported.bit_length()):
        bit_mask = 1 << number
        if reported & bit_mask:
            yield ContactChange(
                (address, number), bool(pin_levels & bit_mask), bool(unreported & bit_mask)
            )
