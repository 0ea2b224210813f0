"""Readers under the seats: the table is notified if a named hand is its seat's, and no more."""

import pytest

from firmware.core.poker_room.engine.rulings import AlarmRaised, HandShown
from firmware.core.poker_room.engine.state import GameStage
from firmware.core.table.card_picker import keys_to_card
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.events import (
    DeckDoubted,
    FaultRaised,
    HandCompared,
    KeySwitchTurned,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.rulings import Ruling
from tests.kits.games.keyed_poker import KeyedPoker

HAND = tuple(map(parse_card, ("AS", "AH")))


def with_readers(**options: object) -> KeyedPoker:
    keyed = KeyedPoker(readers="seats", **options)
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.CALL, Key.CHECK, Key.BURN_CARD)
    keyed.card("7H", "8D", "2C")
    return keyed


def at_the_showdown() -> KeyedPoker:
    keyed = with_readers()
    for card in ("KS", "3S"):
        keyed.press(Key.CHECK, Key.CHECK, Key.BURN_CARD)
        keyed.card(card)
    keyed.press(Key.CHECK, Key.CHECK)
    assert keyed.room.game is not None
    assert keyed.room.game.stage is GameStage.SHOWDOWN
    return keyed


def prompted(keyed: KeyedPoker) -> int:
    spot = keyed.panel.ask.spot
    assert spot is not None
    return spot


def compared(keyed: KeyedPoker, *, agrees: bool | None) -> tuple[Ruling, ...]:
    """Name the aces for the hand that is asked for, and let the reader compare them."""
    spot = prompted(keyed)
    keyed.card("AS", "AH")
    return keyed.tell(HandCompared(spot, HAND, agrees))


def shows(keyed: KeyedPoker) -> bool:
    return any(isinstance(ruling, HandShown) for ruling in keyed.press(Key.SHOW_HAND))


def says(keyed: KeyedPoker) -> list[str]:
    return [line.key for line in keyed.panel.dealer]


def test_only_open_cards_are_published() -> None:
    keyed = with_readers()
    laid_out = keyed.panel.laid_out
    assert laid_out is not None
    assert (laid_out.down, laid_out.shown, laid_out.named) == ({1: 2, 2: 2}, {}, None)
    assert [card.name for card in laid_out.exposed_elsewhere] == ["7H", "8D", "2C"]


def test_scrambled_burn_is_open_and_undone_flop_is_not() -> None:
    keyed = with_readers()
    keyed.card("KS")
    keyed.tell(KeySwitchTurned(on=True))
    keyed.press(Key.NEXT_RANK, *keys_to_card(parse_card("2C"), FULL_PACK), Key.BURN_CARD)
    laid_out = keyed.panel.laid_out
    assert laid_out is not None
    assert {card.name for card in laid_out.exposed_elsewhere} == {"7H", "8D", "KS", "2C"}
    keyed.press(Key.TAKE_CARD_BACK)
    laid_out = keyed.panel.laid_out
    assert laid_out is not None
    assert laid_out.exposed_elsewhere == ()


def test_hand_taken_back_is_recompared() -> None:
    keyed = at_the_showdown()
    compared(keyed, agrees=True)
    assert shows(keyed)
    keyed.supervise(Key.TAKE_CARD_BACK)
    laid_out = keyed.panel.laid_out
    assert laid_out is not None
    assert laid_out.shown == {}
    compared(keyed, agrees=True)
    assert shows(keyed)


def test_table_without_readers_publishes_nothing() -> None:
    keyed = KeyedPoker()
    keyed.seat(100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT)
    assert keyed.panel.laid_out is None


def test_complete_hand_goes_to_readers() -> None:
    keyed = at_the_showdown()
    spot = prompted(keyed)
    named = []
    for card in ("AS", "AH"):
        keyed.card(card)
        laid_out = keyed.panel.laid_out
        assert laid_out is not None
        named.append(laid_out.named)
    assert named == [None, (spot, HAND)]


