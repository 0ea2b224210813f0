"""Cards at the table: out of turn, impossible, by hand, outside, and the cut card."""

import pytest

from firmware.core.games.baccarat import Baccarat
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Drawn, PowerReturned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import (
    BANK_WINS,
    PHASES,
    STOPPED,
    Croupier,
    a_table,
    at_phase,
    kinds,
    refusals,
    settled,
)
from tests.kits.offenders import each

FOUR = "4S KD 2H 7C"


def in_round(cards: str = "") -> Croupier:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards(cards)
    return croupier


def faults(croupier: Croupier) -> list[str]:
    return [fault.code for fault in croupier.table.state.device.trouble.faults]


@each("phase", PHASES)
def test_a_card_that_leaves_the_shoe_is_counted_in_every_phase(phase: Phase | None) -> None:
    croupier = at_phase(phase)
    left = croupier.table.state.shoe.left
    croupier.card("9H")
    assert croupier.table.state.shoe.left == left - 1


def test_an_extra_card_is_laid_aside_and_the_round_is_settled_all_the_same() -> None:
    croupier = in_round(BANK_WINS)
    before = croupier.table.state.round.bets.lines
    assert refusals(croupier.card("9H")) == ["why.no_card_due"]
    assert croupier.table.state.round.bets.lines is before
    assert [card.name for card in croupier.table.state.shoe.stray] == ["9H"]
    assert croupier.panel.sound.alert is Alert.REFUSED


def test_a_card_drawn_outside_the_game_is_no_card_of_it() -> None:
    croupier = in_round("4S")
    assert refusals(croupier.card("9H", Drawn.OUTSIDE)) == ["why.no_card_due"]
    assert croupier.table.state.game.due == (Drawn.BANKER, 1)


@each("drawn, index", [(Drawn.BANKER, 1), (Drawn.PLAYER, 2), (Drawn.BANKER, None)])
def test_a_card_that_the_shoe_gives_to_another_hand_is_an_alarm(
    drawn: Drawn | None, index: int | None
) -> None:
    croupier = in_round()
    croupier.card("4S", drawn, index)
    assert faults(croupier) == ["wrong_hand"]
    assert croupier.table.state.game.cards["player"] == []
    assert croupier.table.state.shoe.left == 415


@each("drawn, index", [(Drawn.PLAYER, 1), (Drawn.PLAYER, None), (None, None)])
def test_a_card_on_which_shoe_and_table_agree_is_dealt(
    drawn: Drawn | None, index: int | None
) -> None:
    croupier = in_round()
    croupier.card("4S", drawn, index)
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S"]


@each("phase", PHASES)
def test_the_ninth_of_a_card_in_eight_decks_is_an_alarm(phase: Phase | None) -> None:
    croupier = at_phase(phase)
    for _ in range(8):
        croupier.table.state.shoe.take(parse_card("AH"))
    assert "impossible_card" not in faults(croupier)
    croupier.card("AH")
    assert "impossible_card" in faults(croupier)
    assert croupier.phase is STOPPED


@each("decks", [6, 7, 8])
def test_one_card_more_than_there_are_decks_is_an_alarm(decks: int) -> None:
    croupier = Croupier(a_table(options={"decks": decks}))
    for _ in range(decks):
        croupier.card("AH", Drawn.BURN)
    assert faults(croupier) == []
    croupier.card("AH", Drawn.BURN)
    assert faults(croupier) == ["impossible_card"]


def test_under_an_alarm_nothing_goes_on_but_the_void() -> None:
    croupier = in_round("4S JK")
    for key in set(Key) - {Key.VOID, Key.CUT_CARD}:
        croupier.key_switch(on=True)
        assert refusals(croupier.press(key)) != [], key
    assert refusals(croupier.card("KD")) == ["why.stopped"]
    assert settled(croupier.rulings) == []
    assert len(settled(croupier.supervise(Key.VOID))) == 1
    assert (croupier.phase, faults(croupier)) == (Phase.OPEN, [])


