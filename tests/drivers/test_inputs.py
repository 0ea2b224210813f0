from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.inputs import KeyPanel, PresenceSensors
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
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from sim.i2c import SimI2CBus
from sim.mcp23017 import INPUT_PINS, SharedLine, SimMcp23017
from tests.drivers.watched_bus import WatchedBus, raising

PLACES = {
    (0x20 + n // 14, n % 14): Place(n // 3 + 1, ("player", "banker", "tie")[n % 3])
    for n in range(21)
}
KEYS = dict(enumerate(Key))
KEY_SWITCH = 11
DOORS = {12: Door.LOGIC, 13: Door.SHOE}


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
        while (at := max(self.now, self.part.due)) <= end:
            self.now = at
            self.events += self.part.poll(at)
            assert self.part.due == at + 5
        self.now = end
        return self.events[before:]


def presence() -> Table:
    table = Table(0x20, 0x21)
    table.part = PresenceSensors(table.bus, PLACES, table.line)
    return table


def panel() -> Table:
    table = Table(0x22)
    table.part = KeyPanel(table.bus, 0x22, KEYS, KEY_SWITCH, DOORS, table.line)
    for door in DOORS:
        table.low(0x22, door)
    return table


def running(table: Table) -> Table:
    table.start()
    assert table.run(100) == []
    return table


@pytest.mark.parametrize("where", PLACES, ids=str)
def test_each_place_is_reported_covered_and_free(where: tuple[int, int]) -> None:
    table = running(presence())
    table.low(*where)
    assert table.run(60) == [PresenceSeen(PLACES[where], covered=True)]
    assert table.run(500) == []
    table.high(*where)
    assert table.run(60) == [PresenceSeen(PLACES[where], covered=False)]


@pytest.mark.parametrize("number", KEYS)
def test_each_key_is_reported_on_its_press_only(number: int) -> None:
    table = running(panel())
    table.low(0x22, number)
    assert table.run(500) == [KeyPressed(KEYS[number])]
    table.high(0x22, number)
    assert table.run(500) == []


def test_two_keys_at_once_both_count() -> None:
    table = running(panel())
    table.low(0x22, 0)
    table.low(0x22, 9)
    assert table.run(60) == [KeyPressed(KEYS[0]), KeyPressed(KEYS[9])]


def test_the_key_switch_is_reported_on_and_off() -> None:
    table = running(panel())
    table.low(0x22, KEY_SWITCH)
    assert table.run(60) == [KeySwitchTurned(on=True)]
    table.high(0x22, KEY_SWITCH)
    assert table.run(60) == [KeySwitchTurned(on=False)]


@pytest.mark.parametrize("number", DOORS)
def test_a_door_whose_contact_opens_is_open(number: int) -> None:
    table = running(panel())
    table.high(0x22, number)
    assert table.run(60) == [DoorMoved(DOORS[number], open=True)]
    table.low(0x22, number)
    assert table.run(60) == [DoorMoved(DOORS[number], open=False)]


def test_the_first_stable_reading_reports_all_that_is_covered() -> None:
    table = presence()
    covered = [(0x20, 3), (0x20, 13), (0x21, 0)]
    for where in covered:
        table.low(*where)
    table.start()
    assert table.run(15) == []
    assert table.run(10) == [PresenceSeen(PLACES[where], covered=True) for where in covered]


def test_the_first_stable_reading_reports_switch_and_open_doors_but_no_press() -> None:
    table = panel()
    table.low(0x22, 0)
    table.low(0x22, KEY_SWITCH)
    table.high(0x22, 12)
    table.start()
    assert table.run(60) == [KeySwitchTurned(on=True), DoorMoved(Door.LOGIC, open=True)]
    table.high(0x22, 0)
    assert table.run(60) == []
    table.low(0x22, 0)
    assert table.run(60) == [KeyPressed(KEYS[0])]


def test_a_key_held_for_10_s_is_stuck_until_it_is_released() -> None:
    table = running(panel())
    table.low(0x22, 4)
    assert table.run(25) == [KeyPressed(KEYS[4])]
    assert table.run(9_970) == []
    assert table.run(60) == [FaultRaised("keys", "stuck_key", {"key": "shuffled"})]
    assert table.run(30_000) == []
    table.high(0x22, 4)
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]
    table.low(0x22, 4)
    assert table.run(60) == [KeyPressed(KEYS[4])]


