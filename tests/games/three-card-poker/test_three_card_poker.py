"""Poker 3 Cartes, articles 67.22 to 67.32."""

from tests.kits.games.scripts import CLOSE, bet, cards, decide, play, settled_fields
from tests.kits.offenders import each

GAME = "three-card-poker"
MONEY = "on", "outcome", "returned", "paid", "odds", "article"
PAIR, QUEEN = "8S 8D 4H", "QC 9D 7H"


def test_67_25_one_player_per_spot_of_the_felt() -> None:
    assert play(GAME).table.state.rules.spots == 7
    assert play(GAME).table.state.game.rules.seats.most == (52 - 3) // 3


def test_67_27_cards_are_hidden_at_raise() -> None:
    steps = [bet(1, "ante"), bet(2, "pair_plus"), CLOSE, cards(f"{PAIR} 2S 5H 9C {QUEEN}")]
    table = play(GAME, *steps)
    assert table.table.state.game.cards == {}
    table.play([decide(1, "fold")])
    assert list(table.table.state.game.cards) == ["2", "dealer"]


@each(
    "dealers, said",
    [
        ("JC 9D 7H", "result.not_open"),
        ("QC 3D 2H", "result.dealer_hand"),
        ("2C 2D 3H", "result.dealer_hand"),
        ("5H 3H 2H", "result.dealer_hand"),
    ],
)
def test_67_29_dealer_opens_on_a_queen(dealers: str, said: str) -> None:
    table = play(GAME, bet(1, "ante"), CLOSE, cards(f"{PAIR} {dealers}"), decide(1, "raise"))
    assert table.table.state.game.result().key == said


def test_67_31_losing_ante_gets_bonus() -> None:
    bets = [bet(1, "ante"), bet(1, "pair_plus")]
    table = play(GAME, *bets, CLOSE, cards("2S 3D 4H 5S 6D 7H"), decide(1, "raise"))
    assert settled_fields(table, *MONEY) == [
        ("ante", "lose", 0, 0, None, "67.30"),
        ("raise", "lose", 0, 0, None, "67.30"),
        ("ante", "win", 0, 1000, "1:1", "67.31"),
        ("pair_plus", "win", 1000, 6000, "6:1", "67.32"),
    ]
    assert [line.get("bonus", False) for line in table.settled] == [False, False, True, False]


def test_wrong_steps_change_nothing() -> None:
    deal = [bet(1, "ante"), bet(3, "ante"), CLOSE, cards(f"{PAIR} 2S 5H 9C {QUEEN}")]
    assert play(GAME, bet(1, "ante"), bet(1, "raise")).refused == [2]
    for wrong in (decide(3, "fold"), decide(2, "fold"), decide(1, "keep"), cards("2C"), CLOSE):
        table = play(GAME, *deal, wrong)
        assert table.refused == [5]
        assert [choice.spot for choice in table.table.state.game.choices] == [1, 1]
