"""Super pan 9, articles 54 to 61; 62, a player as the bank, is in test_bank."""

import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.games.super_pan_9 import hand_total
from firmware.core.vocabulary.cards import parse_card
from tests.kits.games.scripts import CLOSE, UNDO, VOID, bet, cards, decide, play, told
from tests.kits.offenders import each

GAME = "super-pan-9"
MONEY = "outcome", "returned", "paid", "commission", "odds", "article"
STAND, DRAW = decide(1, "stand"), decide(1, "draw")
DEALER_SIX = "6D KS QC"


@each("hand, worth", [("KS QD JH", 0), ("AS AD AH", 3), ("6S 4D", 0), ("6S 6D 6H 6C", 4)])
def test_54_figures_count_nothing_and_tens_are_dropped(hand: str, worth: int) -> None:
    assert hand_total([parse_card(name) for name in hand.split()]) == worth


@each("card", ["7S", "8D", "9H", "TC", "JK"])
def test_54_a_card_that_was_taken_out_stops_the_deal(card: str) -> None:
    table = play(GAME, bet(1), CLOSE, cards(card))
    assert table.alarm
    assert table.play([cards("AS")]).refused == [1]


def test_54_eight_packs_of_thirty_six() -> None:
    assert play(GAME).table.state.shoe.card_count == 288
    with pytest.raises(OptionRefused):
        play(GAME, decks=6)


def test_56_the_first_card_closes_the_bets() -> None:
    table = play(GAME, bet(1), cards(f"6S AD KH {DEALER_SIX}"), STAND)
    assert told(table, *MONEY) == [("win", 1000, 1000, 50, "1:1", "58")]


@each("cents, owed", [(1, 50), (1000, 50), (1001, 100), (2500, 150)])
def test_58_the_commission_is_on_the_stake_raised_to_ten_dollars(cents: int, owed: int) -> None:
    table = play(GAME, bet(1, cents=cents), CLOSE, cards(f"6S AD KH {DEALER_SIX}"), STAND)
    assert told(table, "commission") == [(owed,)]


def test_57_equal_totals_are_no_game() -> None:
    table = play(GAME, bet(1), CLOSE, cards(f"6S JD KH {DEALER_SIX}"), STAND)
    assert told(table, *MONEY) == [("push", 1000, 0, 0, None, "57")]
    assert table.table.state.game.result().values == {"total": 6}


def test_59_hands_are_dealt_in_packets_or_singly() -> None:
    deal = [bet(1), bet(2), CLOSE, cards("AS 2S 3S 4S 5S 6S AD 2D 3D")]
    hands = {deal: play(GAME, *steps, deal=deal).table.state.game.hands for deal, steps in (
        ("packets", deal), ("one-by-one", deal),
    )}  # fmt: skip
    assert [card.name for card in hands["packets"][1]] == ["AS", "2S", "3S"]
    assert [card.name for card in hands["one-by-one"][1]] == ["AS", "4S", "AD"]


def test_59_and_61_hands_lie_face_down_until_every_player_is_done() -> None:
    deal = [bet(1), bet(2), CLOSE, cards("2S KS QS 3S KD QD AH KH QH"), DRAW, cards("4S")]
    table = play(GAME, *deal)
    assert table.table.state.game.cards == {}
    table.play([decide(2, "stand")])
    assert sorted(table.table.state.game.cards) == ["1", "2", "dealer"]
    assert table.table.state.game.due.words.key == "hand.dealer"


@each("hand", ["KS QS JS", "6S 3D KH"])
def test_60_a_player_draws_or_stands_on_anything(hand: str) -> None:
    for do in ("draw", "stand"):
        assert not play(GAME, bet(1), CLOSE, cards(f"{hand} {DEALER_SIX}"), decide(1, do)).refused


@each("dealer, draws", [("5D KS QC", True), ("6D KS QC", False), ("KS QS JS", True)])
def test_60_the_dealer_draws_to_five(dealer: str, draws: bool) -> None:
    table = play(GAME, bet(1), CLOSE, cards(f"AS KD JH {dealer}"), STAND)
    assert table.table.state.game.finished is not draws
    assert (table.play([cards("2H")]).refused == []) is draws


def test_60_only_one_card_is_drawn_in_turn() -> None:
    deal = [bet(1), bet(2), CLOSE, cards(f"AS KD JH AS KD JH {DEALER_SIX}")]
    assert play(GAME, *deal, decide(2, "draw")).refused == [5]
    assert play(GAME, *deal, cards("2H")).refused == [5]
    assert play(GAME, *deal, DRAW, STAND).refused == [6]
    assert play(GAME, *deal, DRAW, cards("2H"), DRAW).refused == [7]


def test_a_draw_is_undone_and_voided() -> None:
    deal = [bet(1), CLOSE, cards(f"6S AD KH {DEALER_SIX}"), DRAW]
    assert told(play(GAME, *deal, UNDO, STAND), "outcome") == [("win",)]
    assert told(play(GAME, *deal, VOID), "outcome") == [("push",)]
