"""What players and dealer touch: presence sensors, keys, the supervisor's key-switch, doors."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from drivers.debounce import Debounce
from drivers.mcp23017 import INPUTS, Mcp23017
from drivers.part import Part
from firmware.core.events import (
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    Key,
    KeyPressed,
    KeySwitchTurned,
    Place,
    PresenceSeen,
)
from hal.ports import NEVER, I2CBus, InputLine, Millis

POLL_MS = 5
READ_MS = 50
STUCK_MS = 10_000


class PresenceSensors(Part):
    """The sensors under the places, by chip address and input; low is covered."""

    name = "presence"

    def __init__(
        self, bus: I2CBus, places: Mapping[tuple[int, int], Place], interrupt: InputLine
    ) -> None:
        self._places = places
        self._contacts = _Contacts(bus, dict.fromkeys(places, True), interrupt)

    def start(self, now: Millis) -> None:
        """Set the chips up; every covered place is reported anew once it is stable."""
        self._contacts.start()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return each place that was covered or freed."""
        self.due = Millis(now + POLL_MS)
        return [
            PresenceSeen(self._places[change.contact], covered=not change.high)
            for change in self._contacts.poll(now)
        ]


class KeyPanel(Part):
    """The dealer's keys, the supervisor's key-switch and the doors, all on one chip.

    Low is a key pressed, the switch turned on, a door shut. A key that is down at the start is no
    press; one that is down for STUCK_MS is a fault, over when no stuck key is left.
    """

    name = "keys"

    def __init__(
        self,
        bus: I2CBus,
        address: int,
        keys: Mapping[int, Key],
        key_switch: int,
        doors: Mapping[int, Door],
        interrupt: InputLine,
    ) -> None:
        self._keys = keys
        self._key_switch = key_switch
        self._doors = doors
        idle = {n: n not in doors for n in (*keys, key_switch, *doors)}
        self._contacts = _Contacts(bus, {(address, n): high for n, high in idle.items()}, interrupt)
        self._down: dict[Key, Millis] = {}
        self._stuck: set[Key] = set()

    def start(self, now: Millis) -> None:
        """Set the chip up; the switch if on and each open door are reported once stable."""
        self._down.clear()
        self._contacts.start()
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return presses, turns of the switch, moves of doors, and stuck keys."""
        self.due = Millis(now + POLL_MS)
        events = [
            event for change in self._contacts.poll(now) for event in self._changed(change, now)
        ]
        return [*events, *self._newly_stuck(now)]

    def _changed(self, change: "_Change", now: Millis) -> Iterator[Event]:
        _, number = change.contact
        if number == self._key_switch:
            yield KeySwitchTurned(on=not change.high)
        elif number in self._doors:
            yield DoorMoved(self._doors[number], open=change.high)
        elif change.high:
            yield from self._released(self._keys[number])
        else:
            self._down[self._keys[number]] = now
            if not change.first:
                yield KeyPressed(self._keys[number])

    def _released(self, key: Key) -> Iterator[Event]:
        self._down.pop(key, None)
        if key in self._stuck:
            self._stuck.remove(key)
            if not self._stuck:
                yield FaultEnded(self.name, "stuck_key")

    def _newly_stuck(self, now: Millis) -> Iterator[Event]:
        for key, since in self._down.items():
            if now - since >= STUCK_MS and key not in self._stuck:
                self._stuck.add(key)
                yield FaultRaised(self.name, "stuck_key", {"key": key.value})


class _Change(NamedTuple):
    """A contact with a new stable level; `first` if it is the first one since the start."""

    contact: tuple[int, int]
    high: bool
    first: bool


class _Contacts:
    """Inputs of chips that share one interrupt line, by address and input.

    The line is a level, low until the chip was read. It only spares the bus: the chips are read
    every READ_MS in any case, since a change during a read raises no interrupt.
    """

    def __init__(
        self, bus: I2CBus, idle: Mapping[tuple[int, int], bool], interrupt: InputLine
    ) -> None:
        self._interrupt = interrupt
        self._read_at = NEVER
        self._chips = {
            Mcp23017(bus, address): Debounce(
                inputs=sum(1 << n for at, n in idle if at == address),
                idle=sum(high << n for (at, n), high in idle.items() if at == address),
            )
            for address in sorted({address for address, _ in idle})
        }

    def start(self) -> None:
        for chip, debounce in self._chips.items():
            chip.start()
            debounce.start()

    def poll(self, now: Millis) -> list[_Change]:
        if not self._must_read(now):
            return []
        levels = [chip.levels() for chip in self._chips]  # all, before a change is taken as told
        self._read_at = Millis(now + READ_MS)
        return [
            change
            for (chip, debounce), read in zip(self._chips.items(), levels, strict=True)
            for change in _changes(chip.address, debounce, read, now)
        ]

    def _must_read(self, now: Millis) -> bool:
        return (
            now >= self._read_at
            or any(debounce.settling for debounce in self._chips.values())
            or not self._interrupt.level()
        )


def _changes(address: int, debounce: Debounce, levels: int, now: Millis) -> Iterator[_Change]:
    untold = debounce.untold
    reported = debounce.feed(levels, now)
    for number in range(INPUTS):
        bit = 1 << number
        if reported & bit:
            yield _Change((address, number), bool(levels & bit), bool(untold & bit))
