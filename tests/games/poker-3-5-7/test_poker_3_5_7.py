"""Poker 3-5-7, articles 67.41 to 67.50."""

from tests.kits.games.scripts import CLOSE, bet, cards, decide, play, settled_fields

GAME = "poker-3-5-7"
ALL = ("three", "five", "seven")


def laid(spot: int, *on: str, **more: int) -> list[dict[str, object]]:
    return [bet(spot, name, **more) for name in on or ALL]


def test_67_46_dealers_cards_come_last() -> None:
    steps = [*laid(1, "three", "five"), *laid(4, "three", "five"), CLOSE]
    table = play(GAME, *steps, cards("2S AH 2D KH 7H 9D"), deal="one-by-one")
    assert table.table.state.game.due is not None
    assert (table.table.state.game.due.words.key, table.table.state.game.due.nth) == (
        "hand.dealer",
        1,
    )
    assert settled_fields(table.play([cards("9C KD JS 4C")]), "spot", "on", "outcome") == [
        *((1, "three", "win"), (4, "three", "lose")),
        *((1, "five", "lose"), (4, "five", "win")),
    ]


def test_67_47_cards_are_hidden_at_choice() -> None:
    table = play(GAME, *laid(1), CLOSE, cards("2S 2D 7H 9C KD JS 4C"))
    assert table.table.state.game.cards == {}
    table.play([decide(1, "keep")])
    assert {name: len(hand) for name, hand in table.table.state.game.cards.items()} == {
        "1": 3,
        "dealer": 4,
    }


def test_67_47_only_bettor_on_7_chooses() -> None:
    bets = [*laid(1, "three", "five"), *laid(2)]
    deal = [*bets, CLOSE, cards("2S 2D 7H 3S 5D 9H 9C KD JS 4C")]
    assert play(GAME, *deal, decide(1, "withdraw")).refused == [8]
    assert not play(GAME, *deal, decide(2, "withdraw")).table.state.game.choices


def test_67_48_to_67_50_settled_by_hand() -> None:
    deal = [*laid(1), *laid(2), CLOSE, cards("2S 2D 7H 3S 5D 9H 9C KD JS 4C")]
    table = play(GAME, *deal, decide(1, "keep"), decide(2, "keep"))
    assert settled_fields(table, "on", "spot") == [(on, spot) for on in ALL for spot in (1, 2)]


def test_wrong_steps_change_nothing() -> None:
    deal = [*laid(1), *laid(2), CLOSE, cards("2S 2D 7H 3S 5D 9H 9C KD JS 4C")]
    for wrong in (decide(2, "keep"), decide(1, "fold"), decide(3, "keep"), cards("2H")):
        table = play(GAME, *deal, wrong)
        assert table.refused == [9]
        assert [choice.spot for choice in table.table.state.game.choices] == [1, 1]