def test_a_key_held_since_the_start_is_stuck_after_10_s() -> None:
    table = panel()
    table.low(0x22, 0)
    table.start()
    assert table.run(11_000) == [FaultRaised("keys", "stuck_key", {"key": "no_more_bets"})]


def test_the_fault_of_two_stuck_keys_ends_with_the_last_one() -> None:
    table = running(panel())
    table.low(0x22, 0)
    table.low(0x22, 1)
    assert [event for event in table.run(11_000) if isinstance(event, FaultRaised)] == [
        FaultRaised("keys", "stuck_key", {"key": "no_more_bets"}),
        FaultRaised("keys", "stuck_key", {"key": "confirm"}),
    ]
    table.high(0x22, 0)
    assert table.run(60) == []
    table.high(0x22, 1)
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]


def test_a_stuck_key_that_comes_free_while_the_chip_is_lost_ends_its_fault() -> None:
    table = running(panel())
    table.low(0x22, 0)
    table.run(11_000)
    table.high(0x22, 0)
    table.start()
    assert table.run(60) == [FaultEnded("keys", "stuck_key")]


def test_a_key_is_not_held_while_the_chip_is_lost() -> None:
    table = running(panel())
    table.low(0x22, 0)
    assert table.run(60) == [KeyPressed(KEYS[0])]
    table.now += 60_000
    table.start()
    assert table.run(9_900) == []
    table.high(0x22, 0)
    assert table.run(60) == []


def test_what_was_told_and_is_no_longer_so_after_a_new_start_is_told() -> None:
    table = running(panel())
    table.low(0x22, KEY_SWITCH)
    table.high(0x22, 13)
    table.run(60)
    table.high(0x22, KEY_SWITCH)
    table.low(0x22, 13)
    table.start()
    assert table.run(60) == [KeySwitchTurned(on=False), DoorMoved(Door.SHOE, open=False)]


@given(st.lists(st.integers(1, 19), unique=True, max_size=9).map(sorted))
def test_any_bounce_shorter_than_20_ms_is_one_press(bounce: list[int]) -> None:
    table = running(panel())
    begin = table.now
    table.low(0x22, 5)
    for number, edge in enumerate(bounce):
        table.run(begin + edge - table.now)
        (table.low if number % 2 else table.high)(0x22, 5)
    table.run(begin + 20 - table.now)
    table.low(0x22, 5)
    table.run(100)
    assert table.events == [KeyPressed(KEYS[5])]


def test_a_still_table_reads_each_chip_every_50_ms_only() -> None:
    table = running(presence())
    before = table.bus.count
    table.run(1000)
    assert table.bus.count - before == 2 * 20


def test_a_change_is_seen_by_its_interrupt_within_a_poll_and_the_debounce() -> None:
    for wait in range(0, 60, 7):
        table = running(panel())
        table.run(wait)
        table.low(0x22, 0)
        assert table.run(5 + 20 + 5) == [KeyPressed(KEYS[0])]


def test_a_change_is_seen_without_the_interrupt_wire_too() -> None:
    table = Table(0x20, 0x21)
    loose = Table(0x23).line
    table.part = PresenceSensors(table.bus, PLACES, loose)
    running(table)
    table.low(0x21, 6)
    assert table.run(50 + 20 + 5) == [PresenceSeen(PLACES[0x21, 6], covered=True)]


def test_inputs_that_are_not_wired_are_ignored_and_do_not_hold_the_line() -> None:
    table = running(presence())
    table.low(0x21, 13)
    assert table.run(60) == []
    assert table.line.level()


@pytest.mark.parametrize("error", [DeviceSilent(0x21), BusStuck("held")], ids=["nak", "stuck"])
@pytest.mark.parametrize("transfer", range(24))
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


@pytest.mark.parametrize("moment", range(0, 120, 3))
@pytest.mark.parametrize("address", [0x20, 0x21])
def test_a_reset_chip_is_noticed_within_the_poll_and_tells_nothing_false(
    moment: int, address: int
) -> None:
    table = running(presence())
    table.low(0x21, 4)
    table.run(moment)
    table.chips[address].reset()
    with pytest.raises(BadReply):
        table.run(50)
    table.start()
    table.run(100)
    assert set(table.events) == {PresenceSeen(PLACES[0x21, 4], covered=True)}


def test_a_stuck_bus_is_raised_as_such() -> None:
    table = running(panel())
    table.sim_bus.stuck = True
    with pytest.raises(BusStuck):
        table.run(50)
    with pytest.raises(BusStuck):
        table.start()
