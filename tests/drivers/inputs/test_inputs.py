from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.inputs.contacts import READ_MS, STILL_MS, ExpanderContacts, PinContacts
from drivers.inputs.inputs import LONG_MS, KeyPanel, PresenceSensors, panel_at_rest, sensors_at_rest
from drivers.part import Part, Proof
from drivers.wiring import Contact
from firmware.core.vocabulary.events import (
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PresenceSeen,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from hal.ports import Millis
from sim.chips.i2c import SimI2CBus
from sim.chips.mcp23017 import INPUT_PINS, SharedLine, SimMcp23017
from sim.wires.lines import SimInput
from tests.kits.drivers.turns import turns
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each

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
        self.chips[address].wire(INPUT_PINS[number], high=False)

    def high(self, address: int, number: int) -> None:
        self.chips[address].wire(INPUT_PINS[number], high=None)

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


@each("where", PLACES)
def test_each_place_is_reported_covered_and_free(where: tuple[int, int]) -> None:
    table = running(presence())
    table.low(*where)
    assert table.run(60) == [PresenceSeen(PLACES[where], covered=True)]
    assert table.run(500) == []
    table.high(*where)
    assert table.run(60) == [PresenceSeen(PLACES[where], covered=False)]


@each("contact", KEYS)
def test_each_key_is_reported_on_its_press_only(contact: Contact) -> None:
    table = running(panel())
    table.low(*contact)
    assert table.run(500) == [KeyPressed(KEYS[contact])]
    table.high(*contact)
    assert table.run(500) == []


def test_two_keys_at_once_both_count() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.low(PANEL, 9)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0]), KeyPressed(KEYS[PANEL, 9])]


def test_the_key_switch_is_reported_on_and_off() -> None:
    table = running(panel())
    table.low(*KEY_SWITCH)
    assert table.run(60) == [KeySwitchTurned(on=True)]
    table.high(*KEY_SWITCH)
    assert table.run(60) == [KeySwitchTurned(on=False)]


@each("contact", DOORS)
def test_a_door_whose_contact_opens_is_open(contact: Contact) -> None:
    table = running(panel())
    table.high(*contact)
    assert table.run(60) == [DoorMoved(DOORS[contact], open=True)]
    table.low(*contact)
    assert table.run(60) == [DoorMoved(DOORS[contact], open=False)]


def test_the_first_stable_reading_reports_all_that_is_covered() -> None:
    table = presence()
    covered = [(0x20, 3), (0x20, 13), (0x21, 0)]
    for where in covered:
        table.low(*where)
    table.start()
    assert table.run(10) == []
    assert table.run(10) == [PresenceSeen(PLACES[where], covered=True) for where in covered]


def test_the_first_stable_reading_reports_switch_and_open_doors_but_no_press() -> None:
    table = panel()
    table.low(PANEL, 0)
    table.low(*KEY_SWITCH)
    table.high(PANEL, 12)
    table.start()
    assert table.run(60) == [KeySwitchTurned(on=True), DoorMoved(Door.LOGIC, open=True)]
    table.high(PANEL, 0)
    assert table.run(60) == []
    table.low(PANEL, 0)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]


def test_a_key_held_for_10_s_is_stuck_until_it_is_released() -> None:
    table = running(panel())
    table.low(PANEL, 4)
    assert table.run(25) == [KeyPressed(KEYS[PANEL, 4])]
    assert table.run(9_970) == []
    assert table.run(60) == [FaultRaised("keys", "stuck_key", {"key": "shuffled"})]
    assert table.run(30_000) == []
    table.high(PANEL, 4)
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]
    table.low(PANEL, 4)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 4])]


def test_a_key_held_since_the_start_is_stuck_after_10_s() -> None:
    table = panel()
    table.low(PANEL, 0)
    table.start()
    assert table.run(11_000) == [FaultRaised("keys", "stuck_key", {"key": "no_more_bets"})]


def test_the_fault_of_two_stuck_keys_ends_with_the_last_one() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.low(PANEL, 1)
    assert [event for event in table.run(11_000) if isinstance(event, FaultRaised)] == [
        FaultRaised("keys", "stuck_key", {"key": "no_more_bets"}),
        FaultRaised("keys", "stuck_key", {"key": "confirm"}),
    ]
    table.high(PANEL, 0)
    assert table.run(60) == []
    table.high(PANEL, 1)
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]


def test_a_stuck_key_that_comes_free_while_the_chip_is_lost_ends_its_fault() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.run(11_000)
    table.high(PANEL, 0)
    table.start()
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]


def test_a_key_is_not_held_while_the_chip_is_lost() -> None:
    table = running(panel())
    table.low(PANEL, 0)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]
    table.now += 60_000
    table.start()
    assert table.run(9_900) == []
    table.high(PANEL, 0)
    assert table.run(60) == []


