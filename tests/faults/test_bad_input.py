"""The table stops if it must, names the fault, loses nothing, and goes on after the cure."""

import random
from collections.abc import Callable

import pytest

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.kits.core.table_kit import STOPPED
from tests.kits.faults.faulty_table import FaultyTable

LONG = 6000
"""More than the longest back-off, ms."""


@pytest.fixture
def table() -> FaultyTable:
    return FaultyTable()


def wait(table: FaultyTable, millis: int = LONG) -> None:
    table.hands.wait(millis)


# the shoe's line


@pytest.mark.parametrize("seed", range(5))
def test_noise_at_the_shoe_is_no_card(table: FaultyTable, seed: int) -> None:
    table.bet()
    noise = random.Random(seed).randbytes(5000)
    shoe = table.sim.shoe
    transmit = shoe.transmit
    said = [noise]
    shoe.transmit = lambda: said.pop() if said else transmit()  # type: ignore[method-assign]
    wait(table, 1000)
    assert table.virtual.core_table.state.shoe.cards_left == 416
    table.goes_on()


def test_cut_cable_stops_until_felt_check(
    table: FaultyTable,
) -> None:
    table.bet()
    table.draw("9S")
    port = table.port("shoe")
    shoe = table.sim.shoe
    transmit = shoe.transmit
    said = [b"\x053D\x91"]
    shoe.transmit = lambda: said.pop() if said else transmit()  # type: ignore[method-assign]
    wait(table, 10)
    port.unplug()
    wait(table)
    assert (table.phase, table.faults) == (STOPPED, [("shoe", "lost")])
    assert table.prompt() == "fault.lost"
    table.hands.press_key(Key.CONFIRM)
    assert table.refusals() == ["why.stopped"]
    port.plug()
    wait(table)
    assert table.prompt() == "prompt.confirm_felt"
    table.hands.press_key(Key.CONFIRM)
    assert table.cards == {"player": ["9S"], "banker": []}
    table.goes_on()


def test_noise_at_chip_reader_adds_nothing(table: FaultyTable) -> None:
    table.bet(cents=2500)
    far, chance = table.sim.felt.reader, random.Random(1)
    transmit = far.transmit
    far.transmit = lambda: chance.randbytes(9) + transmit()  # type: ignore[method-assign]
    wait(table, 3000)
    far.transmit = transmit  # type: ignore[method-assign]
    wait(table)
    stacks = table.virtual.core_table.state.felt.stacks
    assert stacks == {(Place(1, "banker"), None): 2500}
    if table.phase is STOPPED:
        table.hands.press_key(Key.CONFIRM)
    table.goes_on()


@pytest.mark.clause("Practice silence")
def test_lost_chip_reader_stops_then_rereads(table: FaultyTable) -> None:
    table.bet()
    table.port("chips").unplug()
    wait(table)
    assert ("chips", "lost") in table.faults
    table.sim.felt.put_chip(Place(2, "tie"), table.hands.make_chip(500))  # type: ignore[arg-type]
    table.port("chips").plug()
    wait(table)
    table.hands.press_key(Key.CONFIRM)
    assert table.virtual.core_table.state.felt.stacks[Place(2, "tie"), None] == 500


# the I2C bus

CHIPS: dict[str, Callable[[FaultyTable], object]] = {
    "presence": lambda table: table.sim.chips["presence"][0],
    "keys": lambda table: table.sim.chips["keys"][0],
    "lights": lambda table: table.sim.chips["lights"][0],
    "dealer_display": lambda table: table.sim.displays.dealer_display,
    "payout_display": lambda table: table.sim.displays.payout_display,
}


@pytest.mark.parametrize("part", CHIPS)
def test_lost_chip_stops_until_back(table: FaultyTable, part: str) -> None:
    table.bet()
    chip = CHIPS[part](table)
    table.sim.i2c.unplugged.add(chip)  # type: ignore[arg-type]
    wait(table)
    assert table.phase is STOPPED
    assert (part, "lost") in table.faults
    table.sim.i2c.unplugged.clear()
    wait(table)
    table.hands.press_key(Key.CONFIRM)
    table.goes_on()


@pytest.mark.parametrize("part", CHIPS)
def test_reset_chip_shows_the_same_again(table: FaultyTable, part: str) -> None:
    table.bet()
    before = table.colours(*range(2, 8))
    CHIPS[part](table).reset()  # type: ignore[attr-defined]
    wait(table, 1500)
    if table.phase is STOPPED:
        table.hands.press_key(Key.CONFIRM)
    assert table.colours(*range(2, 8)) == before
    table.goes_on()