class SlowGame(Baccarat):
    """A game that its first card does not close."""

    CLOSES_ON_FIRST_CARD = False


def test_a_card_before_the_close_is_an_alarm_where_it_does_not_close() -> None:
    croupier = Croupier(a_table(SlowGame))
    croupier.chips(1, "banker", 2500)
    croupier.card("4S")
    assert (croupier.phase, faults(croupier)) == (STOPPED, ["early_card"])
    assert len(settled(croupier.supervise(Key.VOID))) == 1


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
def test_the_shoe_s_result_is_held_against_ours(cards: str, winner: str, alarm: bool) -> None:
    croupier = in_round(cards)
    croupier.result(winner)
    assert (faults(croupier) == ["wrong_result"]) is alarm


# the cut card


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
def test_the_cut_card_in_each_phase(phase: Phase | None, then: Phase | None) -> None:
    croupier = at_phase(phase)
    croupier.cut()
    assert croupier.phase is then
    assert croupier.table.state.shoe.cut


def test_the_cut_card_over_bets_lets_that_round_be_played() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.cut()
    assert croupier.phase is Phase.OPEN
    croupier.cards(BANK_WINS)
    croupier.press(Key.NEXT)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.SHOE_CHANGE


def test_no_round_opens_on_a_shoe_whose_cut_card_has_come() -> None:
    croupier = Croupier(opened=False)
    croupier.cut()
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.SHOE_CHANGE


@pytest.mark.parametrize("locked", [True, False])
def test_a_voided_round_after_the_cut_card_is_followed_by_the_shuffle(locked: bool) -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    if locked:
        croupier.press(Key.NO_MORE_BETS)
    croupier.cut()
    croupier.supervise(Key.VOID)
    assert croupier.phase is Phase.SHOE_CHANGE


def test_the_shoe_is_not_changed_under_standing_bets() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    assert refusals(croupier.press(Key.SHUFFLED)) == ["why.bets_standing"]
    croupier.press(Key.NO_MORE_BETS)
    assert refusals(croupier.press(Key.SHUFFLED)) == ["why.round_open"]


# cards by hand


@each("code", ["unreadable", "reversed_at_exit", "draw_timeout"])
def test_a_card_that_can_not_be_read_is_entered_under_the_supervisor_s_key(code: str) -> None:
    croupier = in_round("4S KD")
    croupier.fault("shoe", code)
    assert refusals(croupier.press(Key.ENTER)) == ["why.supervisor_key"]
    croupier.enter("2H")
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S", "2H"]
    assert croupier.panel.shoe_clears == code
    croupier.mend("shoe", code)
    assert (croupier.panel.shoe_clears, croupier.phase) == (None, Phase.ROUND)
    assert croupier.table.state.shoe.left == 413


def test_the_last_card_by_hand_is_settled_once_the_shoe_is_well() -> None:
    croupier = in_round("4S KD 2H")
    croupier.fault("shoe", "unreadable")
    assert settled(croupier.enter("7C")) == []
    assert len(settled(croupier.mend("shoe", "unreadable"))) == 1


def test_a_card_that_the_shoe_can_not_hold_is_not_entered() -> None:
    croupier = in_round("4S KD")
    for _ in range(8):
        croupier.table.state.shoe.take(parse_card("AS"))
    assert refusals(croupier.enter("AS")) == ["why.impossible_card"]
    assert croupier.table.state.game.due == (Drawn.PLAYER, 2)


def test_a_card_that_was_laid_aside_is_entered_without_being_counted_again() -> None:
    croupier = in_round("4S KD")
    croupier.fault("shoe", "unreadable")
    croupier.card("2H")
    left = croupier.table.state.shoe.left
    croupier.enter("2H")
    assert croupier.table.state.shoe.left == left
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S", "2H"]


