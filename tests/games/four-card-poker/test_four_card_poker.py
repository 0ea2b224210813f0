"""Poker 4 Cartes, articles 67.64 to 67.74."""

from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import CLOSE, Step, bet, cards, decide, play, settled_fields
from tests.kits.offenders import each

GAME = "four-card-poker"
NINES, DEALER_QUEENS = "9S 9D 6H 4C 2S", "QS QD 8C 5S 3H 2D"
DEALT = [bet(1, "ante"), CLOSE, cards(f"{NINES} {DEALER_QUEENS}")]
FOLD = decide(1, "fold")


def raised(cents: int = 1000, spot: int = 1) -> Step:
    return decide(spot, "raise", cents=cents)


def face_up(table: BareTable) -> dict[str, str]:
    hands = table.table.state.game.cards.items()
    return {whose: " ".join(card.name for card in hand) for whose, hand in hands}


def test_67_67_one_bettor_per_spot() -> None:
    laid = [bet(1, "aces_up", bettor="A"), bet(1, "ante", bettor="A"), bet(1, "ante", bettor="B")]
    table = play(GAME, *laid, CLOSE, cards(f"AS AD 6H 4C 2S {DEALER_QUEENS}"), raised(3000))
    assert table.refused == [3]
    assert settled_fields(table, "bettor", "on", "paid") == [
        ("A", "ante", 1000),
        ("A", "raise", 3000),
        ("A", "aces_up", 1000),
    ]


def test_67_69_only_sixth_card_is_up() -> None:
    laid = [bet(1, "ante"), bet(2, "ante"), bet(3, "aces_up"), CLOSE]
    hands = "AS AD 6H 4C 2S KS KD 7H 4D 2C 9S 9D JH TC 3S"
    table = play(GAME, *laid, cards(f"{hands} QS QD 8C 5S 3H"))
    assert face_up(table) == {}
    table.play([cards("2D")])
    assert face_up(table) == {"dealer": "2D"}
    table.play([raised()])
    assert face_up(table) == {"dealer": "2D"}
    table.play([decide(2, "fold")])
    assert face_up(table) == {
        "1": "AS AD 6H 4C 2S",
        "3": "9S 9D JH TC 3S",
        "dealer": DEALER_QUEENS,
    }


def test_67_69_dealer_ends_single_deal() -> None:
    laid = [bet(1, "ante"), bet(2, "ante"), CLOSE]
    table = play(GAME, *laid, cards("AS KS AD KD 6H 7H 4C 4D 2S 2C"), deal="one-by-one")
    assert [card.name for card in table.table.state.game.hands[2]] == ["KS", "KD", "7H", "4D", "2C"]
    assert table.table.state.game.due is not None
    assert table.table.state.game.due.words.key == "hand.dealer"


@each("cents", [0, 999, 3001])
def test_67_70_raise_is_one_to_3_antes(cents: int) -> None:
    table = play(GAME, *DEALT, raised(cents))
    assert table.refused == [4]
    assert [choice.do for choice in table.table.state.game.choices] == ["raise", "fold"]


def test_67_71_dealers_hand_announced() -> None:
    result = play(GAME, *DEALT, FOLD).table.state.game.result()
    assert result.values["hand"].key == "combination.pair"
