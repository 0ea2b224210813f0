"""A key may have another meaning when it is pressed long."""

import pytest

from drivers.inputs.inputs import LONG_PRESS_MS
from firmware.core.vocabulary.events import (
    FaultRaised,
    KeyPressed,
)
from firmware.core.vocabulary.keys import Key
from hal.ports import Millis
from tests.kits.drivers.inputs_bench import HELD, KEYS, LONG, PANEL, panel, running
from tests.kits.offenders import each


@pytest.mark.parametrize("held_ms", [30, 400, LONG_PRESS_MS - 60])
def test_a_key_with_a_long_press_says_what_it_is_when_it_is_let_go(held_ms: int) -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(held_ms) == []
    table.high(PANEL, 4)
    assert table.run(60) == [KeyPressed(HELD)]


def test_a_long_press_is_reported_while_the_key_is_down_and_never_both() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(20 + LONG_PRESS_MS) == []
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
    assert 0 <= table.now - begin - LONG_PRESS_MS - 15 <= 3 * (5 + late)


def test_a_key_held_since_the_start_or_over_a_loss_has_no_long_press() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    table.run(100)
    table.start()
    assert table.run(2000) == []
    table.high(PANEL, 4)
    assert table.run(60) == []