def test_what_was_told_and_is_no_longer_so_after_a_new_start_is_told() -> None:
    table = running(panel())
    table.low(*KEY_SWITCH)
    table.high(PANEL, 13)
    table.run(60)
    table.high(*KEY_SWITCH)
    table.low(PANEL, 13)
    table.start()
    assert table.run(60) == [KeySwitchTurned(on=False), DoorMoved(Door.SHOE, open=False)]


HELD = KEYS[PANEL, 4]
LONG = {HELD: Key.CUT_CARD}


@pytest.mark.parametrize("held_ms", [30, 400, LONG_MS - 60])
def test_a_key_with_a_long_press_says_what_it_is_when_it_is_let_go(held_ms: int) -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(held_ms) == []
    table.high(PANEL, 4)
    assert table.run(60) == [KeyPressed(HELD)]


def test_a_long_press_is_reported_while_the_key_is_down_and_never_both() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(20 + LONG_MS) == []
    assert table.run(20) == [KeyPressed(Key.CUT_CARD)]
    assert table.run(3000) == []
    table.high(PANEL, 4)
    assert table.run(60) == []


def test_a_long_press_that_goes_on_is_a_stuck_key() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(11_000) == [
        KeyPressed(Key.CUT_CARD),
        FaultRaised("keys", "stuck_key", {"key": "shuffled"}),
    ]


def test_other_keys_act_as_they_go_down_beside_a_long_press() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    table.low(PANEL, 0)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]


@each("lapse", [60, 1000, 30_000])
@each("let_go", [False, True])
def test_a_lapse_between_two_polls_counts_as_no_holding(lapse: int, let_go: bool) -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    table.run(100)
    (table.high if let_go else table.low)(PANEL, 4)
    table.now += lapse
    assert table.run(600) == ([KeyPressed(HELD)] if let_go else [])
    assert table.run(200) == ([] if let_go else [KeyPressed(Key.CUT_CARD)])


@each("late", range(0, 50, 7))
def test_polls_that_come_a_little_late_lengthen_no_press(late: int) -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    begin = table.now
    while not table.part.poll(Millis(table.now)):
        table.now += 5 + late
    assert 0 <= table.now - begin - LONG_MS - 15 <= 3 * (5 + late)


def test_a_key_held_since_the_start_or_over_a_loss_has_no_long_press() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    table.run(100)
    table.start()
    assert table.run(2000) == []
    table.high(PANEL, 4)
    assert table.run(60) == []


# pins of the Pi


class Pins(Table):
    """The same panel on pins."""

    def __init__(self, long: Mapping[Key, Key]) -> None:
        super().__init__()
        keys = {(0, number + 4): key for (_, number), key in KEYS.items()}
        switch, doors = (0, 24), {(0, 25): Door.LOGIC, (0, 26): Door.SHOE}
        self.lines = {contact: SimInput() for contact in (*keys, switch, *doors)}
        for door in doors:
            self.lines[door].high = False
        contacts = PinContacts(self.lines, panel_at_rest(keys, switch, doors))
        self.part = KeyPanel(contacts, keys, long, switch, doors)

    def low(self, address: int, number: int) -> None:
        self.lines[address, number].high = False

    def high(self, address: int, number: int) -> None:
        self.lines[address, number].high = True


def test_keys_switch_and_doors_on_pins_are_reported_as_on_an_expander() -> None:
    table = running(Pins(LONG))
    table.low(0, 4)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]
    table.low(0, 24)
    table.high(0, 26)
    assert table.run(60) == [KeySwitchTurned(on=True), DoorMoved(Door.SHOE, open=True)]
    table.low(0, 8)
    assert table.run(2 * LONG_MS) == [KeyPressed(Key.CUT_CARD)]


def test_a_bounce_on_a_pin_is_one_press() -> None:
    table = running(Pins({}))
    for level in (False, True, False, True, False):
        table.lines[0, 4].high = level
        table.run(3)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]


# self-test


def test_an_expander_is_proven_and_pins_are_not() -> None:
    assert running(panel()).part.test(Millis(0)) is Proof.PROVEN
    assert running(Pins({})).part.test(Millis(0)) is Proof.BLIND


def test_a_self_test_ends_no_interrupt_and_takes_one_transfer_a_chip() -> None:
    table = running(presence())
    table.low(0x21, 3)
    before = table.bus.count
    assert table.part.test(Millis(table.now)) is Proof.PROVEN
    assert table.bus.count - before == 2
    assert not table.line.level()


@each("before", range(0, 60, 5))
@each("after", range(0, 60, 5))
def test_a_self_test_at_any_moment_of_a_press_loses_nothing(before: int, after: int) -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.run(before)
    table.part.test(Millis(table.now))
    table.run(after)
    table.part.test(Millis(table.now))
    table.run(100)
    assert table.events == [KeyPressed(KEYS[PANEL, 0])]


def test_a_chip_that_was_reset_fails_its_test() -> None:
    table = running(panel())
    table.chips[PANEL].reset()
    with pytest.raises(BadReply):
        table.part.test(Millis(table.now))


