"""Cards at the table: out of turn, impossible, outside, and the cut card."""

import pytest

from firmware.core.games.baccarat import Baccarat
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import DrawnFor
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SoundAlert
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import (
    BANK_WINS,
    PHASES,
    STOPPED,
    Croupier,
    a_table,
    at_phase,
    fault_codes,
    in_round,
    refusals,
    settled,
)
from tests.kits.offenders import each

FOUR = "4S KD 2H 7C"


@pytest.mark.clause("Practice early card")
@each("phase", PHASES)
def test_card_leaving_shoe_counts_in_every_phase(phase: Phase | None) -> None:
    croupier = at_phase(phase)
    left = croupier.table.state.shoe.cards_left
    croupier.card("9H")
    assert croupier.table.state.shoe.cards_left == left - 1


@pytest.mark.clause("Practice early card")
def test_extra_card_is_set_aside_and_round_settles() -> None:
    croupier = in_round(BANK_WINS)
    before = croupier.table.state.round.bets.lines
    assert refusals(croupier.card("9H")) == ["why.no_card_due"]
    assert croupier.table.state.round.bets.lines is before
    assert [card.name for card in croupier.table.state.shoe.stray_cards] == ["9H"]
    assert croupier.panel.sound.alert is SoundAlert.REFUSED


@pytest.mark.clause("Practice early card")
def test_outside_card_is_not_dealt() -> None:
    croupier = in_round("4S")
    assert refusals(croupier.card("9H", DrawnFor.OUTSIDE)) == ["why.no_card_due"]
    assert croupier.table.state.game.due == (DrawnFor.BANKER, 1)


@pytest.mark.clause("Practice early card")
@each("drawn, index", [(DrawnFor.BANKER, 1), (DrawnFor.PLAYER, 2), (DrawnFor.BANKER, None)])
def test_shoe_naming_another_hand_is_an_alarm(drawn: DrawnFor | None, index: int | None) -> None:
    croupier = in_round()
    croupier.card("4S", drawn, index)
    assert fault_codes(croupier) == ["wrong_hand"]
    assert croupier.table.state.game.cards["player"] == []
    assert croupier.table.state.shoe.cards_left == 415


@each("drawn, index", [(DrawnFor.PLAYER, 1), (DrawnFor.PLAYER, None), (None, None)])
def test_agreed_card_is_dealt(drawn: DrawnFor | None, index: int | None) -> None:
    croupier = in_round()
    croupier.card("4S", drawn, index)
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S"]


@pytest.mark.clause("Practice card identity")
@each("phase", PHASES)
def test_ninth_copy_in_eight_decks_is_an_alarm(phase: Phase | None) -> None:
    croupier = at_phase(phase)
    for _ in range(8):
        croupier.table.state.shoe.take_card(parse_card("AH"))
    assert "impossible_card" not in fault_codes(croupier)
    croupier.card("AH")
    assert "impossible_card" in fault_codes(croupier)
    assert croupier.phase is STOPPED


@pytest.mark.clause("Practice card identity")
@each("decks", [6, 7, 8])
def test_copy_beyond_decks_is_an_alarm(decks: int) -> None:
    croupier = Croupier(a_table(options={"decks": decks}))
    for _ in range(decks):
        croupier.card("AH", DrawnFor.BURN)
    assert fault_codes(croupier) == []
    croupier.card("AH", DrawnFor.BURN)
    assert fault_codes(croupier) == ["impossible_card"]


@pytest.mark.clause("Practice dealer's key")
def test_alarm_allows_only_void_and_take_back() -> None:
    croupier = in_round("4S JK")
    for key in set(Key) - {Key.VOID_ROUND, Key.TAKE_CARD_BACK, Key.CUT_CARD}:
        croupier.key_switch(on=True)
        assert refusals(croupier.press(key)) != [], key
    assert refusals(croupier.card("KD")) == ["why.stopped"]
    assert settled(croupier.rulings) == []
    assert len(settled(croupier.supervise(Key.VOID_ROUND))) == 1
    assert (croupier.phase, fault_codes(croupier)) == (Phase.OPEN, [])


