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
def test_short_press_reported_on_release(held_ms: int) -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(held_ms) == []
    table.high(PANEL, 4)
    assert table.run(60) == [KeyPressed(HELD)]


def test_long_press_is_reported_while_down_only() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(20 + LONG_PRESS_MS) == []
    assert table.run(20) == [KeyPressed(Key.CUT_CARD)]
    assert table.run(3000) == []
    table.high(PANEL, 4)
    assert table.run(60) == []


def test_overlong_press_is_a_stuck_key() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    assert table.run(11_000) == [
        KeyPressed(Key.CUT_CARD),
        FaultRaised("keys", "stuck_key", {"key": "shuffled"}),
    ]


def test_other_keys_act_meanwhile() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    table.low(PANEL, 0)
    assert table.run(60) == [KeyPressed(KEYS[PANEL, 0])]


@each("lapse", [60, 1000, 30_000])
@each("let_go", [False, True])
def test_gap_in_polls_is_no_holding(lapse: int, let_go: bool) -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    table.run(100)
    (table.high if let_go else table.low)(PANEL, 4)
    table.now += lapse
    assert table.run(600) == ([KeyPressed(HELD)] if let_go else [])
    assert table.run(200) == ([] if let_go else [KeyPressed(Key.CUT_CARD)])


@each("late", range(0, 50, 7))
def test_late_polls_lengthen_no_press(late: int) -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    begin = table.now
    while not table.part.poll(Millis(table.now)):
        table.now += 5 + late
    assert 0 <= table.now - begin - LONG_PRESS_MS - 15 <= 3 * (5 + late)


def test_key_held_over_start_or_loss_has_none() -> None:
    table = running(panel(LONG))
    table.low(PANEL, 4)
    table.run(100)
    table.start()
    assert table.run(2000) == []
    table.high(PANEL, 4)
    assert table.run(60) == []
