"""Blackjack Multi-Action, articles 26.2 to 26.7."""

from tests.kits.games.scripts import CLOSE, bet, cards, decide, play, settled_fields

GAME = "blackjack-multi-action"
MONEY = "on", "stake", "outcome", "returned", "paid", "article"
THREE = [bet(1, f"main:{n}", cents=n * 1000) for n in (1, 2, 3)]
STAND = decide(1, "stand")


def test_26_2_insurance_is_half_of_first() -> None:
    deal = [*THREE, cards("9S AD 9H"), decide(1, "insurance"), STAND]
    won = play(GAME, *deal, cards("KC 7C KD"))
    assert settled_fields(won, *MONEY) == [
        ("insurance", 500, "win", 500, 1000, "25"),
        ("main:1", 1000, "lose", 0, 0, "18"),
        ("main:2", 2000, "push", 2000, 0, "19"),
        ("main:3", 3000, "lose", 0, 0, "18"),
    ]


def test_26_2_no_first_bet_no_insurance() -> None:
    deal = [bet(1, "main:2"), bet(1, "main:3"), cards("9S AD 9H")]
    assert [choice.do for choice in play(GAME, *deal).table.state.game.choices][:2] == [
        "hit",
        "stand",
    ]


def test_22_blackjack_ends_play_but_not_later_hands() -> None:
    table = play(GAME, *THREE, cards("9S KD 9H AC"), hole_card=True)
    assert [line.bet.place.on for line in table.table.state.game.lines] == ["main:1"]
    table.play([cards("7C 8C")])
    outcomes = [("main:1", "lose"), ("main:2", "win"), ("main:3", "push")]
    assert settled_fields(table, "on", "outcome") == outcomes


def test_21_1_is_at_most_each_first_bet() -> None:
    table = play(GAME, *THREE, bet(1, "twelve_to_sixteen", 1001), CLOSE)
    assert settled_fields(table, "on", "outcome", "article") == [
        ("twelve_to_sixteen", "push", "21.1")
    ]


def test_26_6_double_is_on_each_bet() -> None:
    table = play(GAME, *THREE, cards("6S 5D 5H"), decide(1, "double"))
    stakes = {place.on: cents for (place, _), cents in table.table.state.game.bets.items()}
    assert stakes == {"main:1": 2000, "main:2": 4000, "main:3": 6000}


def test_26_7_hands_settle_in_turn_skipping_unbet() -> None:
    deal = [THREE[0], THREE[2], cards("TS 6D 9H"), STAND]
    table = play(GAME, *deal, cards("TC TD"))
    assert [line.bet.place.on for line in table.table.state.game.lines] == ["main:1"]
    table.play([cards("5C 8C")])
    assert settled_fields(table, "on", "outcome") == [("main:1", "win"), ("main:3", "push")]
    assert {name: len(hand) for name, hand in table.table.state.game.cards.items()} == {
        "dealer": 3,
        "1": 2,
    }
