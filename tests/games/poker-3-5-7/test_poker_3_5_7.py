"""Poker 3-5-7, articles 67.41 to 67.50."""

from tests.kits.games.scripts import CLOSE, UNDO, VOID, bet, cards, decide, known, play, told
from tests.kits.offenders import each

GAME = "poker-3-5-7"
MONEY = "on", "outcome", "returned", "paid", "article"
ALL = ("three", "five", "seven")


def laid(spot: int, *on: str, **more: int) -> list[dict[str, object]]:
    return [bet(spot, name, **more) for name in on or ALL]


@each("on", [("three",), ("five",), ("three", "seven"), ("five", "seven")])
def test_67_45_two_bets_are_mandatory(on: tuple[str, ...]) -> None:
    table = play(GAME, *laid(1, *on), *laid(2), CLOSE)
    assert told(table, "on", "outcome", "article") == [(name, "push", "67.45") for name in on]


def test_67_45_the_bets_need_not_be_equal() -> None:
    bets = [bet(1, "three", 500), bet(1, "five", 700)]
    table = play(GAME, *bets, CLOSE, cards("2S 2D 7H 9C KD JS 4C"))
    assert told(table, *MONEY) == [
        ("three", "win", 500, 500, "67.48"),
        ("five", "lose", 0, 0, "67.49"),
    ]


def test_67_46_the_dealers_four_cards_come_last_even_one_by_one() -> None:
    steps = [*laid(1, "three", "five"), *laid(4, "three", "five"), CLOSE]
    table = play(GAME, *steps, cards("2S AH 2D KH 7H 9D"), deal="one-by-one")
    assert table.table.state.game.due is not None
    assert (table.table.state.game.due.words.key, table.table.state.game.due.nth) == (
        "hand.dealer",
        1,
    )
    assert told(table.play([cards("9C KD JS 4C")]), "spot", "on", "outcome") == [
        *((1, "three", "win"), (4, "three", "lose")),
        *((1, "five", "lose"), (4, "five", "win")),
    ]


def test_67_47_no_card_is_seen_before_the_choice() -> None:
    table = play(GAME, *laid(1), CLOSE, cards("2S 2D 7H 9C KD JS 4C"))
    assert table.table.state.game.cards == {}
    table.play([decide(1, "keep")])
    assert {name: len(hand) for name, hand in table.table.state.game.cards.items()} == {
        "1": 3,
        "dealer": 4,
    }


def test_67_47_half_of_an_odd_cent_is_the_houses() -> None:
    bets = [*laid(1, "three", "five"), bet(1, "seven", 1001)]
    table = play(GAME, *bets, CLOSE, cards("2S 2D 7H 9C KD JS 4C"), decide(1, "withdraw"))
    assert told(table, *MONEY)[0] == ("seven", "surrender", 500, 0, "67.47")


def test_67_47_only_who_bets_on_seven_chooses() -> None:
    bets = [*laid(1, "three", "five"), *laid(2)]
    deal = [*bets, CLOSE, cards("2S 2D 7H 3S 5D 9H 9C KD JS 4C")]
    assert play(GAME, *deal, decide(1, "withdraw")).refused == [8]
    assert not play(GAME, *deal, decide(2, "withdraw")).table.state.game.choices


def test_67_48_to_67_50_bets_are_settled_hand_by_hand() -> None:
    deal = [*laid(1), *laid(2), CLOSE, cards("2S 2D 7H 3S 5D 9H 9C KD JS 4C")]
    table = play(GAME, *deal, decide(1, "keep"), decide(2, "keep"))
    assert told(table, "on", "spot") == [(on, spot) for on in ALL for spot in (1, 2)]


@each("pair, outcome", [("5", "lose"), ("6", "win"), ("A", "win")])
def test_67_49_a_pair_of_sixes_wins_with_two_of_the_dealers_cards(pair: str, outcome: str) -> None:
    deal = [*laid(1, "three", "five"), CLOSE, cards(f"{pair}S JD 9H {pair}D KC {pair}H {pair}C")]
    assert told(play(GAME, *deal), "on", "outcome")[-1] == ("five", outcome)


@each(
    "hand, outcome",
    [
        ("9S 9D 8H 8C 2D 3S KC", "lose"),
        ("TS TD 2H 2C 5D 3S KC", "win"),
        ("2S 2D 3H 3C TD TS KC", "win"),
        ("AS AD 9H 8C 7D 3S KC", "lose"),
    ],
)
def test_67_50_two_pairs_win_where_the_higher_is_tens(hand: str, outcome: str) -> None:
    table = play(GAME, *laid(1), CLOSE, cards(hand), decide(1, "keep"))
    assert told(table, "on", "outcome")[-1] == ("seven", outcome)


def test_wrong_steps_change_nothing() -> None:
    deal = [*laid(1), *laid(2), CLOSE, cards("2S 2D 7H 3S 5D 9H 9C KD JS 4C")]
    for wrong in (decide(2, "keep"), decide(1, "fold"), decide(3, "keep"), cards("2H")):
        table = play(GAME, *deal, wrong)
        assert table.refused == [9]
        assert [choice.spot for choice in table.table.state.game.choices] == [1, 1]


def test_a_choice_is_undone_and_a_round_voided() -> None:
    deal = [*laid(1), *laid(2), CLOSE, cards("2S 2D 7H 3S 5D 9H 9C KD JS 4C")]
    undone = play(GAME, *deal, decide(1, "keep"), UNDO, decide(1, "withdraw"))
    assert known(undone, "on", "outcome") == [("seven", "surrender")]
    voided = play(GAME, *deal, decide(1, "keep"), VOID)
    assert told(voided, "outcome", "returned") == [("push", 1000)] * 6
