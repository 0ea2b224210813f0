"""Bataille, articles 67.33 to 67.40."""

from tests.kits.games.scripts import (
    CLOSE,
    UNDO,
    bet,
    cards,
    decide,
    play,
    settled_fields,
    take,
)

GAME = "casino-war"
WAR = cards("2C 3C 4C QD 2D 3D 4D KC")


def test_67_36_one_bettor_per_spot() -> None:
    steps = [bet(1, bettor="A"), bet(1, bettor="B"), CLOSE, cards("8S 8D"), decide(1, "war"), WAR]
    table = play(GAME, *steps)
    assert table.refused == [2]
    assert settled_fields(table, "bettor", "on", "outcome") == [
        ("A", "main", "lose"),
        ("A", "war", "lose"),
    ]


def test_67_37_cards_are_face_up() -> None:
    game = play(GAME, bet(1), bet(3), CLOSE, cards("KS 2D")).table.state.game
    assert {name: [card.name for card in hand] for name, hand in game.cards.items()} == {
        "1": ["KS"],
        "3": ["2D"],
    }


def test_67_39_burnt_cards_are_nobody_s() -> None:
    game = play(
        GAME, bet(1), CLOSE, cards("8S 8D"), decide(1, "war"), cards("2C 3C")
    ).table.state.game
    assert game.due is not None
    assert (game.due.is_burnt, game.due.nth) == (True, 3)
    assert [len(hand) for hand in game.cards.values()] == [1, 1]


def test_decision_is_undone_only_before_a_card() -> None:
    deal = [bet(1), CLOSE, cards("8S 8D"), decide(1, "war")]
    table = play(GAME, *deal, UNDO, take(1, "war"), decide(1, "surrender"))
    assert settled_fields(table, "on", "outcome") == [("main", "surrender")]
    assert play(GAME, *deal, cards("2C"), UNDO).refused == [6]
