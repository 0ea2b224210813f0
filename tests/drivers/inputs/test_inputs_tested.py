"""Inputs on pins beside those of an expander, and the self-test of both."""

from collections.abc import Mapping

import pytest

from drivers.inputs.contacts import PinContacts
from drivers.inputs.inputs import LONG_PRESS_MS, KeyPanel, panel_at_rest
from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import (
    Door,
    DoorMoved,
    KeyPressed,
    KeySwitchTurned,
)
from firmware.core.vocabulary.keys import Key
from hal.errors import BadReply
from hal.ports import Millis
from sim.wires.lines import SimInput
from tests.kits.drivers.inputs_bench import KEYS, LONG, PANEL, Table, panel, presence, running
from tests.kits.offenders import each

# pins of the Pi


class Pins(Table):
    """The same panel on pins."""

    def __init__(self, long: Mapping[Key, Key]) -> None:
        super().__init__()
        keys = {(0, number + 4): key for (_, number), key in KEYS.items()}
        switch, doors = (0, 24), {(0, 25): Door.LOGIC, (0, 26): Door.SHOE}
        self.lines = {contact: SimInput() for contact in (*keys, switch, *doors)}
        for door in doors:
            self.lines[door].is_high = False
        contacts = PinContacts(self.lines, panel_at_rest(keys, switch, doors))
        self.part = KeyPanel(contacts, keys, long, switch, doors)

    def low(self, address: int, number: int) -> None:
        self.lines[address, number].is_high = False

    def high(self, address: int, number: int) -> None:
        self.lines[address, number].is_high = True


def test_pins_report_like_an_expander() -> None:
    table = running(Pins(LONG))
    table.low(0, 4)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]
    table.low(0, 24)
    table.high(0, 26)
    assert table.run(60) == [KeySwitchTurned(on=True), DoorMoved(Door.SHOE, open=True)]
    table.low(0, 8)
    assert table.run(2 * LONG_PRESS_MS) == [KeyPressed(Key.CUT_CARD)]


def test_a_bounce_on_a_pin_is_one_press() -> None:
    table = running(Pins({}))
    for level in (False, True, False, True, False):
        table.lines[0, 4].is_high = level
        table.run(3)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]


# self-test


def test_expander_is_proven_pins_are_not() -> None:
    assert running(panel()).part.test(Millis(0)) is SelfTestProof.PROVEN
    assert running(Pins({})).part.test(Millis(0)) is SelfTestProof.BLIND


def test_self_test_spares_interrupts_in_one_transfer() -> None:
    table = running(presence())
    table.low(0x21, 3)
    before = table.bus.count
    assert table.part.test(Millis(table.now)) is SelfTestProof.PROVEN
    assert table.bus.count - before == 2
    assert not table.line.level()


@each("before", range(0, 60, 5))
@each("after", range(0, 60, 5))
def test_self_test_during_press_loses_nothing(before: int, after: int) -> None:
    table = running(panel())
    table.low(PANEL, 0)
    table.run(before)
    table.part.test(Millis(table.now))
    table.run(after)
    table.part.test(Millis(table.now))
    table.run(100)
    assert table.events == [KeyPressed(KEYS[PANEL, 0])]


def test_reset_chip_fails_its_test() -> None:
    table = running(panel())
    table.chips[PANEL].reset()
    with pytest.raises(BadReply):
        table.part.test(Millis(table.now))
