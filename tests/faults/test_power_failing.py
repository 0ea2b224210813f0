"""The power fails in mid-round, and comes back: the table stops at once and goes on as it was."""

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.shell.config.config import parse_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.words.words import Words
from tests.kits.core.table_kit import STOPPED
from tests.kits.faults.faulty_table import FaultyTable

ROUNDS_MS = 5000
AT_ONCE_MS = 30


@pytest.fixture
def table() -> FaultyTable:
    """A table with the line, two cards dealt."""
    section = '\n[power]\npart = "line"\nfailing = 26\n'
    table = FaultyTable(parse_config(DEFAULT_TABLE.read_text(encoding="utf-8") + section))
    table.hands.wait(ROUNDS_MS)
    table.deal_two()
    return table


@pytest.mark.clause("Practice failing power")
def test_failing_input_stops_deal_at_once(table: FaultyTable) -> None:
    table.sim.power.set_failing(is_failing=True)
    table.hands.wait(AT_ONCE_MS)
    assert table.phase is STOPPED
    assert table.faults == [("power", "power_failing")]
    said = [Words.load("fr").render(text) for text in table.virtual.panel.dealer]
    assert any("courant" in line for line in said)


def test_round_resumes_after_felt_check(table: FaultyTable) -> None:
    table.sim.power.set_failing(is_failing=True)
    table.hands.wait(ROUNDS_MS)
    table.sim.power.set_failing(is_failing=False)
    table.hands.wait(ROUNDS_MS)
    assert table.faults == []
    assert table.phase is STOPPED
    table.hands.press_key(Key.CONFIRM)
    assert table.phase is Phase.ROUND
    table.goes_on()


def test_table_without_line_ignores_it() -> None:
    table = FaultyTable()
    table.sim.power.set_failing(is_failing=True)
    table.hands.wait(ROUNDS_MS)
    assert table.faults == []
