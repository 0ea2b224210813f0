"""Blackjack as other houses have it: its losses, doubles, splits and insurance."""

import pytest

from firmware.core.game.course import Decision
from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

ALL_SWITCHES = """
[blackjack.switches]
surrender = { allowed = ["none", "late", "early"], usual = "none", article = "H1" }
no_hole_card = { allowed = ["first", "all"], usual = "first", article = "H2" }
doubles = { allowed = ["9_11", "10_11", "any"], usual = "9_11", article = "H3" }
split_hands = { allowed = [2, 3, 4, 5], usual = 2, article = "H4" }
resplit_aces = { allowed = [false, true], usual = false, article = "H5" }
hit_split_aces = { allowed = [false, true], usual = false, article = "H6" }
unlike_tens = { allowed = [true, false], usual = true, article = "H7" }
insurance_for_less = { allowed = [false, true], usual = false, article = "H8" }
"""
HOUSE = pack_of(ALL_SWITCHES)
MAIN = Place(1, "main")


def played(course: str, game_name: str = "blackjack", **options: object) -> Game:
    """Return a game after these cards and keys, with 1000 cents on each main bet of spot 1."""
    game = HOUSE.open_game(game_name, options)
    game.open()
    game.close([Bet(Place(1, on), Cents(1000)) for on in game.MAIN_BETS])  # type: ignore[attr-defined]
    for word in course.split():
        if word in {key.value for key in Key}:
            choice = next(choice for choice in game.choices if choice.do.value == word)
            game.decide(Decision(choice, {stake.on: stake.most for stake in choice.stakes}))
        else:
            game.take(CardRead(parse_card(word)))
    return game


def keys(course: str, **options: object) -> set[str]:
    return {choice.do.value for choice in played(course, **options).choices}


def lines(course: str, **options: object) -> list[tuple[str, int, str]]:
    game = played(course, **options)
    assert game.finished
    return [(line.outcome, line.returned, line.article) for line in game.lines]


@each(
    "course, first, of_all",
    [
        ("5S AD 6H double 9S TD", ("lose", 1000, "20"), ("lose", 0, "H2")),
        ("TS AD 9H stand TD", ("lose", 0, "18"), ("lose", 0, "H2")),
        ("AS AD TH TD", ("push", 1000, "19"), ("push", 1000, "19")),
    ],
)
def test_a_dealers_blackjack_takes_the_first_bet_or_all(
    course: str, first: tuple[str, int, str], of_all: tuple[str, int, str]
) -> None:
    assert lines(course, no_hole_card="first") == [first]
    assert lines(course, no_hole_card="all") == [of_all]


def test_a_dealers_blackjack_takes_every_hand_of_a_split() -> None:
    course = "8S TD 8H split 9S stand 9D stand AC"
    assert sum(returned for _, returned, _ in lines(course)) == 1000
    assert lines(course, no_hole_card="all") == [("lose", 0, "H2")] * 2


@each("doubles", ["9_11", "10_11", "any"])
def test_doubles_are_those_of_the_values_named(doubles: str) -> None:
    doubled = {
        value
        for value, second in ((5, "3S"), (8, "6S"), (9, "7S"), (10, "8S"), (11, "9S"), (12, "TS"))
        if "double" in keys(f"2D TC {second}", doubles=doubles)
    }
    assert (
        doubled == {"9_11": {9, 10, 11}, "10_11": {10, 11}, "any": {5, 8, 9, 10, 11, 12}}[doubles]
    )


@each("most", [2, 3, 4, 5])
def test_a_pair_makes_so_many_hands(most: int) -> None:
    eights = ["8S", "8D", "8H", "8C", "8S"]
    course = ["8D", "TC", *(word for eight in eights for word in (eight, "split"))]
    last = course.index("split") + 2 * (most - 2)
    assert "split" not in keys(" ".join(course[: last + 2]), split_hands=most)
    assert "split" in keys(" ".join(course[:last]), split_hands=most)


@each(
    "resplit, hit, open_keys",
    [
        (False, False, set()),
        (True, False, {"stand", "split"}),
        (False, True, {"hit", "stand"}),
        (True, True, {"hit", "stand", "split"}),
    ],
)
def test_split_aces_take_one_card_unless_the_house_says(
    resplit: bool, hit: bool, open_keys: set[str]
) -> None:
    options = {"split_hands": 4, "resplit_aces": resplit, "hit_split_aces": hit}
    assert keys("AS TC AD split AH", **options) == open_keys


@each("unlike, tens, may", [(True, "TS KD", True), (False, "TS KD", False), (False, "KS KD", True)])
def test_tens_of_one_rank_are_a_pair_everywhere(unlike: bool, tens: str, may: bool) -> None:
    first, second = tens.split()
    assert ("split" in keys(f"{first} 6C {second}", unlike_tens=unlike)) is may


@each("for_less, least", [(False, 500), (True, 1)])
def test_insurance_is_half_or_less(for_less: bool, least: int) -> None:
    game = played("TS AC 9S", insurance_for_less=for_less)
    (stake,) = next(choice for choice in game.choices if choice.do is Key.INSURANCE).stakes
    assert (stake.least, stake.most) == (least, 500)


def test_insurance_for_less_is_paid_by_what_lies() -> None:
    game = played("TS AC 9S", insurance_for_less=True)
    choice = next(choice for choice in game.choices if choice.do is Key.INSURANCE)
    game.decide(Decision(choice, {"insurance": Cents(200)}))
    for word in ("stand", "TD"):
        if word == "stand":
            game.decide(Decision(next(x for x in game.choices if x.do is Key.STAND)))
        else:
            game.take(CardRead(parse_card(word)))
    paid = {line.bet.place.on: (line.bet.cents, line.paid) for line in game.lines}
    assert paid["insurance"] == (200, 400)


def test_multi_action_has_the_switches_too() -> None:
    pack = pack_of("[blackjack-multi-action]\nlike = 'blackjack'\n" + ALL_SWITCHES, parent=None)
    game = pack.open_game("blackjack-multi-action", {"no_hole_card": "all", "hands": 3})
    assert game.options["no_hole_card"] == "all"


@each(
    "options, why",
    [
        ({"split_hands": 6}, "why.option_switch"),
        ({"split_hands": "4"}, "why.option_switch"),
        ({"split_hands": True}, "why.option_switch"),
        ({"resplit_aces": 1}, "why.option_switch"),
        ({"doubles": "8_11"}, "why.option_switch"),
        ({"resplit": True}, "why.no_option"),
        ({"double_any": True}, "why.no_option"),
        ({"zero": "half"}, "why.no_option"),
        ({"surrender": "early", "hole_card": True}, "why.early_surrender"),
    ],
)
def test_a_value_that_the_pack_does_not_allow_is_refused(
    options: dict[str, object], why: str
) -> None:
    with pytest.raises(OptionRefused) as refused:
        HOUSE.open_game("blackjack", options)
    assert refused.value.why.key == why
