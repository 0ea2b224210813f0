"""The dealer's calls (8, 25, 95.3): sounded once, and on both displays until they are over."""

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, CutCardSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SoundAlert, Text
from tests.kits.core.results_kit import Felt


def deal(felt: Felt, cards: str) -> None:
    felt.tell(*(CardRead(parse_card(name)) for name in cards.split()))


def displays(felt: Felt, call: str) -> list[bool]:
    """Return whether the dealer's display and the players' say a call."""
    shown, words = table_panel(felt.table), Text(f"announce.{call}")
    return [words in shown.dealer, words in shown.players]


def sounded(felt: Felt) -> tuple[SoundAlert, Text | None]:
    sound = table_panel(felt.table).sound
    return sound.alert, sound.words


def expect_called(felt: Felt, call: str) -> None:
    assert felt.announced[-1] == f"announce.{call}"
    assert sounded(felt) == (SoundAlert.CALL, Text(f"announce.{call}"))
    assert displays(felt, call) == [True, True]


@pytest.mark.parametrize("game", ["blackjack", "blackjack-multi-action"])
@pytest.mark.parametrize("hole_card", [False, True])
def test_25_insurance_is_called_with_last_card_of_deal(game: str, *, hole_card: bool) -> None:
    felt = Felt(game, {"hole_card": hole_card})
    mains = ("main",) if game == "blackjack" else ("main:1", "main:2")
    for on in mains:
        felt.bet(1, on, 1000)
    felt.press(Key.NO_MORE_BETS)
    deal(felt, "TS AD 9C" if hole_card else "TS AD")
    assert "announce.insurance" not in felt.announced
    deal(felt, "8H")
    expect_called(felt, "insurance")
    felt.press(Key.STAND)
    assert displays(felt, "insurance") == [False, False]
    assert felt.announced.count("announce.insurance") == 1


def test_25_insurance_is_called_until_last_answer() -> None:
    felt = Felt("blackjack")
    felt.bet(1, "main", 1000)
    felt.bet(2, "main", 1000)
    felt.press(Key.NO_MORE_BETS)
    deal(felt, "TS 9S AD 9C 8H")
    felt.press(Key.NO_INSURANCE)
    expect_called(felt, "insurance")
    felt.press(Key.NO_INSURANCE)
    assert displays(felt, "insurance") == [False, False]


def test_25_confirm_declines_insurances() -> None:
    felt = Felt("blackjack")
    felt.bet(1, "main", 1000)
    felt.bet(2, "main", 1000)
    felt.press(Key.NO_MORE_BETS)
    deal(felt, "TS 9S AD 9C 8H")
    felt.press(Key.CONFIRM)
    assert displays(felt, "insurance") == [False, False]
    answers = [choice.do for choice in felt.table.state.game.choices]
    assert answers
    assert not {Key.INSURANCE, Key.NO_INSURANCE} & {*answers}


def test_95_3_coup_nul_is_called_until_next_throw() -> None:
    felt = Felt("craps")
    felt.bet(1, "pass", 1000)
    felt.key(4, 4)
    felt.press(Key.NO_RESULT)
    expect_called(felt, "no_roll")
    felt.bet(2, "come", 500)
    assert displays(felt, "no_roll") == [True, True]
    felt.key(5, 4)
    assert displays(felt, "no_roll") == [False, False]


def test_95_3_coup_nul_in_closed_round_until_valid_throw() -> None:
    felt = Felt("sic-bo")
    felt.bet(1, "big", 1000)
    felt.press(Key.NO_MORE_BETS, Key.NO_RESULT)
    assert displays(felt, "no_roll") == [True, True]
    felt.key(*(1, 2, 3), *(1, 2, 3))  # twice, since it is keyed
    assert displays(felt, "no_roll") == [False, False]


def test_95_3_undone_coup_nul_is_called_no_more() -> None:
    felt = Felt("craps")
    felt.bet(1, "pass", 1000)
    felt.press(Key.NO_RESULT, Key.UNDO)
    assert displays(felt, "no_roll") == [False, False]
    assert sounded(felt) == (SoundAlert.SILENT, None)


@pytest.mark.parametrize("before", ["", "4S KD", "4S KD 2H 8C"])
def test_8_cut_card_is_called_until_shoe_is_full(before: str) -> None:
    felt = Felt("baccarat")
    felt.bet(1, "banker", 1000)
    felt.press(Key.NO_MORE_BETS)
    deal(felt, before)
    felt.tell(CutCardSeen())
    expect_called(felt, "cut_card")
    deal(felt, "4S KD 2H 8C".removeprefix(before))
    assert displays(felt, "cut_card") == [True, True]
    felt.sweep()
    felt.press(Key.CONFIRM, Key.CARDS_SHUFFLED)
    assert displays(felt, "cut_card") == [False, False]
    assert felt.announced.count("announce.cut_card") == 1
