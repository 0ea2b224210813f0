"""A table of a hold'em tournament in service (004 12)."""

from firmware.core.games.poker_room.rulings import Lost
from firmware.core.vocabulary.keys import Key
from firmware.shell.config.defaults import default_table
from tests.kits.games.keyed_poker import KeyedPoker

NOT_HERE = {Key.LEAVE, Key.TAKE_OFF, Key.SIT_OUT}


def table(*stacks: int) -> KeyedPoker:
    keyed = KeyedPoker(default_table("holdem-tournament"))
    keyed.seat(*stacks)
    return keyed


def test_004_12_nobody_leaves_takes_chips_off_or_sits_out() -> None:
    keyed = table(1000, 1000)
    keyed.press(Key.PLACE)
    assert not NOT_HERE & keyed.panel.keys
    assert not NOT_HERE & set(keyed.table.state.rules.keys)


def test_digits_are_chips() -> None:
    assert [seat.cents for seat in table(1000, 2500).room.seats.values()] == [1000, 2500]


def test_004_12_nobody_comes_after_the_first_game_and_who_has_lost_all_is_out() -> None:
    keyed = table(200, 1000)
    keyed.press(Key.POST, Key.DEALT, Key.ALL_IN)
    keyed.press(Key.CALL)
    for names in (("7H", "8D", "2C"), ("KS",), ("3S",)):
        keyed.press(Key.BURN)
        keyed.card(*names)
    for names in (("AS", "AH"), ("4S", "4H")):
        keyed.card(*names)
        keyed.press(Key.SHOW)
    assert [ruling for ruling in keyed.said if isinstance(ruling, Lost)]
    keyed.press(Key.CONFIRM)
    assert len(keyed.room.seats) == 1
    keyed.press(Key.PLACE)
    keyed.amount(500)
    assert keyed.refused(Key.SIT_DOWN) == "room.no_entry"
