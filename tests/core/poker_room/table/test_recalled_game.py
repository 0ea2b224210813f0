"""67.101, 67.110: a disputed game on the dealer's display, a street at each press of RECALL."""

from firmware.cli.serving.assembly import configured_table
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.shell.config.defaults import default_table
from firmware.shell.words.words import Words
from tests.kits.games.keyed_poker import KeyedPoker, three_on_the_flop

SAY = Words.load("en", "poker-room").render


def recalled_lines(keyed: KeyedPoker) -> list[str]:
    """Press RECALL; return the dealer's display."""
    keyed.press(Key.RECALL_GAME)
    return [SAY(text) for text in keyed.panel.dealer]


def played() -> KeyedPoker:
    """Return a table whose first game ended with a bet on the flop that nobody called."""
    keyed = three_on_the_flop()
    keyed.amount(9)
    keyed.press(Key.BET, Key.FOLD, Key.FOLD, Key.CONFIRM)
    return keyed


def test_street_lists_acts_and_pots() -> None:
    keyed = played()
    assert recalled_lines(keyed) == [
        "Hand 1, street 1 of 3",
        "Button seat 3, small blind seat 1, big blind seat 2",
        "Seat 3: call, $2.00 before the player",
        "Seat 1: call, $2.00 before the player",
        "Seat 2: check",
        "Pot 1: $6.00 (seats 1, 2, 3)",
    ]
    assert recalled_lines(keyed) == [
        "Hand 1, street 2 of 3",
        "Board: 7♥ 8♦ 2♣",
        "Seat 1: bet, $9.00 before the player",
        "Seat 2: fold",
        "Seat 3: fold",
        "Seat 1: $9.00 go back (67.103 (2))",
    ]
    assert recalled_lines(keyed) == [
        "Hand 1, street 3 of 3",
        "Pot 1: $6.00, commission $0.00",
        "Seat 1 wins $6.00 of pot 1",
    ]
    assert recalled_lines(keyed)[0] == "Post the antes and blinds"


def test_other_key_ends_it_and_acts() -> None:
    keyed = played()
    recalled_lines(keyed)
    keyed.press(Key.NEXT_PLACE)
    assert keyed.panel.dealer[0].key == "room.ask.post"
    assert keyed.table.state.key_entry.focus == 1


def test_supervisor_only_during_a_game() -> None:
    keyed = three_on_the_flop()
    assert Key.RECALL_GAME not in keyed.panel.keys
    assert keyed.refused(Key.RECALL_GAME) == "why.supervisor_key"
    keyed.tell(KeySwitchTurned(on=True))
    assert Key.RECALL_GAME in keyed.panel.keys
    assert recalled_lines(keyed)[0] == "Hand 1, street 1 of 2"
    assert recalled_lines(keyed)[1:] == ["Board: 7♥ 8♦ 2♣"]


def test_nothing_before_first_game() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100)
    assert keyed.refused(Key.RECALL_GAME) == "room.nothing_to_recall"


def test_undone_decision_is_omitted() -> None:
    keyed = three_on_the_flop()
    keyed.press(Key.CHECK, Key.ALL_IN, Key.UNDO)
    keyed.tell(KeySwitchTurned(on=True))
    recalled_lines(keyed)
    assert recalled_lines(keyed)[1:] == ["Board: 7♥ 8♦ 2♣", "Seat 1: check"]


def test_stud_open_cards_appear_once_a_street() -> None:
    keyed = KeyedPoker(poker="stud", limit="fixed", bets=[200, 400], bring_in=100)
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    keyed.card("2C", "9H")
    keyed.press(Key.BRING_IN, Key.CALL, Key.BURN_CARD)
    keyed.card("KH", "3S")
    keyed.tell(KeySwitchTurned(on=True))
    assert recalled_lines(keyed)[1:3] == ["Seat 1, cards face up: 2♣", "Seat 2, cards face up: 9♥"]
    assert recalled_lines(keyed)[1:] == [
        "Seat 1, cards face up: 2♣ K♥",
        "Seat 2, cards face up: 9♥ 3♠",
    ]


def test_voided_game_is_recalled_too() -> None:
    keyed = three_on_the_flop()
    keyed.supervise(Key.VOID_ROUND)
    recalled_lines(keyed)
    recalled_lines(keyed)
    assert "Game 1 voided" in recalled_lines(keyed)


def test_restored_table_recalls_its_last_game() -> None:
    keyed = played()
    again = configured_table(default_table("poker-room"), simulated=True)
    again.resume_from(keyed.table.checkpoint())
    keyed.table = again
    assert recalled_lines(keyed)[0] == "Hand 1, street 1 of 3"


def test_unshown_hand_is_omitted() -> None:
    keyed = played()
    game = keyed.table.state.game
    assert isinstance(game, PokerRoom)
    recalled_cards = " ".join(str(line.words.values.get("card", "")) for line in game.street_record)
    assert {card.name for card in FULL_PACK if card.name in recalled_cards} == {"7H", "8D", "2C"}
