"""A card that the shoe can't read is entered by hand: when it may be, and what ends it."""

import pytest

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import DrawnFor, PowerReturned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import (
    BANK_WINS,
    Croupier,
    fault_codes,
    in_round,
    kinds,
    refusals,
    settled,
)
from tests.kits.offenders import each


@each("code", ["unreadable", "reversed_at_exit", "draw_timeout"])
def test_unreadable_card_is_entered_under_supervisor_key(code: str) -> None:
    croupier = in_round("4S KD")
    croupier.fault("shoe", code)
    assert refusals(croupier.press(Key.ENTER_CARD)) == ["why.supervisor_key"]
    croupier.enter("2H")
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S", "2H"]
    assert croupier.panel.shoe_clears == code
    croupier.mend("shoe", code)
    assert (croupier.panel.shoe_clears, croupier.phase) == (None, Phase.ROUND)
    assert croupier.table.state.shoe.cards_left == 413


def test_last_card_by_hand_settles_once_shoe_is_well() -> None:
    croupier = in_round("4S KD 2H")
    croupier.fault("shoe", "unreadable")
    assert settled(croupier.enter("7C")) == []
    assert len(settled(croupier.mend("shoe", "unreadable"))) == 1


def test_card_absent_from_shoe_refused() -> None:
    croupier = in_round("4S KD")
    for _ in range(8):
        croupier.table.state.shoe.take_card(parse_card("AS"))
    assert refusals(croupier.enter("AS")) == ["why.impossible_card"]
    assert croupier.table.state.game.due == (DrawnFor.PLAYER, 2)


def test_card_set_aside_counts_once() -> None:
    croupier = in_round("4S KD")
    croupier.fault("shoe", "unreadable")
    croupier.card("2H")
    left = croupier.table.state.shoe.cards_left
    croupier.enter("2H")
    assert croupier.table.state.shoe.cards_left == left
    assert [c.name for c in croupier.table.state.game.cards["player"]] == ["4S", "2H"]


def drawn_while_stopped(name: str, drawn: DrawnFor, index: int | None = None) -> Croupier:
    """Return a round whose third card came while the table was stopped and was entered by hand."""
    croupier = in_round("4S KD")
    croupier.fault("chips", "lost")
    croupier.card(name, drawn, index)
    croupier.mend("chips", "lost")
    croupier.press(Key.CONFIRM)
    croupier.enter(name)
    assert hand(croupier) == ["4S", name]
    return croupier


def test_shoe_that_counted_card_in_no_hand_lags_until_end() -> None:
    croupier = drawn_while_stopped("2H", DrawnFor.OUTSIDE)
    croupier.card("7C", DrawnFor.PLAYER, 2)
    croupier.result("tie")
    assert fault_codes(croupier) == []
    assert [c.name for c in croupier.table.state.game.cards["banker"]] == ["KD", "7C"]
    croupier.press(Key.NEXT_PAYMENT)
    croupier.press(Key.CONFIRM)
    croupier.bet_and_close()
    croupier.card("4S", DrawnFor.PLAYER, 2)
    assert fault_codes(croupier) == ["wrong_hand"]


def test_shoe_that_counted_refused_card_is_still_checked() -> None:
    croupier = drawn_while_stopped("2H", DrawnFor.PLAYER, 2)
    croupier.card("7C", DrawnFor.PLAYER, 2)
    assert fault_codes(croupier) == ["wrong_hand"]


def test_outside_card_leaves_shoe_alone() -> None:
    croupier = in_round("4S KD")
    croupier.card("9H", DrawnFor.OUTSIDE)
    croupier.card("2H", DrawnFor.BANKER, 2)
    assert fault_codes(croupier) == ["wrong_hand"]


def test_refused_if_no_card_is_due() -> None:
    croupier = in_round(BANK_WINS)
    assert refusals(croupier.supervise(Key.ENTER_CARD)) == ["why.nothing_to_enter"]
    assert refusals(croupier.supervise(Key.NEXT_RANK)) == ["why.nothing_to_enter"]


def test_refused_while_another_part_is_at_fault() -> None:
    croupier = in_round("4S KD")
    croupier.fault("chips", "lost")
    assert refusals(croupier.supervise(Key.ENTER_CARD)) == ["why.stopped"]