@pytest.mark.parametrize(("agrees", "line"), [(True, "same"), (None, "unread")])
def test_hand_is_shown_once_compared(agrees: bool | None, line: str) -> None:
    keyed = at_the_showdown()
    compared(keyed, agrees=agrees)
    assert f"room.hole.{line}" in says(keyed)
    assert shows(keyed)


def test_show_before_comparison_refused() -> None:
    keyed = at_the_showdown()
    keyed.card("AS", "AH")
    assert keyed.refused(Key.SHOW_HAND) == "room.hole.wait"
    keyed.tell(HandCompared(prompted(keyed), HAND, agrees=True))
    assert shows(keyed)


def test_comparison_of_other_cards_does_not_count() -> None:
    keyed = at_the_showdown()
    compared(keyed, agrees=True)
    keyed.press(Key.EMPTY_PLACE)
    keyed.card("AS", "KH")
    assert keyed.refused(Key.SHOW_HAND) == "room.hole.wait"


def test_contradiction_names_no_card() -> None:
    keyed = at_the_showdown()
    [alarm] = compared(keyed, agrees=False)
    assert isinstance(alarm, AlarmRaised)
    assert (alarm.code, dict(alarm.why.values)) == ("foul_deck", {})
    assert "room.alarm.other_hand" in says(keyed)
    assert keyed.panel.ask.do is Act.TAKE_CARD_BACK
    assert keyed.refused(Key.SHOW_HAND) == "why.stopped"


def test_supervisor_takes_back_cards_and_pot_lives() -> None:
    keyed = at_the_showdown()
    compared(keyed, agrees=False)
    keyed.supervise(Key.TAKE_CARD_BACK)
    assert keyed.table.state.key_entry.low == ()
    compared(keyed, agrees=True)
    assert shows(keyed)
    assert keyed.chips() == 20_000


def test_supervisor_may_show_a_contradicted_hand() -> None:
    keyed = at_the_showdown()
    keyed.tell(KeySwitchTurned(on=True))
    assert compared(keyed, agrees=False) == ()
    assert shows(keyed)


def test_dark_reader_defers_to_dealer() -> None:
    keyed = at_the_showdown()
    keyed.tell(FaultRaised("seats", "dark"))
    assert keyed.panel.ask.do is Act.SHOW_HANDS
    keyed.card("AS", "AH")
    assert shows(keyed)


def test_foul_deck_returns_last_card() -> None:
    keyed = with_readers()
    keyed.press(Key.CHECK, Key.CHECK, Key.BURN_CARD)
    keyed.card("KS")
    [alarm] = keyed.tell(DeckDoubted())
    assert isinstance(alarm, AlarmRaised)
    assert alarm.code == "foul_deck"
    keyed.supervise(Key.TAKE_CARD_BACK)
    assert keyed.room.game is not None
    assert len(keyed.room.game.board) == 3
    keyed.card("QS")
    assert [card.name for card in keyed.room.game.board] == ["7H", "8D", "2C", "QS"]
    assert keyed.refused(Key.CHECK) is None


def test_foul_deck_after_decision_takes_none_back() -> None:
    keyed = with_readers()
    keyed.press(Key.CHECK)
    keyed.tell(DeckDoubted())
    keyed.supervise(Key.TAKE_CARD_BACK)
    assert keyed.room.game is not None
    assert len(keyed.room.game.board) == 3
    assert keyed.room.alarm is None


def test_foul_deck_may_be_voided_after_pots_are_won() -> None:
    keyed = with_readers()
    keyed.press(Key.FOLD)
    keyed.tell(DeckDoubted())
    assert keyed.refused(Key.CONFIRM) == "why.stopped"
    keyed.supervise(Key.VOID_ROUND)
    assert keyed.chips() == 20_000
    assert keyed.room.game is None


def test_no_alarm_between_games() -> None:
    keyed = KeyedPoker(readers="seats")
    keyed.seat(100, 100)
    assert keyed.tell(DeckDoubted()) == ()
    assert keyed.tell(HandCompared(1, HAND, agrees=False)) == ()
