"""Cards with a tag, any pack, the cut card by key, and the shuffler's account."""

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.table.shoe import Shoe
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, parse_card
from firmware.core.vocabulary.events import CardRead, FaultEnded, FaultRaised, ShuffleEnded
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Announced, FaultShown, Refused, Ruling
from tests.kits.core.table_kit import STOPPED, Croupier, faults
from tests.kits.offenders import each


def seated(**rules: object) -> Croupier:
    croupier = Croupier(**rules)
    croupier.chips(1, "banker", 2500)
    return croupier


def read(croupier: Croupier, name: str, tag: str) -> tuple[Ruling, ...]:
    return croupier.tell(CardRead(parse_card(name), tag=tag))


def test_last_card_still_there_is_not_a_second() -> None:
    croupier = seated()
    read(croupier, "4S", "01")
    assert read(croupier, "4S", "01") == ()
    assert croupier.table.state.shoe.cards_left == 415
    assert (croupier.phase, faults(croupier)) == (Phase.ROUND, [])


@pytest.mark.clause("Practice foreign card")
def test_repeated_tag_stops_deal_and_is_no_card() -> None:
    croupier = seated()
    read(croupier, "4S", "01")
    read(croupier, "KD", "02")
    (shown,) = read(croupier, "4S", "01")
    assert isinstance(shown, FaultShown)
    assert faults(croupier) == [("shoe", "card_twice")]
    assert croupier.table.state.shoe.cards_left == 414
    croupier.supervise(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    read(croupier, "2H", "03")
    assert [card.name for card in croupier.table.state.game.cards["player"]] == ["4S", "2H"]


def test_tags_survive_restart_until_full_shoe() -> None:
    croupier = seated()
    read(croupier, "4S", "01")
    state = croupier.table.state
    again = Table(state.game, state.rules, croupier.table.checkpoint())
    assert again.state.shoe.card_tags == ["01"]
    again.state.shoe.change_shoe(0)
    assert again.state.shoe.card_tags == []


@pytest.mark.clause("Practice foreign card")
@each("code", ["unknown_tag", "wrong_batch", "two_cards", "part_alarm"])
def test_unknown_card_closes_bets_and_may_be_entered(code: str) -> None:
    croupier = seated()
    croupier.tell(FaultRaised("shoe", code, {"batch": "b", "code": "c"}))
    assert croupier.table.state.phase is Phase.ROUND
    croupier.supervise(Key.ENTER_CARD, Key.NEXT_RANK, Key.ENTER_CARD)
    assert [card.name for card in croupier.table.state.game.cards["player"]] == ["AS"]


def test_any_pack_fills_the_shoe() -> None:
    shoe = Shoe(2, (*FULL_PACK, JOKER_CARD))
    assert shoe.cards_left == shoe.card_count == 106
    assert [shoe.take_card(JOKER_CARD) for _ in range(3)] == [True, True, False]
    assert not Shoe(2).can_hold(JOKER_CARD)


# the cut card by key


def test_cut_card_key_announces_it_once() -> None:
    croupier = seated(keys=(Key.CUT_CARD,))
    assert Key.CUT_CARD in table_panel(croupier.table).keys
    said = croupier.press(Key.CUT_CARD)
    assert said == (Announced(Text("announce.cut_card")),)
    assert Key.CUT_CARD not in table_panel(croupier.table).keys
    (refused,) = croupier.press(Key.CUT_CARD)
    assert isinstance(refused, Refused)
    assert refused.why.key == "why.cut_already"


def test_key_is_unlit_if_table_has_none() -> None:
    assert Key.CUT_CARD not in table_panel(seated().table).keys


def test_cut_card_without_bets_leads_to_shuffle() -> None:
    croupier = Croupier()
    croupier.press(Key.CUT_CARD)
    assert croupier.phase is Phase.SHOE_CHANGE


# the shuffler


def test_shuffler_starts_once_per_press_not_on_restart() -> None:
    croupier = Croupier(keys=(Key.START_SHUFFLER,))
    croupier.press(Key.CUT_CARD)
    assert Key.START_SHUFFLER in table_panel(croupier.table).keys
    for number in (1, 2):
        croupier.press(Key.START_SHUFFLER)
        assert table_panel(croupier.table).shuffle == number
    state = croupier.table.state
    again = Table(state.game, state.rules, croupier.table.checkpoint())
    assert table_panel(again).shuffle == 2


def test_shuffler_does_not_start_over_bets_or_in_round() -> None:
    croupier = seated(keys=(Key.START_SHUFFLER,))
    (refused,) = croupier.press(Key.START_SHUFFLER)
    assert isinstance(refused, Refused)
    croupier.press(Key.NO_MORE_BETS)
    croupier.press(Key.START_SHUFFLER)
    assert table_panel(croupier.table).shuffle == 0


@pytest.mark.parametrize("cards", [416, None])
def test_right_or_unknown_count_is_stored_without_stop(cards: int | None) -> None:
    croupier = Croupier()
    croupier.tell(ShuffleEnded(cards, 2))
    shuffles = croupier.table.state.device.shuffles
    assert (shuffles.done, shuffles.last_cards, shuffles.unread) == (1, cards, 2)
    assert faults(croupier) == []


@pytest.mark.clause("MD 36.05.03.27 C")
@each("cards", [415, 417, 0])
def test_wrong_count_removes_deck_until_cleared(
    cards: int,
) -> None:
    croupier = Croupier()
    croupier.press(Key.CUT_CARD)
    croupier.tell(ShuffleEnded(cards))
    assert faults(croupier) == [("shuffler", "wrong_count")]
    croupier.press(Key.CARDS_SHUFFLED)
    assert croupier.phase is STOPPED
    croupier.supervise(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.SHOE_CHANGE


# what is announced aloud


def test_result_is_announced_after_entry_under_fault() -> None:
    croupier = seated()
    for name in ("4S", "KD", "2H"):
        croupier.tell(CardRead(parse_card(name)))
    croupier.tell(FaultRaised("shoe", "unreadable"))
    croupier.supervise(Key.ENTER_CARD, *[Key.NEXT_RANK] * 7, *[Key.NEXT_SUIT] * 3, Key.ENTER_CARD)
    shown = table_panel(croupier.table)
    assert croupier.table.state.game.finished
    assert shown.sound.words == croupier.table.state.game.result()


# foreign cards beside the reader


def test_cards_are_dealt_beside_a_foreign_card() -> None:
    croupier = seated()
    croupier.tell(FaultRaised("shoe", "foreign_card"))
    read(croupier, "4S", "01")
    assert [card.name for card in croupier.table.state.game.cards["player"]] == ["4S"]
    assert faults(croupier) == [("shoe", "foreign_card")]
    croupier.tell(FaultEnded("shoe", "foreign_card"))
    assert faults(croupier) == []


@pytest.mark.clause("Practice foreign card")
@each("code", ["field_full", "reader_fault", "unknown_state"])
def test_reader_that_may_miss_a_card_stops_the_deal(code: str) -> None:
    croupier = seated()
    read(croupier, "4S", "01")
    croupier.tell(FaultRaised("shoe", code, {"code": "0D"}))
    assert croupier.table.state.stopped
    croupier.tell(FaultEnded("shoe", code))
    assert not croupier.table.state.stopped
