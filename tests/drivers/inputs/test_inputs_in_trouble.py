"""Inputs that bounce, an interrupt wire that is cut, and a bus in trouble."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.inputs.contacts import READ_INTERVAL_MS, STILL_MS, ExpanderContacts
from drivers.inputs.inputs import PresenceSensors, sensors_at_rest
from firmware.core.vocabulary.events import (
    Event,
    KeyPressed,
    PresenceSeen,
)
from firmware.core.vocabulary.places import Place
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from tests.kits.drivers.inputs_bench import KEYS, PANEL, PLACES, Table, panel, presence, running
from tests.kits.drivers.watched_bus import raising
from tests.kits.offenders import each


@given(st.lists(st.integers(1, 19), unique=True, max_size=9).map(sorted))
def test_bounce_under_20_ms_is_one_press(bounce: list[int]) -> None:
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


def test_still_table_reads_each_chip_once_a_second() -> None:
    table = running(presence())
    before = table.bus.count
    table.run(10_000)
    assert table.bus.count - before == 2 * (1 + 1) * 10


@each("wait", range(60))
def test_change_reported_within_25_ms(wait: int) -> None:
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


def test_change_is_seen_without_interrupt_wire() -> None:
    table, wire = with_wire()
    wire.is_cut = True
    running(table)
    table.low(0x21, 6)
    assert table.run(READ_INTERVAL_MS + 15) == [PresenceSeen(PLACES[0x21, 6], covered=True)]


@each("wait", range(0, 2 * STILL_MS, 90))
def test_cut_wire_delays_changes_by_one_second(wait: int) -> None:
    table, wire = with_wire()
    running(table)
    table.run(wait)
    wire.is_cut = True
    table.low(0x21, 6)
    assert table.run(STILL_MS + 15) == [PresenceSeen(PLACES[0x21, 6], covered=True)]
    table.high(0x21, 6)
    assert table.run(READ_INTERVAL_MS + 15) == [PresenceSeen(PLACES[0x21, 6], covered=False)]


def test_repaired_wire_rests_still_chips() -> None:
    table, wire = with_wire()
    wire.is_cut = True
    running(table)
    wire.is_cut = False
    table.run(READ_INTERVAL_MS)
    before = table.bus.count
    table.run(STILL_MS - READ_INTERVAL_MS - 1)
    assert table.bus.count == before


def test_garbled_level_holds_line_only_briefly() -> None:
    table = running(presence())
    table.chips[0x21].write(bytes.fromhex("06 0f 7f"))
    assert not table.line.level()
    assert table.run(READ_INTERVAL_MS + 10) == []
    assert table.line.level()


def test_unwired_inputs_free_the_line() -> None:
    table = running(presence())
    table.low(0x21, 13)
    assert table.run(60) == []
    assert table.line.level()


@each("error", [DeviceSilent(0x21), BusStuck("held")])
@each("transfer", range(25))
def test_failed_transfer_raises_and_loses_nothing(transfer: int, error: HardwareError) -> None:
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
def test_reset_chip_is_noticed_within_a_second(moment: int, address: int) -> None:
    table = running(presence())
    table.low(0x21, 4)
    table.run(moment)
    table.chips[address].reset()
    with pytest.raises(BadReply):
        table.run(STILL_MS)
    table.start()
    table.run(100)
    assert set(table.events) == {PresenceSeen(PLACES[0x21, 4], covered=True)}


def test_stuck_bus_is_raised_as_such() -> None:
    table = running(panel())
    table.sim_bus.is_stuck = True
    with pytest.raises(BusStuck):
        table.run(STILL_MS)
    with pytest.raises(BusStuck):
        table.start()