@given(st.lists(st.integers(1, 19), unique=True, max_size=9).map(sorted))
def test_any_bounce_shorter_than_20_ms_is_one_press(bounce: list[int]) -> None:
    table = running(panel())
    begin = table.now
    table.low(PANEL, 5)
    for number, edge in enumerate(bounce):
        table.run(begin + edge - table.now)
        (table.low if number % 2 else table.high)(PANEL, 5)
    table.run(begin + 20 - table.now)
    table.low(PANEL, 5)
    table.run(100)
    assert table.events == [KeyPressed(KEYS[PANEL, 5])]


def test_a_still_table_reads_each_chip_every_second_only_and_has_it_pull_its_line() -> None:
    table = running(presence())
    before = table.bus.count
    table.run(10_000)
    assert table.bus.count - before == 2 * (1 + 1) * 10


@each("wait", range(60))
def test_a_change_is_told_25_ms_after_it_at_most_whenever_the_line_is_looked_at(wait: int) -> None:
    table = running(panel())
    table.run(wait)
    table.low(PANEL, 0)
    assert table.run(25) == [KeyPressed(KEYS[PANEL, 0])]


class Wire:
    """An interrupt wire that may be cut; the Pi's end is then pulled up."""

    def __init__(self, table: Table) -> None:
        self.is_cut = False
        self._line = table.line

    def level(self) -> bool:
        return self.is_cut or self._line.level()


def with_wire() -> tuple[Table, Wire]:
    table = Table(0x20, 0x21)
    wire = Wire(table)
    contacts = ExpanderContacts(table.bus, sensors_at_rest(PLACES), wire)
    table.part = PresenceSensors(contacts, PLACES)
    return table, wire


def test_a_change_is_seen_without_the_interrupt_wire_too() -> None:
    table, wire = with_wire()
    wire.is_cut = True
    running(table)
    table.low(0x21, 6)
    assert table.run(READ_MS + 15) == [PresenceSeen(PLACES[0x21, 6], covered=True)]


@each("wait", range(0, 2 * STILL_MS, 90))
def test_a_wire_that_is_cut_later_makes_changes_late_for_a_second_at_most(wait: int) -> None:
    table, wire = with_wire()
    running(table)
    table.run(wait)
    wire.is_cut = True
    table.low(0x21, 6)
    assert table.run(STILL_MS + 15) == [PresenceSeen(PLACES[0x21, 6], covered=True)]
    table.high(0x21, 6)
    assert table.run(READ_MS + 15) == [PresenceSeen(PLACES[0x21, 6], covered=False)]


def test_a_wire_that_is_mended_lets_still_chips_rest_again() -> None:
    table, wire = with_wire()
    wire.is_cut = True
    running(table)
    wire.is_cut = False
    table.run(READ_MS)
    before = table.bus.count
    table.run(STILL_MS - READ_MS - 1)
    assert table.bus.count == before


def test_a_level_that_came_garbled_to_the_chip_holds_the_line_for_a_moment_only() -> None:
    table = running(presence())
    table.chips[0x21].write(bytes.fromhex("06 0f 7f"))
    assert not table.line.level()
    assert table.run(READ_MS + 10) == []
    assert table.line.level()


def test_inputs_that_are_not_wired_are_ignored_and_do_not_hold_the_line() -> None:
    table = running(presence())
    table.low(0x21, 13)
    assert table.run(60) == []
    assert table.line.level()


@each("error", [DeviceSilent(0x21), BusStuck("held")])
@each("transfer", range(25))
def test_trouble_at_any_transfer_is_raised_and_nothing_is_lost_by_it(
    transfer: int, error: HardwareError
) -> None:
    table = presence()
    table.low(0x20, 2)
    table.bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError) as raised:
        _busy(table)
    assert raised.value is error
    _move(table)
    table.start()
    table.run(100)
    assert _covered(table.events) == {PLACES[0x21, 1]}


def _busy(table: Table) -> None:
    table.start()
    table.run(30)
    _move(table)
    table.run(60)


def _move(table: Table) -> None:
    table.high(0x20, 2)
    table.low(0x21, 1)


def _covered(events: Sequence[Event]) -> set[Place]:
    covered = set()
    for event in events:
        assert isinstance(event, PresenceSeen)
        (covered.add if event.covered else covered.discard)(event.place)
    return covered


@each("moment", range(0, 120, 3))
@each("address", [0x20, 0x21])
def test_a_reset_chip_is_noticed_within_a_second_and_tells_nothing_false(
    moment: int, address: int
) -> None:
    table = running(presence())
    table.low(0x21, 4)
    table.run(moment)
    table.chips[address].reset()
    with pytest.raises(BadReply):
        table.run(STILL_MS)
    table.start()
    table.run(100)
    assert set(table.events) == {PresenceSeen(PLACES[0x21, 4], covered=True)}


def test_a_stuck_bus_is_raised_as_such() -> None:
    table = running(panel())
    table.sim_bus.stuck = True
    with pytest.raises(BusStuck):
        table.run(STILL_MS)
    with pytest.raises(BusStuck):
        table.start()