def drawn_while_stopped(name: str, drawn: Drawn, index: int | None = None) -> Croupier:
    """Return a round whose third card came while the table was stopped and was entered by hand."""
    croupier = in_round("4S KD")
    croupier.fault("chips", "lost")
    croupier.card(name, drawn, index)
    croupier.mend("chips", "lost")
    croupier.press(Key.CONFIRM)
    croupier.enter(name)
    assert hand(croupier) == ["4S", name]
    return croupier


def test_a_shoe_that_counted_a_card_in_no_hand_is_behind_until_the_round_is_over() -> None:
    croupier = drawn_while_stopped("2H", Drawn.OUTSIDE)
    croupier.card("7C", Drawn.PLAYER, 2)
    croupier.result("tie")
    assert faults(croupier) == []
    assert [c.name for c in croupier.table.state.game.cards["banker"]] == ["KD", "7C"]
    croupier.press(Key.NEXT)
    croupier.press(Key.CONFIRM)
    croupier.bet_and_close()
    croupier.card("4S", Drawn.PLAYER, 2)
    assert faults(croupier) == ["wrong_hand"]


def test_a_shoe_that_counted_a_refused_card_is_still_held_to_its_account() -> None:
    croupier = drawn_while_stopped("2H", Drawn.PLAYER, 2)
    croupier.card("7C", Drawn.PLAYER, 2)
    assert faults(croupier) == ["wrong_hand"]


def test_a_card_outside_that_is_dealt_to_nobody_leaves_the_shoe_in_step() -> None:
    croupier = in_round("4S KD")
    croupier.card("9H", Drawn.OUTSIDE)
    croupier.card("2H", Drawn.BANKER, 2)
    assert faults(croupier) == ["wrong_hand"]


def test_no_card_is_entered_when_none_is_due() -> None:
    croupier = in_round(BANK_WINS)
    assert refusals(croupier.supervise(Key.ENTER)) == ["why.nothing_to_enter"]
    assert refusals(croupier.supervise(Key.RANK)) == ["why.nothing_to_enter"]


def test_no_card_is_entered_while_another_part_is_at_fault() -> None:
    croupier = in_round("4S KD")
    croupier.fault("chips", "lost")
    assert refusals(croupier.supervise(Key.ENTER)) == ["why.stopped"]


def test_no_card_is_entered_before_the_felt_is_confirmed() -> None:
    croupier = in_round("4S KD")
    croupier.fault("shoe", "lost")
    croupier.mend("shoe", "lost")
    assert refusals(croupier.supervise(Key.ENTER)) == ["why.felt_unconfirmed"]


def test_a_card_that_is_read_ends_the_entry_of_one() -> None:
    croupier = in_round("4S KD")
    croupier.key_switch(on=True)
    croupier.press(Key.ENTER)
    croupier.card("2H")
    assert croupier.table.state.gesture.entering is None
    assert croupier.panel.dealer[0].key == "prompt.card_to"


@pytest.mark.parametrize("chosen", [[], [Key.RANK]])
def test_turning_the_key_ends_the_entry_of_a_card(chosen: list[Key]) -> None:
    croupier = in_round("4S KD")
    croupier.supervise(Key.ENTER, *chosen)
    assert croupier.table.state.gesture.entering is None


@pytest.mark.parametrize("chosen", [[], [Key.RANK]])
def test_a_power_cut_ends_the_entry_of_a_card(chosen: list[Key]) -> None:
    croupier = entering(*chosen)
    croupier.tell(PowerReturned())
    croupier.press(Key.CONFIRM)
    croupier.key_switch(on=True)
    assert croupier.panel.dealer[0].key == "prompt.card_to"
    assert refusals(croupier.press(Key.RANK)) == ["why.nothing_to_enter"]


@pytest.mark.parametrize("chosen", [[], [Key.RANK]])
def test_undo_takes_back_nothing_of_an_entry(chosen: list[Key]) -> None:
    croupier = entering(*chosen)
    said = croupier.panel.dealer
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]
    assert croupier.panel.dealer[: len(said)] == said