def test_refused_before_felt_check() -> None:
    croupier = in_round("4S KD")
    croupier.fault("shoe", "lost")
    croupier.mend("shoe", "lost")
    assert refusals(croupier.supervise(Key.ENTER_CARD)) == ["why.felt_unconfirmed"]


def test_read_card_ends_entry() -> None:
    croupier = in_round("4S KD")
    croupier.key_switch(on=True)
    croupier.press(Key.ENTER_CARD)
    croupier.card("2H")
    assert croupier.table.state.key_entry.entering is None
    assert croupier.panel.dealer[0].key == "prompt.card_to"


@pytest.mark.parametrize("chosen", [[], [Key.NEXT_RANK]])
def test_key_switch_ends_entry(chosen: list[Key]) -> None:
    croupier = in_round("4S KD")
    croupier.supervise(Key.ENTER_CARD, *chosen)
    assert croupier.table.state.key_entry.entering is None


@pytest.mark.parametrize("chosen", [[], [Key.NEXT_RANK]])
def test_power_cut_ends_entry(chosen: list[Key]) -> None:
    croupier = entering(*chosen)
    croupier.tell(PowerReturned())
    croupier.press(Key.CONFIRM)
    croupier.key_switch(on=True)
    assert croupier.panel.dealer[0].key == "prompt.card_to"
    assert refusals(croupier.press(Key.NEXT_RANK)) == ["why.nothing_to_enter"]


@pytest.mark.parametrize("chosen", [[], [Key.NEXT_RANK]])
def test_undo_ignores_entry(chosen: list[Key]) -> None:
    croupier = entering(*chosen)
    said = croupier.panel.dealer
    assert refusals(croupier.press(Key.UNDO)) == ["why.take_back_first"]
    assert croupier.panel.dealer[: len(said)] == said


def entering(*keys: Key) -> Croupier:
    """Return a round in which the supervisor has begun to enter a card, and pressed these keys."""
    croupier = in_round("4S KD")
    croupier.key_switch(on=True)
    for key in (Key.ENTER_CARD, *keys):
        assert refusals(croupier.press(key)) == []
    return croupier


def test_second_enter_refused_with_reason() -> None:
    croupier = entering()
    left = croupier.table.state.shoe.cards_left
    for _ in range(3):
        assert refusals(croupier.press(Key.ENTER_CARD)) == ["why.choose_first"]
    assert croupier.panel.dealer[0].key == "prompt.choose_card"
    assert croupier.panel.dealer[-1].key == "why.choose_first"
    assert (croupier.table.state.shoe.cards_left, croupier.table.state.game.due) == (
        left,
        (DrawnFor.PLAYER, 2),
    )


@pytest.mark.parametrize("first", [Key.NEXT_RANK, Key.NEXT_SUIT])
def test_first_turn_selects_first_card_and_lights_enter(first: Key) -> None:
    croupier = entering()
    assert croupier.panel.keys & ENTRY_KEYS == {Key.NEXT_RANK, Key.NEXT_SUIT}
    croupier.press(first)
    assert croupier.panel.keys & ENTRY_KEYS == ENTRY_KEYS
    assert croupier.panel.dealer[0] == Text("prompt.enter_card", {"card": "AS"})
    croupier.press(Key.ENTER_CARD)
    assert hand(croupier) == ["4S", "AS"]


ENTRY_KEYS = frozenset({Key.ENTER_CARD, Key.NEXT_RANK, Key.NEXT_SUIT})


@each("first", [Key.NEXT_RANK, Key.NEXT_SUIT])
@each("ranks", range(13))
@each("suits", range(4))
def test_each_turn_moves_one_card(first: Key, ranks: int, suits: int) -> None:
    croupier = entering(first, *[Key.NEXT_RANK] * ranks, *[Key.NEXT_SUIT] * suits, Key.ENTER_CARD)
    assert hand(croupier) == ["4S", "A23456789TJQK"[ranks] + "SHDC"[suits]]


def hand(croupier: Croupier) -> list[str]:
    return [card.name for card in croupier.table.state.game.cards["player"]]


def test_announcement_follows_last_card() -> None:
    croupier = in_round("4S KD 2H")
    rulings = croupier.card("7C")
    assert kinds(rulings) == ["CardDealt", "Announced", "BetSettled"]
    assert rulings[1].words.key == "winner.banker"
