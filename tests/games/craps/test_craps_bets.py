"""Craps, articles 95.14 to 95.17: what may be laid, raised, moved and taken."""

from typing import Any

from firmware.core.games.craps.bets import DiceRoll
from firmware.core.games.craps.craps import Craps
from firmware.core.vocabulary.places import Place
from firmware.shell.rules.rules import game_rules
from tests.kits.games.craps_table import COME_6_AND_POINT_8, COME_ODDS, POINT_6, WORKING, dice, play
from tests.kits.games.scripts import bet, take, told
from tests.kits.offenders import each

RULES = game_rules("craps")
LINE = "on", "outcome", "returned", "paid", "odds", "article"


@each("name", ["pass", "dont_pass"])
def test_95_14_pass_is_laid_on_the_come_out_only(name: str) -> None:
    assert play(bet(1, name)).refused == []
    assert play(bet(2, "field"), dice(2, 4), bet(1, name)).refused == [3]


@each("name", ["come", "dont_come"])
def test_95_14_come_is_laid_after_the_come_out_only(name: str) -> None:
    assert play(bet(1, name)).refused == [1]
    assert play(*POINT_6, bet(1, name)).refused == []
    assert play(*POINT_6, dice(3, 3), bet(1, name)).refused == [4]


@each("name", ["come:6", "dont_come:4"])
def test_95_14_nothing_is_laid_where_come_bets_travel_to(name: str) -> None:
    assert play(bet(1, name)).refused == [1]
    assert play(*POINT_6, bet(1, name)).refused == [3]


@each("name", ["pass", "come"])
def test_95_14_pass_and_come_may_be_raised_and_not_taken(name: str) -> None:
    steps = (bet(1, "pass"), dice(2, 6), *([bet(1, "come"), dice(3, 3)] if name == "come" else []))
    place = name if name == "pass" else "come:6"
    table = play(*steps, take(1, place))
    assert table.refused == [len(steps) + 1]
    assert table.settled == []
    assert table.standing[place] == 1000
    assert play(*steps, bet(1, place, 500), dice(1, 1)).standing[place] == 1500


@each("name", ["dont_pass", "dont_come"])
def test_95_14_dont_pass_and_dont_come_may_be_taken_and_not_raised(name: str) -> None:
    comes = [bet(1, "dont_come"), dice(3, 3)] if name == "dont_come" else []
    steps = (bet(1, "dont_pass"), dice(2, 6), *comes)
    place = name if name == "dont_pass" else "dont_come:6"
    table = play(*steps, take(1, place), dice(3, 4))
    assert (place, "push", 1000, 0, None, None) in told(table, *LINE)
    assert (place, "win") not in told(table, "on", "outcome")
    assert play(*steps, bet(1, place)).refused == [len(steps) + 1]


@each("name", ["pass", "dont_pass", "field", "hard:4", "place:6", "hop:1,2"])
def test_before_the_first_roll_every_bet_may_be_taken(name: str) -> None:
    table = play(bet(1, name), take(1, name), dice(3, 4))
    assert told(table, "on", "outcome", "returned") == [(name, "push", 1000)]
    assert table.refused == []


def test_95_14_a_come_bet_travels_to_the_number_that_another_leaves() -> None:
    table = play(*COME_6_AND_POINT_8, bet(1, "come", 700), dice(2, 4))
    assert told(table, "on", "stake", "outcome") == [("come:6", 1000, "win")]
    assert table.standing == {"pass": 1000, "come:6": 700}
    table.play([dice(3, 3)])
    assert told(table, "on", "stake", "outcome")[1:] == [("come:6", 700, "win")]


def test_95_14_a_lost_dont_come_bet_leaves_its_number_to_the_next() -> None:
    steps = bet(1, "dont_pass"), dice(2, 6), bet(1, "dont_come", 700), dice(3, 3)
    table = play(*steps, bet(1, "dont_come", 900), dice(2, 4))
    assert told(table, "on", "stake", "outcome") == [("dont_come:6", 700, "lose")]
    assert table.standing == {"dont_pass": 1000, "dont_come:6": 900}


# 95.15


@each("name, parts", [("horn", 4), ("world", 5), ("three_way", 3)])
def test_95_15_what_is_split_is_split_evenly(name: str, parts: int) -> None:
    assert play(bet(1, name, 100 * parts + 1)).refused == [1]
    table = play(bet(1, name, 100 * parts), dice(1, 2))
    assert told(table, *LINE) == [(name, "win", 100, 1500, "15:1", "95.15")]
    assert Craps(RULES, {}).nominal_stake(name) % parts == 0


def test_95_15_a_hop_is_the_same_in_either_order() -> None:
    assert Craps(RULES, {}).canonical_name("hop:5,2") == "hop:2,5"
    assert len([name for name in Craps.BETS if name.startswith("hop")]) == 21


@each("name", ["hard:6", "place:6", "buy:6"])
def test_95_15_and_17_a_bet_works_on_the_come_out_if_its_player_says_so(name: str) -> None:
    assert play(bet(1, name), dice(3, 3)).standing == {name: 1000}
    assert told(play(bet(1, name), WORKING, dice(3, 3)), "outcome") == [("win",)]
    assert play(bet(1, name), WORKING, WORKING, dice(3, 3)).standing == {name: 1000}


