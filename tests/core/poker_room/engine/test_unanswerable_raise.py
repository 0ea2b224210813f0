"""A raise that nobody could answer is none, at every game: call or fold.

Nobody can whose chips are all in, or do not come to more than the bet to match. While a third
player has more, the same raise is accepted.
"""

from typing import Any, Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from tests.kits.games.keyed_poker import KeyedPoker
from tests.kits.games.poker import (
    POST,
    Step,
    button,
    calls,
    deal,
    does,
    folds,
    play,
    refused,
    sit,
    up,
)
from tests.kits.offenders import each

FIXED: Final = {"limit": "fixed", "bets": [200, 400]}
BOARD_GAMES: Final[list[dict[str, Any]]] = [
    {"poker": "holdem"},
    {"poker": "holdem", "limit": "pot"},
    {"poker": "holdem", **FIXED},
    {"poker": "omaha", "limit": "pot"},
    {"poker": "omaha-hi-lo", **FIXED},
]
STUD_GAMES: Final[list[dict[str, Any]]] = [
    {"poker": poker, **FIXED, "ante": 100, "bring_in": 100}
    for poker in ("stud", "stud-hi-lo", "razz")
]
DEEP: Final = 9000


def raises(spot: int, table: dict[str, Any]) -> list[Step]:
    """Return every raise that a player with chips could mean, the least and the greatest."""
    least = 200 if "ante" in table else 500
    return [does(spot, "raise", least), does(spot, "raise", DEEP), does(spot, "all_in")]


def all_in_first(table: dict[str, Any], *others: int) -> list[Step]:
    """Have the first to speak be all in, on the least that he can bet; the others have chips.

    At the games with a board it is spot 1 of two and spot 3 of three, at stud spot 1.
    """
    if "ante" in table:
        shown = "KC 2D 3D" if table["poker"] == "razz" else "2C KD QD"
        stacks = [200, *others]
        opening = [deal(2 * len(stacks)), up(" ".join(shown.split()[: len(stacks)]))]
        return [*sit(*stacks), POST, *opening, does(1, "bring_in")]
    hole_cards = 2 if table["poker"] == "holdem" else 4
    stacks = [300, *others] if len(others) == 1 else [*others, 300]
    first = 1 if len(others) == 1 else 3
    cards = deal(len(stacks) * hole_cards)
    return [*sit(*stacks), button(first), POST, cards, does(first, "all_in")]


@each("table", BOARD_GAMES + STUD_GAMES)
def test_of_two_the_other_calls_or_folds(table: dict[str, Any]) -> None:
    before = all_in_first(table, DEEP)
    steps = [*before, *raises(2, table)]
    said = play(*steps, calls(2), **table)
    assert refused(said) == [len(before) + at for at in (1, 2, 3)]
    assert not refused(play(*before, folds(2), **table))


@each("table", BOARD_GAMES + STUD_GAMES)
def test_once_the_third_has_folded_nobody_answers(table: dict[str, Any]) -> None:
    folding, last = (2, 3) if "ante" in table else (1, 2)
    before = [*all_in_first(table, DEEP, DEEP), *folds(folding)]
    said = play(*before, *raises(last, table), calls(last), **table)
    assert refused(said) == [len(before) + at for at in (1, 2, 3)]


@each("table", BOARD_GAMES)
def test_third_who_has_less_than_the_bet_cannot_answer(table: dict[str, Any]) -> None:
    """The next has chips, but not more than the all-in of the first: he can only call it."""
    before = all_in_first(table, DEEP, 300)
    said = play(*before, *raises(1, table), calls(1, 2), **table)
    assert refused(said) == [len(before) + at for at in (1, 2, 3)]


@each("table", BOARD_GAMES)
def test_third_who_has_a_chip_more_can_answer(table: dict[str, Any]) -> None:
    least, *_ = raises(1, table)
    assert not refused(play(all_in_first(table, DEEP, 400), least, **table))


@each("table", BOARD_GAMES + STUD_GAMES)
def test_raise_that_a_third_can_answer_is_accepted(table: dict[str, Any]) -> None:
    speaks = 2 if "ante" in table else 1
    least, *_ = raises(speaks, table)
    assert not refused(play(all_in_first(table, DEEP, DEEP), least, **table))


RAISING: Final = {Key.RAISE, Key.BET, Key.ALL_IN, Key.LEAST_BET, Key.HALF_POT, Key.POT_BET}


def test_keys_of_a_raise_are_dark() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 10)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN)
    assert not keyed.panel.keys & RAISING
    assert {Key.CALL, Key.FOLD} <= keyed.panel.keys
    assert keyed.refused(Key.RAISE) is not None
    assert keyed.refused(Key.ALL_IN) == "room.nobody_answers"


def test_keys_of_a_raise_that_a_third_can_answer_are_lit() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100, 10)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN)
    assert RAISING - {Key.BET} <= keyed.panel.keys
    keyed.press(Key.FOLD)
    assert not keyed.panel.keys & RAISING


def test_keys_of_a_raise_over_shorter_stacks_are_dark() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 8, 10)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.ALL_IN)
    assert not keyed.panel.keys & RAISING
    assert Text("room.ask.call", {"spot": 1, "cents": 900}) in keyed.panel.dealer
    assert not [line for line in keyed.panel.dealer if line.key == "room.ask.raise"]
