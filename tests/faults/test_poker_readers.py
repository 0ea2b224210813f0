"""A poker table's readers over their wires: one that dies in mid-hand, two that see one card."""

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.table.card_picker import keys_to_card
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.next_step import Act
from firmware.shell.config.defaults import default_table
from tests.kits.faults.faulty_table import FaultyTable

LONG = 6000
"""More than the longest back-off, ms."""
READ_MS = 600
"""Long enough for two sweeps of all antennas."""
HANDS = {1: "AS AH", 2: "QS QH"}


def seated() -> FaultyTable:
    """Return a table of two players with 100 $ each, with a reader under each seat."""
    table = FaultyTable(default_table("poker-room", spots=2, readers="seats"))
    for spot in HANDS:
        press(table, Key.EMPTY_PLACE, *[Key.NEXT_PLACE] * spot)
        press(table, *(DIGIT_KEYS[int(digit)] for digit in "100"), Key.SIT_DOWN)
    return table


def press(table: FaultyTable, *keys: Key) -> None:
    for key in keys:
        table.hands.press_key(key)


def keys_of(card: str) -> tuple[Key, ...]:
    return (Key.NEXT_RANK, *keys_to_card(parse_card(card), FULL_PACK))


def dealt(hands: dict[int, str]) -> FaultyTable:
    """Return a table whose hands lie before the players."""
    table = seated()
    press(table, Key.POST_BLINDS)
    for spot, cards in hands.items():
        for card in cards.split():
            table.sim.seats.lay_card(spot, parse_card(card))
    table.hands.wait(READ_MS)
    press(table, Key.CARDS_DEALT)
    table.hands.wait(READ_MS)
    return table


def at_the_turn() -> FaultyTable:
    """Return a table with four cards on the board, and the one before the river burned."""
    table = dealt(HANDS)
    press(table, Key.CALL, Key.CHECK, Key.BURN_CARD)
    table.draw("7H 8D 2C")
    press(table, Key.CHECK, Key.CHECK, Key.BURN_CARD)
    table.draw("KS")
    press(table, Key.CHECK, Key.CHECK, Key.BURN_CARD)
    return table


def room(table: FaultyTable) -> PokerState:
    game = table.virtual.core_table.state.game
    assert isinstance(game, PokerRoom)
    return game.poker_state


def test_dead_board_reader_leaves_river_to_supervisor() -> None:
    table = at_the_turn()
    table.port("shoe").unplug()
    table.hands.wait(LONG)
    assert table.faults == [("shoe", "lost")]
    table.draw("3S")
    assert table.cards["board"] == ["7H", "8D", "2C", "KS"]
    press(table, *keys_of("3S"), Key.ENTER_CARD)
    assert table.refusals()[-1] == "why.supervisor_key"
    table.supervise(Key.ENTER_CARD)
    assert table.cards["board"] == ["7H", "8D", "2C", "KS", "3S"]
    press(table, Key.CHECK, Key.CHECK)
    for card in HANDS[1].split():
        press(table, *keys_of(card), Key.PICK_CARD)
    table.hands.wait(READ_MS)
    press(table, Key.SHOW_HAND, Key.MUCK_HAND, Key.CONFIRM)
    assert {spot: seat.cents for spot, seat in room(table).seats.items()} == {1: 10_200, 2: 9800}


def test_returned_reader_reads_river() -> None:
    table = at_the_turn()
    table.port("shoe").unplug()
    table.hands.wait(LONG)
    table.port("shoe").plug()
    table.hands.wait(LONG)
    assert table.virtual.panel.ask.do is Act.CONFIRM_FELT
    press(table, Key.CONFIRM)
    table.draw("3S")
    assert table.cards["board"] == ["7H", "8D", "2C", "KS", "3S"]


def test_card_at_two_seats_leads_to_void() -> None:
    table = dealt({1: "AS AH", 2: "QS AH"})
    assert room(table).alarm == "foul_deck"
    assert "AH" not in str(table.virtual.panel) + str(table.rulings)
    press(table, Key.CALL)
    assert table.refusals() == ["why.stopped"]
    table.supervise(Key.VOID_ROUND)
    assert room(table).game is None
    assert {spot: seat.cents for spot, seat in room(table).seats.items()} == {1: 10_000, 2: 10_000}


def test_card_at_seat_and_board_goes_back() -> None:
    table = dealt(HANDS)
    press(table, Key.CALL, Key.CHECK, Key.BURN_CARD)
    table.draw("7H 8D AS")
    table.hands.wait(READ_MS)
    assert room(table).alarm == "foul_deck"
    table.supervise(Key.TAKE_CARD_BACK)
    assert table.cards["board"] == ["7H", "8D"]
    table.draw("2C")
    assert table.cards["board"] == ["7H", "8D", "2C"]
    assert table.virtual.panel.ask.do is Act.TAKE_DECISION
