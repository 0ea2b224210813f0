"""A table of keys, doors and places, on the wires of its expanders."""

from collections.abc import Mapping, Sequence

from drivers.inputs.contacts import STILL_MS, ExpanderContacts
from drivers.inputs.inputs import KeyPanel, PresenceSensors, panel_at_rest, sensors_at_rest
from drivers.part import Part
from firmware.core.vocabulary.events import (
    Door,
    Event,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import INPUT_PINS, SharedLine, SimMcp23017
from tests.kits.drivers.turns import turns
from tests.kits.drivers.watched_bus import WatchedBus

PLACES = {
    (0x20 + n // 14, n % 14): Place(n // 3 + 1, ("player", "banker", "tie")[n % 3])
    for n in range(21)
}
PANEL = 0x22
KEYS = {(PANEL, number): key for number, key in enumerate(list(Key)[:11])}
KEY_SWITCH = (PANEL, 11)
DOORS = {(PANEL, 12): Door.LOGIC, (PANEL, 13): Door.SHOE}


class Table:
    """A part and its chips, polled by a clock of its own whenever it is due."""

    def __init__(self, *addresses: int) -> None:
        self.chips = {address: SimMcp23017(address) for address in addresses}
        self.sim_bus = SimI2CBus(*self.chips.values())
        self.bus = WatchedBus(self.sim_bus)
        self.line = SharedLine(*(chip.interrupt for chip in self.chips.values()))
        self.now = 1000
        self.part = Part()
        self.events: list[Event] = []

    def low(self, address: int, number: int) -> None:
        self.chips[address].drive_pin(INPUT_PINS[number], high=False)

    def high(self, address: int, number: int) -> None:
        self.chips[address].drive_pin(INPUT_PINS[number], high=None)

    def start(self) -> None:
        self.part.start(self.now)

    def run(self, span: int) -> Sequence[Event]:
        """Poll until `span` ms are over and return what happened; `events` keeps all of it."""
        end, before = self.now + span, len(self.events)
        for at in turns(self.part, self.now, end):
            self.now = at
            self.events += self.part.poll(at)
            assert at < self.part.due <= at + STILL_MS
        self.now = end
        return self.events[before:]


def presence() -> Table:
    table = Table(0x20, 0x21)
    contacts = ExpanderContacts(table.bus, sensors_at_rest(PLACES), table.line)
    table.part = PresenceSensors(contacts, PLACES)
    return table


def panel(long: Mapping[Key, Key] | None = None) -> Table:
    table = Table(PANEL)
    contacts = ExpanderContacts(table.bus, panel_at_rest(KEYS, KEY_SWITCH, DOORS), table.line)
    table.part = KeyPanel(contacts, KEYS, long or {}, KEY_SWITCH, DOORS)
    for door in DOORS:
        table.low(*door)
    return table


def running(table: Table) -> Table:
    table.start()
    assert table.run(100) == []
    return table


HELD = KEYS[PANEL, 4]
LONG = {HELD: Key.CUT_CARD}