def test_a_bet_works_as_long_as_it_stands_and_no_longer() -> None:
    table = play(bet(1, "place:6"), WORKING, dice(1, 1), dice(6, 6), dice(3, 3))
    assert told(table, "outcome") == [("win",)]
    table.play([dice(4, 2), bet(1, "place:6"), dice(4, 2)])
    assert table.standing == {"place:6": 1000}
    table = play(bet(1, "place:6"), WORKING, take(1, "place:6"), bet(1, "place:6"), dice(3, 3))
    assert table.standing == {"place:6": 1000}


@each("name", ["lay:6", "field", "pass", "any_7"])
def test_what_always_works_is_not_marked(name: str) -> None:
    assert play(bet(1, name), WORKING).refused == [2]


# 95.16


@each("name", ["pass_odds", "dont_pass_odds", "come_odds:6", "dont_come_odds:6"])
def test_95_16_odds_need_their_own_bet_with_its_number(name: str) -> None:
    assert play(bet(1, "pass"), bet(1, "dont_pass"), bet(1, name)).refused == [3]
    assert play(*POINT_6, bet(2, name)).refused == [3]
    assert play(*POINT_6, bet(1, "come"), bet(1, "dont_come"), bet(1, "come_odds:6")).refused == [5]


def test_95_16_odds_may_be_raised_and_taken_between_rolls() -> None:
    table = play(*POINT_6, bet(1, "pass_odds", 500), dice(1, 1), bet(1, "pass_odds", 500))
    assert table.play([dice(1, 1)]).standing == {"pass": 1000, "pass_odds": 1000}
    table.play([take(1, "pass_odds"), dice(3, 3)])
    assert told(table, "on", "outcome", "returned") == [
        ("pass_odds", "push", 1000),
        ("pass", "win", 1000),
    ]


@each("name", ["pass", "come"])
def test_95_16_odds_whose_own_bet_is_taken_come_back_at_the_throw(name: str) -> None:
    comes = [bet(1, "dont_come"), dice(2, 4)] if name == "come" else []
    steps = bet(1, "dont_pass"), dice(5, 3), *comes
    main = "dont_come:6" if comes else "dont_pass"
    odds = main.replace(name, f"{name}_odds")
    table = play(*steps, bet(1, odds), dice(1, 1), take(1, main), dice(3, 4))
    lines = told(table, *LINE)
    assert (odds, "push", 1000, 0, None, "95.16") in lines
    assert odds not in table.standing
    assert (odds, "win") not in told(table, "on", "outcome")


@each("roll, outcome", [((3, 3), "win"), ((3, 4), "lose")])
def test_95_16_come_odds_are_off_on_the_come_out(roll: DiceRoll, outcome: str) -> None:
    made = (*COME_ODDS, dice(4, 4), dice(*roll))
    assert ("come:6", outcome) in told(play(*made), "on", "outcome")
    assert ("come_odds:6", "push") in told(play(*made), "on", "outcome")
    assert ("come_odds:6", outcome) in told(
        play(*COME_ODDS, WORKING, dice(4, 4), dice(*roll)), "on", "outcome"
    )


def test_95_16_odds_against_a_come_bet_always_work() -> None:
    steps = bet(1, "pass"), dice(2, 6), bet(1, "dont_come"), dice(3, 3)
    table = play(*steps, bet(1, "dont_come_odds:6"), dice(4, 4), dice(3, 4))
    assert ("dont_come_odds:6", "win", 1000, 833, "5:6", "95.16") in told(table, *LINE)


# 95.17

CHARGED = "on", "outcome", "returned", "paid", "commission"


@each(
    "name, roll, settled",
    [
        ("buy:4", (2, 2), ("win", 1001, 2002, 51)),
        ("buy:4", (3, 4), ("lose", 0, 0, 51)),
        ("buy:5", (2, 3), ("win", 1001, 1501, 51)),
        ("lay:4", (3, 4), ("win", 1001, 500, 25)),
        ("lay:4", (2, 2), ("lose", 0, 0, 25)),
        ("lay:6", (3, 4), ("win", 1001, 834, 42)),
    ],
)
def test_95_17_the_commission_is_owed_won_or_lost(
    name: str, roll: DiceRoll, settled: tuple[Any, ...]
) -> None:
    table = play(bet(2, "field"), dice(5, 4), bet(1, name, 1001), dice(*roll))
    assert (name, *settled) in told(table, *CHARGED)


def test_95_17_nor_is_it_given_back_before_the_first_roll() -> None:
    table = play(bet(1, "buy:4", 600), bet(1, "buy:4", 400), take(1, "buy:4"))
    assert told(table, *CHARGED) == [("buy:4", "push", 1000, 0, 50)]


def test_95_14_a_bet_that_was_raised_in_vain_is_taken_as_it_stood() -> None:
    table = play(bet(1, "dont_pass"), dice(2, 4))
    for cents in (1500, 0):
        table._put((Place(1, "dont_pass"), None), cents)
    assert told(table, "on", "stake", "outcome") == [("dont_pass", 1000, "push")]
    assert table.standing == {}


def test_95_17_the_commission_is_not_given_back_with_a_bet_that_is_taken() -> None:
    table = play(bet(1, "buy:4"), bet(1, "lay:4"), dice(1, 1), take(1, "buy:4"), take(1, "lay:4"))
    assert told(table, *CHARGED) == [
        ("buy:4", "push", 1000, 0, 50),
        ("lay:4", "push", 1000, 0, 25),
    ]


def test_95_17_lay_works_on_the_come_out() -> None:
    assert told(play(bet(1, "lay:4"), dice(3, 4)), "outcome") == [("win",)]
