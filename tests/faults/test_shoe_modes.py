"""A whole table of Baccara, and a Bee-Tek shoe in the mode in which each card is a burnt one."""

from dataclasses import replace

import pytest

from drivers.bee_tek.kind import BeeTekWiring
from drivers.bee_tek.shoe import BY_MODE, DRAWN
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from sim.machines.bee_tek import SimBeeTek
from tests.kits.core.table_kit import STOPPED
from tests.kits.faults.faulty_table import FaultyTable

REPEAT_MS = 200


def table_with_shoe(every_card: str) -> tuple[FaultyTable, SimBeeTek]:
    config = load_config(DEFAULT_TABLE)
    shoe = BeeTekWiring("/dev/croupier-shoe", REPEAT_MS, every_card)
    table = FaultyTable(replace(config, wiring=replace(config.wiring, shoe=shoe)))
    far_end = table.sim.shoe
    assert isinstance(far_end, SimBeeTek)
    far_end.in_burn_mode = True
    return table, far_end


def draw(table: FaultyTable, name: str) -> None:
    table.draw(name)
    table.hands.wait(REPEAT_MS + 50)


def test_burn_before_the_bets_is_a_burn() -> None:
    table, _ = table_with_shoe(BY_MODE)
    draw(table, "9S")
    assert (table.phase, table.faults) == (Phase.OPEN, [])


@pytest.mark.parametrize("closes_first", [False, True])
def test_first_card_of_a_deal_in_burn_mode_stops_in_words(closes_first: bool) -> None:
    table, _ = table_with_shoe(BY_MODE)
    table.bet()
    if closes_first:
        table.hands.press_key(Key.NO_MORE_BETS)
    draw(table, "9S")
    assert (table.phase, table.faults) == (STOPPED, [("shoe", "burn_mode")])
    assert table.prompt() == "fault.burn_mode"
    assert table.cards == {"player": [], "banker": []}


def test_stopped_deal_goes_on_in_the_game_mode() -> None:
    table, shoe = table_with_shoe(BY_MODE)
    table.bet()
    draw(table, "9S")
    shoe.in_burn_mode = False
    table.supervise(Key.CLEAR_FAULTS)
    table.hands.press_key(Key.CONFIRM)
    assert table.phase is Phase.ROUND
    draw(table, "3D")
    assert table.cards == {"player": ["3D"], "banker": []}


def test_drawn_in_any_mode_deals_a_round() -> None:
    table, _ = table_with_shoe(DRAWN)
    table.bet()
    for name in ("9S", "2D", "KH", "QC"):
        draw(table, name)
    assert table.faults == []
    assert table.cards == {"player": ["9S", "KH"], "banker": ["2D", "QC"]}
    assert [line.outcome for line in table.settled()] == ["lose"]


@pytest.mark.parametrize("moment", [0, 1, 2])
def test_warning_stops_no_deal(moment: int) -> None:
    table, shoe = table_with_shoe(DRAWN)
    table.bet()
    for number, name in enumerate(("9S", "2D", "KH", "QC")):
        if number == moment:
            shoe.send_warning(1)
            shoe.send_word("Game", "W0x02")
            shoe.send_word("Game", "Warning: Low")
        draw(table, name)
    assert table.faults == []
    assert [line.outcome for line in table.settled()] == ["lose"]


def test_unknown_word_stops_the_deal_by_its_name() -> None:
    table, shoe = table_with_shoe(DRAWN)
    table.bet()
    draw(table, "9S")
    shoe.send_word("Diagnostic", "Card:4S")
    table.hands.wait(REPEAT_MS + 50)
    assert (table.phase, table.faults) == (STOPPED, [("shoe", "unknown_message")])
    (fault,) = table.virtual.core_table.state.device.trouble.faults
    assert fault.values == {"code": "[?]<Card>"}
    assert not any(
        isinstance(event, CardRead) and event.card == parse_card("4S") for event in table.rulings
    )