def entering(*keys: Key) -> Croupier:
    """Return a round in which the supervisor has begun to enter a card, and pressed these keys."""
    croupier = in_round("4S KD")
    croupier.key_switch(on=True)
    for key in (Key.ENTER, *keys):
        assert refusals(croupier.press(key)) == []
    return croupier


def test_enter_twice_in_a_row_deals_nothing_and_says_why() -> None:
    croupier = entering()
    left = croupier.table.state.shoe.left
    for _ in range(3):
        assert refusals(croupier.press(Key.ENTER)) == ["why.choose_first"]
    assert croupier.panel.dealer[0].key == "prompt.choose_card"
    assert croupier.panel.dealer[-1].key == "why.choose_first"
    assert (croupier.table.state.shoe.left, croupier.table.state.game.due) == (
        left,
        (Drawn.PLAYER, 2),
    )


@pytest.mark.parametrize("first", [Key.RANK, Key.SUIT])
def test_the_first_turn_chooses_the_first_card_and_lights_enter(first: Key) -> None:
    croupier = entering()
    assert croupier.panel.keys & ENTRY_KEYS == {Key.RANK, Key.SUIT}
    croupier.press(first)
    assert croupier.panel.keys & ENTRY_KEYS == ENTRY_KEYS
    assert croupier.panel.dealer[0] == Text("prompt.enter_card", {"card": "AS"})
    croupier.press(Key.ENTER)
    assert hand(croupier) == ["4S", "AS"]


ENTRY_KEYS = frozenset({Key.ENTER, Key.RANK, Key.SUIT})


@each("first", [Key.RANK, Key.SUIT])
@each("ranks", range(13))
@each("suits", range(4))
def test_each_card_is_entered_by_as_many_turns_as_it_is_from_the_first(
    first: Key, ranks: int, suits: int
) -> None:
    croupier = entering(first, *[Key.RANK] * ranks, *[Key.SUIT] * suits, Key.ENTER)
    assert hand(croupier) == ["4S", "A23456789TJQK"[ranks] + "SHDC"[suits]]


def hand(croupier: Croupier) -> list[str]:
    return [card.name for card in croupier.table.state.game.cards["player"]]


def test_the_announcement_follows_the_last_card() -> None:
    croupier = in_round("4S KD 2H")
    rulings = croupier.card("7C")
    assert kinds(rulings) == ["CardDealt", "Announced", "BetSettled"]
    assert rulings[1].words.key == "winner.banker"


def test_a_card_that_the_shoe_burns_in_mid_round_is_a_doubt() -> None:
    croupier = in_round()
    croupier.card("4S", Drawn.BURN)
    assert "wrong_hand" in faults(croupier)


def test_a_contrary_result_of_the_shoe_counts_though_a_part_is_lost() -> None:
    croupier = in_round()
    croupier.cards(BANK_WINS)
    croupier.fault("lights", "lost")
    croupier.result("player")
    assert "wrong_result" in faults(croupier)


@pytest.mark.parametrize("code", ["missed", "disagreement"])
def test_article_30_a_card_that_may_have_been_drawn_closes_the_bets(code: str) -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.fault("shoe", code)
    assert croupier.table.state.phase is Phase.ROUND


def test_a_fault_during_an_entry_is_what_the_display_asks_to_be_put_right_first() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.key_switch(on=True)
    croupier.press(Key.ENTER)
    assert croupier.panel.dealer[0].key == "prompt.choose_card"
    croupier.fault("chips", "lost")
    assert croupier.panel.dealer[0].key == "fault.lost"
    croupier.mend("chips", "lost")
    assert croupier.panel.dealer[0].key == "prompt.confirm_felt"
    croupier.press(Key.CONFIRM)
    assert croupier.panel.dealer[0].key == "prompt.choose_card"