def test_lost_figures_go_dark_play_goes_on(table: FaultyTable) -> None:
    table.bet()
    table.sim.i2c.unplugged.add(table.sim.displays.figures)
    wait(table)
    assert table.faults == [("figures", "dark")]
    assert table.phase is Phase.OPEN
    table.goes_on()


def test_stuck_bus_stops_then_shows_all(
    table: FaultyTable,
) -> None:
    table.bet()
    placed = table.colours(1)
    table.sim.i2c.is_stuck = True
    wait(table)
    assert table.phase is STOPPED
    assert table.faults == [("i2c", "stuck")]
    table.sim.i2c.is_stuck = False
    for chip in (*table.sim.chips["lights"], *table.sim.chips["keys"]):
        chip.reset()
    wait(table)
    table.hands.press_key(Key.CONFIRM)
    assert table.colours(1) == placed
    table.goes_on()


# people


def test_moving_stack_is_not_counted_twice(table: FaultyTable) -> None:
    place, chance = Place(3, "player"), random.Random(2)
    chips = [table.hands.make_chip(cents) for cents in (500, 1000, 2500)]  # type: ignore[arg-type]
    lying: set[bytes] = set()
    for _ in range(60):
        chip = chance.choice(chips)
        if chip in lying:
            lying.remove(chip)
            table.sim.felt.take_chip(place, chip)
        else:
            lying.add(chip)
            table.sim.felt.put_chip(place, chip)
        wait(table, chance.randrange(12))
    wait(table, 500)
    worth = dict(zip(chips, (500, 1000, 2500), strict=True))
    assert table.virtual.core_table.state.felt.amount((place, None)) == sum(
        worth[chip] for chip in lying
    )


def test_held_key_is_a_press_then_fault(table: FaultyTable) -> None:
    table.bet()
    table.sim.hold_key(Key.NO_MORE_BETS)
    wait(table, 11_000)
    assert (table.phase, table.faults) == (STOPPED, [("keys", "stuck_key")])
    table.sim.release_key(Key.NO_MORE_BETS)
    wait(table, 100)
    assert table.phase is Phase.ROUND
    table.goes_on()


@pytest.mark.clause("ANZ 1.18.3")
@pytest.mark.parametrize("door", Door)
def test_open_door_stops_until_cleared(table: FaultyTable, door: Door) -> None:
    table.bet()
    table.sim.move_door(door, is_open=True)
    wait(table, 100)
    assert (table.phase, table.faults) == (STOPPED, [("doors", "door_open")])
    table.sim.move_door(door, is_open=False)
    wait(table, 100)
    assert table.prompt() == "fault.door_open"
    table.hands.press_key(Key.CONFIRM)
    assert table.phase is STOPPED
    table.supervise(Key.CLEAR_FAULTS)
    table.hands.press_key(Key.CONFIRM)
    table.goes_on()


# cards


def test_ninth_copy_stops_until_void(
    table: FaultyTable,
) -> None:
    for _ in range(8):
        table.virtual.core_table.state.shoe.take_card(parse_card("9S"))
    table.bet()
    table.draw("9S")
    assert table.faults == [("table", "impossible_card")]
    table.hands.press_key(Key.CONFIRM)
    assert table.phase is STOPPED
    table.supervise(Key.VOID_ROUND)
    assert (table.phase, table.settled()[-1].outcome) == (Phase.OPEN, "push")


def test_extra_card_is_set_aside(table: FaultyTable) -> None:
    table.bet()
    table.goes_on()
    table.draw("4C")
    assert table.faults == [("shoe", "overdraw")]
    assert table.cards["player"] == ["9S", "KH"]
    table.hands.clear_shoe()
    assert table.phase is Phase.ROUND


@pytest.mark.clause("Practice dealer's key", "UKGC 5.2")
def test_supervisor_enters_unreadable_card(table: FaultyTable) -> None:
    table.bet()
    table.hands.draw_card(parse_card("9S"), readable=False)
    assert table.faults == [("shoe", "unreadable")]
    table.hands.press_key(Key.ENTER_CARD)
    assert table.refusals() == ["why.supervisor_key"]
    table.hands.turn_key_switch(is_on=True)
    table.hands.press_key(Key.ENTER_CARD)
    table.hands.choose_card(parse_card("9S"))
    table.hands.press_key(Key.ENTER_CARD)
    table.hands.turn_key_switch(is_on=False)
    table.hands.clear_shoe()
    assert table.cards["player"] == ["9S"]
    table.goes_on()
