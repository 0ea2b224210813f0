"""Super pan 9, articles 54 to 61; 62, a player as the bank, is in test_bank."""

from tests.kits.games.scripts import CLOSE, bet, cards, decide, play, settled_fields

GAME = "super-pan-9"
MONEY = "outcome", "returned", "paid", "commission", "odds", "article"
STAND, DRAW = decide(1, "stand"), decide(1, "draw")
DEALER_SIX = "6D KS QC"


def test_57_equal_totals_are_no_game() -> None:
    table = play(GAME, bet(1), CLOSE, cards(f"6S JD KH {DEALER_SIX}"), STAND)
    assert settled_fields(table, *MONEY) == [("push", 1000, 0, 0, None, "57")]
    assert table.table.state.game.result().values == {"total": 6}


def test_59_hands_are_dealt_in_packets_or_singly() -> None:
    deal = [bet(1), bet(2), CLOSE, cards("AS 2S 3S 4S 5S 6S AD 2D 3D")]
    hands = {deal: play(GAME, *steps, deal=deal).table.state.game.hands for deal, steps in (
        ("packets", deal), ("one-by-one", deal),
    )}  # fmt: skip
    assert [card.name for card in hands["packets"][1]] == ["AS", "2S", "3S"]
    assert [card.name for card in hands["one-by-one"][1]] == ["AS", "4S", "AD"]


def test_59_and_61_hands_are_down_until_all_are_done() -> None:
    deal = [bet(1), bet(2), CLOSE, cards("2S KS QS 3S KD QD AH KH QH"), DRAW, cards("4S")]
    table = play(GAME, *deal)
    assert table.table.state.game.cards == {}
    table.play([decide(2, "stand")])
    assert sorted(table.table.state.game.cards) == ["1", "2", "dealer"]
    assert table.table.state.game.due.words.key == "hand.dealer"
