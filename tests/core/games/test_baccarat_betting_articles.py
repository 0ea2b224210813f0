"""Baccara at the table, articles 3, 8 to 10, 29 and 30: who may bet, how much and when."""

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SpotLight
from firmware.core.vocabulary.phase import Phase as TablePhase
from firmware.core.vocabulary.rulings import BetsLocked
from tests.kits.core.table_kit import (
    BANK_WINS,
    PLAYER_WINS,
    STOPPED,
    Croupier,
    limits,
    place,
    refusals,
    settled,
)
from tests.kits.offenders import each

# 3, 9


@each("cents, why", [(499, "why.limit_low"), (100_001, "why.limit_high"), (1, "why.limit_low")])
def test_3_and_9_bet_outside_limits_is_returned(cents: int, why: str) -> None:
    croupier = Croupier(limits=limits(500, 100_000))
    croupier.chips(2, "player", 2500)
    assert refusals(croupier.chips(1, "banker", cents)) == [why]
    assert croupier.panel.spots[1] is SpotLight.FAULT
    rulings = croupier.press(Key.NO_MORE_BETS)
    (back,) = settled(rulings)
    assert (back.outcome, back.returned, back.article) == ("push", cents, "9")
    (locked,) = (r for r in rulings if isinstance(r, BetsLocked))
    assert [bet.place for bet in locked.bets] == [place(2, "player")]


def test_9_limits_are_displayed() -> None:
    said = Croupier(limits=limits(500, 1000)).panel.players
    assert [text.values["min_cents"] for text in said[1:]] == [500] * 3
    assert [text.values["max_cents"] for text in said[1:]] == [1000] * 3


# 8


@pytest.mark.clause("Practice cut card")
def test_8_cut_card_ends_shoe_after_this_game() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards("4S KD")
    croupier.cut()
    croupier.cards("2H 7C")
    croupier.chips(1, "banker", 5000)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is TablePhase.SHOE_CHANGE
    assert refusals(croupier.press(Key.NO_MORE_BETS)) != []
    assert croupier.phase is TablePhase.SHOE_CHANGE
    croupier.press(Key.CARDS_SHUFFLED)
    assert croupier.phase is TablePhase.OPEN
    assert croupier.table.state.shoe.cards_left == 416
    assert not croupier.table.state.shoe.cut_card_out


# 10


def play(croupier: Croupier, *spots: int) -> None:
    for spot in spots:
        croupier.chips(spot, "tie", 500)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(PLAYER_WINS)
    for spot in spots:
        croupier.chips(spot, "tie", 0)
    croupier.press(Key.CONFIRM)


@each(
    "late_entry, cents, refused",
    [
        ("allow", 2500, []),
        ("refuse", 500, ["why.late_entry"]),
        ("minimum", 500, []),
        ("minimum", 501, ["why.newcomer"]),
    ],
)
def test_10_absent_from_first_game(late_entry: str, cents: int, refused: list[str]) -> None:
    croupier = Croupier(limits=limits(500, 100_000), late_entry=late_entry)
    play(croupier, 1)
    assert refusals(croupier.chips(2, "player", cents)) == refused
    assert refusals(croupier.chips(1, "player", 2500)) == []


def test_10_absent_from_a_later_game() -> None:
    croupier = Croupier(late_entry="refuse")
    play(croupier, 1, 2)
    play(croupier, 1)
    assert refusals(croupier.chips(2, "player", 500)) == ["why.late_entry"]


def test_10_all_may_bet_after_shuffle() -> None:
    croupier = Croupier(late_entry="refuse")
    play(croupier, 1)
    croupier.press(Key.CARDS_SHUFFLED)
    assert refusals(croupier.chips(2, "player", 500)) == []


def test_10_late_bet_returned_at_close() -> None:
    croupier = Croupier(late_entry="refuse")
    play(croupier, 1)
    croupier.chips(1, "player", 500)
    croupier.chips(2, "player", 500)
    (back,) = settled(croupier.press(Key.NO_MORE_BETS))
    assert (back.bet.place.spot, back.article) == (2, "10")


# 29


def test_29_two_players_share_no_spot() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    assert refusals(croupier.chips(1, "banker", 500, "B")) == ["why.two_players"]
    assert refusals(croupier.chips(1, "player", 500, "B")) == ["why.two_players"]
    assert refusals(croupier.chips(1, "tie", 500)) == []
    assert refusals(croupier.chips(2, "banker", 500, "B")) == []
    backs = settled(croupier.press(Key.NO_MORE_BETS))
    assert [(b.bet.place.on, b.bet.bettor, b.article) for b in backs] == [
        ("player", "B", "29"),
        ("banker", "B", "29"),
    ]


# 30


def test_30_no_round_without_bets() -> None:
    croupier = Croupier()
    assert refusals(croupier.card("4S")) == ["why.no_bets"]
    assert croupier.phase is TablePhase.OPEN
    assert croupier.table.state.shoe.cards_left == 415
    assert [card.name for card in croupier.table.state.shoe.stray_cards] == ["4S"]


@pytest.mark.parametrize("code", ["unreadable", "card_code"])
def test_30_unreadable_first_card_closes_bets(code: str) -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    rulings = croupier.fault("shoe", code)
    assert any(isinstance(r, BetsLocked) for r in rulings)
    assert (croupier.phase, croupier.table.state.phase) == (STOPPED, TablePhase.ROUND)


def test_30_unreadable_first_card_entered() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.fault("shoe", "unreadable")
    croupier.enter("4S")
    croupier.mend("shoe", "unreadable")
    assert croupier.phase is TablePhase.ROUND
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S"]


def test_10_latecomer_alone_is_limited_to_minimum() -> None:
    croupier = Croupier(late_entry="minimum", limits=limits(1000, 100_000))
    for spot in (1, 2):
        croupier.bet_and_close(spot)
        croupier.cards(BANK_WINS)
        croupier.chips(spot, "banker", 0)
        croupier.press(Key.CONFIRM)
    assert refusals(croupier.chips(1, "banker", 5000)) == []
    assert refusals(croupier.chips(2, "banker", 5000)) == ["why.newcomer"]
    assert refusals(croupier.chips(2, "banker", 1000)) == []
