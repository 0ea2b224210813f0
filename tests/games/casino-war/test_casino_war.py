"""Bataille, articles 67.33 to 67.40."""

import pytest

from firmware.core.game.options import OptionRefused
from tests.kits.games.scripts import (
    CLOSE,
    CONFIRM,
    UNDO,
    VOID,
    bet,
    cards,
    decide,
    play,
    take,
    told,
)
from tests.kits.offenders import each

GAME = "casino-war"
WAR = cards("2C 3C 4C QD 2D 3D 4D KC")
MONEY = "on", "outcome", "returned", "paid", "article"


def test_67_33_six_packs_or_eight() -> None:
    for decks in (1, 7):
        with pytest.raises(OptionRefused):
            play(GAME, decks=decks)
    assert play(GAME, decks=8).table.state.shoe.card_count == 416


def test_67_36_the_first_card_closes_the_bets() -> None:
    table = play(GAME, bet(1), cards("KS QD"))
    assert told(table, *MONEY) == [("main", "win", 1000, 1000, "67.38")]


def test_67_36_one_bettor_plays_at_a_spot_whatever_his_name() -> None:
    steps = [bet(1, bettor="A"), bet(1, bettor="B"), CLOSE, cards("8S 8D"), decide(1, "war"), WAR]
    table = play(GAME, *steps)
    assert table.refused == [2]
    assert told(table, "bettor", "on", "outcome") == [
        ("A", "main", "lose"),
        ("A", "war", "lose"),
    ]


def test_67_37_cards_lie_face_up() -> None:
    game = play(GAME, bet(1), bet(3), CLOSE, cards("KS 2D")).table.state.game
    assert {name: [card.name for card in hand] for name, hand in game.cards.items()} == {
        "1": ["KS"],
        "3": ["2D"],
    }


def test_67_38_half_of_an_odd_cent_is_the_houses() -> None:
    table = play(GAME, bet(1, cents=1001), CLOSE, cards("8S 8D"), decide(1, "surrender"))
    assert told(table, *MONEY) == [("main", "surrender", 500, 0, "67.38")]


def test_67_38_the_spots_decide_in_turn() -> None:
    deal = [bet(1), bet(2), CLOSE, cards("8S 8D 8H")]
    assert play(GAME, *deal, decide(2, "war")).refused == [5]
    assert play(GAME, *deal, decide(1, "check")).refused == [5]
    assert play(GAME, *deal, cards("2C")).refused == [5]


@each("cents", [0, 999, 1001])
def test_67_39_a_war_costs_as_much_as_the_bet(cents: int) -> None:
    assert play(GAME, bet(1), CLOSE, cards("8S 8D"), decide(1, "war", cents=cents)).refused == [4]


def test_67_39_one_card_of_the_dealers_serves_every_war() -> None:
    deal = [bet(1), bet(2), bet(3), CLOSE, cards("8S 9D 8C 8H"), decide(1, "war"), decide(3, "war")]
    burns = "2C 2D 2H {} 2S 2C 2D {} 2H 2S 3C {}".format
    table = play(GAME, *deal, cards(burns("KS", "4S", "TS")))
    assert told(table, "spot", "on", "outcome") == [
        (2, "main", "win"),
        *((1, "main", "win"), (1, "war", "push")),
        *((3, "main", "lose"), (3, "war", "lose")),
    ]


def test_67_39_burnt_cards_are_dealt_to_nobody() -> None:
    game = play(
        GAME, bet(1), CLOSE, cards("8S 8D"), decide(1, "war"), cards("2C 3C")
    ).table.state.game
    assert game.due is not None
    assert (game.due.is_burnt, game.due.nth) == (True, 3)
    assert [len(hand) for hand in game.cards.values()] == [1, 1]


def test_67_40_the_side_bet_needs_a_bet() -> None:
    table = play(GAME, bet(1, "tie"), bet(2), CLOSE, cards("8S 8D"))
    assert told(table, *MONEY) == [("tie", "push", 1000, 0, "67.40")]
    assert play(GAME, bet(1), bet(1, "tie"), side_bets=[]).refused == [2]


def test_67_40_a_tie_counts_on_the_first_cards_only() -> None:
    deal = [bet(1), bet(1, "tie", 300), CLOSE, cards("8S 8D"), decide(1, "war")]
    table = play(GAME, *deal, cards("2C 3C 4C QD 2D 3D 4D QC"))
    assert told(table, *MONEY) == [
        ("tie", "win", 300, 3000, "67.40"),
        ("main", "win", 1000, 1000, "67.39"),
        ("war", "win", 1000, 1000, "67.39"),
    ]


def test_a_decision_is_undone_before_a_card_and_not_after() -> None:
    deal = [bet(1), CLOSE, cards("8S 8D"), decide(1, "war")]
    table = play(GAME, *deal, UNDO, take(1, "war"), decide(1, "surrender"))
    assert told(table, "on", "outcome") == [("main", "surrender")]
    assert play(GAME, *deal, cards("2C"), UNDO).refused == [6]


def test_a_round_voided_in_a_war_gives_every_stake_back() -> None:
    table = play(GAME, bet(1), CLOSE, cards("8S 8D"), decide(1, "war"), cards("2C"), VOID)
    assert sorted(told(table, "on", "outcome", "returned")) == [
        ("main", "push", 1000),
        ("war", "push", 1000),
    ]
    again = table.play([bet(1), CLOSE, cards("KS QD"), CONFIRM])
    assert told(again, "outcome")[-1] == ("win",)