class SlowGame(Baccarat):
    """A game that its first card does not close."""

    CLOSES_ON_FIRST_CARD = False


@pytest.mark.clause("Practice early card")
def test_card_before_close_is_an_alarm_if_not_closing() -> None:
    croupier = Croupier(a_table(SlowGame))
    croupier.chips(1, "banker", 2500)
    croupier.card("4S")
    assert (croupier.phase, fault_codes(croupier)) == (STOPPED, ["early_card"])
    assert len(settled(croupier.supervise(Key.VOID_ROUND))) == 1


# the shoe's own result


@each(
    "cards, winner, alarm",
    [
        (FOUR, "banker", False),
        (FOUR, "player", True),
        (FOUR, "tie", True),
        (FOUR, "forced", False),
        ("4S KD", "banker", True),
        ("4S KD", "forced", False),
    ],
)
def test_shoe_s_result_is_compared(cards: str, winner: str, alarm: bool) -> None:
    croupier = in_round(cards)
    croupier.result(winner)
    assert (fault_codes(croupier) == ["wrong_result"]) is alarm


# the cut card


@pytest.mark.clause("Practice cut card")
@each(
    "phase, then",
    [
        (Phase.CLOSED, Phase.CLOSED),
        (Phase.OPEN, Phase.SHOE_CHANGE),
        (Phase.ROUND, Phase.ROUND),
        (STOPPED, STOPPED),
        (Phase.SHOE_CHANGE, Phase.SHOE_CHANGE),
    ],
)
def test_cut_card_in_each_phase(phase: Phase | None, then: Phase | None) -> None:
    croupier = at_phase(phase)
    croupier.cut()
    assert croupier.phase is then
    assert croupier.table.state.shoe.cut_card_out


@pytest.mark.clause("Practice cut card")
def test_cut_card_over_bets_allows_that_round() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.cut()
    assert croupier.phase is Phase.OPEN
    croupier.cards(BANK_WINS)
    croupier.press(Key.NEXT_PAYMENT)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.SHOE_CHANGE


@pytest.mark.clause("Practice cut card")
def test_no_round_after_cut_card() -> None:
    croupier = Croupier(opened=False)
    croupier.cut()
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.SHOE_CHANGE


@pytest.mark.parametrize("locked", [True, False])
def test_void_after_cut_card_leads_to_shuffle(locked: bool) -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    if locked:
        croupier.press(Key.NO_MORE_BETS)
    croupier.cut()
    croupier.supervise(Key.VOID_ROUND)
    assert croupier.phase is Phase.SHOE_CHANGE


def test_no_shoe_change_over_bets() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    assert refusals(croupier.press(Key.CARDS_SHUFFLED)) == ["why.bets_standing"]
    croupier.press(Key.NO_MORE_BETS)
    assert refusals(croupier.press(Key.CARDS_SHUFFLED)) == ["why.round_open"]


# cards by hand


def test_mid_round_burn_is_doubtful() -> None:
    croupier = in_round()
    croupier.card("4S", DrawnFor.BURN)
    assert "wrong_hand" in fault_codes(croupier)


def test_contrary_shoe_result_counts_despite_lost_part() -> None:
    croupier = in_round()
    croupier.cards(BANK_WINS)
    croupier.fault("lights", "lost")
    croupier.result("player")
    assert "wrong_result" in fault_codes(croupier)


@pytest.mark.parametrize("code", ["missed", "disagreement"])
def test_30_possible_card_closes_bets(code: str) -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.fault("shoe", code)
    assert croupier.table.state.phase is Phase.ROUND


def test_fault_during_entry_is_prompted_first() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.key_switch(on=True)
    croupier.press(Key.ENTER_CARD)
    assert croupier.panel.dealer[0].key == "prompt.choose_card"
    croupier.fault("chips", "lost")
    assert croupier.panel.dealer[0].key == "fault.lost"
    croupier.mend("chips", "lost")
    assert croupier.panel.dealer[0].key == "prompt.confirm_felt"
    croupier.press(Key.CONFIRM)
    assert croupier.panel.dealer[0].key == "prompt.choose_card"
