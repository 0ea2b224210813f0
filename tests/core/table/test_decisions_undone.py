"""The supervisor undoes decision after decision, whatever lies on the felt since."""

import pytest

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    NumberDrawn,
    PowerReturned,
    StackRead,
    TimeUp,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Undone
from tests.kits.core.results_kit import Felt

HANDS = "2S 3S 4S 5S 7H  2H 3H 4H 5H 7S  9S TS JS QS AH"


def raised(*spots: int) -> Felt:
    """Return Poker des Caraïbes with two antes, dealt, and the raises of these spots."""
    felt = Felt("caribbean-stud")
    felt.bet(1, "ante", 1000)
    felt.bet(2, "ante", 1000)
    felt.press(Key.NO_MORE_BETS)
    felt.tell(*(CardRead(parse_card(name)) for name in HANDS.split()))
    for spot in spots:
        felt.bet(spot, "raise", 2000)
        felt.press(Key.RAISE)
    assert felt.refused == []
    return felt


def lapse(felt: Felt) -> None:
    """Let chips wait in vain for their decision."""
    felt.now += 20_000
    felt.tell(TimeUp())


def late_spots(felt: Felt) -> set[int]:
    return {place.spot for place, _ in felt.table.state.round.bets.late_stacks}


def test_dealer_undoes_only_before_physical_acts() -> None:
    felt = raised(1, 2)
    felt.press(Key.UNDO)
    assert felt.refused == []
    assert Key.UNDO not in felt.lit
    felt.press(Key.UNDO)
    assert felt.refused == ["why.undo_supervised"]


def test_supervisor_undoes_each_then_takes_card_back() -> None:
    felt = raised(1, 2)
    felt.key_switch(on=True)
    felt.press(Key.UNDO)
    assert Key.UNDO in felt.lit
    felt.press(Key.UNDO)
    assert Key.UNDO not in felt.lit
    felt.press(Key.TAKE_CARD_BACK)
    assert felt.refused == []
    assert felt.table.state.game.due is not None


def test_its_chips_are_late_and_relaid_after_resolve() -> None:
    felt = raised(1, 2)
    felt.key_switch(on=True)
    felt.press(Key.UNDO, Key.UNDO)
    lapse(felt)
    assert late_spots(felt) == {1, 2}
    assert felt.prompt[0] == "prompt.resolve_late"
    felt.bet(1, "raise", 0)
    felt.bet(2, "raise", 0)
    felt.press(Key.RESOLVE_LATE)
    assert felt.prompt[0] != "prompt.resolve_late"
    felt.bet(1, "raise", 2000)
    felt.press(Key.RAISE)
    felt.press(Key.FOLD)
    assert felt.refused == []
    assert felt.table.state.round.bets.settled


def test_later_card_is_taken_back_first() -> None:
    felt = Felt("blackjack")
    felt.bet(1, "main", 1000)
    felt.tell(*(CardRead(parse_card(name)) for name in ("TS", "9D", "4H")))
    felt.press(Key.HIT)
    felt.tell(CardRead(parse_card("2H")), KeySwitchTurned(on=True))
    felt.press(Key.UNDO)
    assert felt.refused == ["why.take_back_first"]
    felt.press(Key.TAKE_CARD_BACK, Key.UNDO, Key.TAKE_CARD_BACK)
    assert len(felt.refused) == 1


def standing(felt: Felt) -> tuple[object, ...]:
    device = felt.table.state.device
    return device.trouble, device.key_switch, device.doors_open, dict(felt.table.state.felt.stacks)


SINCE: dict[str, tuple[Event, ...]] = {
    "a door": (DoorMoved(Door.SHOE, open=True), DoorMoved(Door.SHOE, open=False)),
    "a fault": (FaultRaised("shoe", "missed"), FaultEnded("shoe", "missed")),
    "a late bet": (StackRead(Place(2, "ante"), Cents(1500)),),
    "a power cut": (PowerReturned(),),
}


@pytest.mark.parametrize("since", SINCE)
def test_later_events_outlast_the_undo(since: str) -> None:
    felt = raised(1)
    felt.tell(*SINCE[since], KeySwitchTurned(on=True))
    before = standing(felt), late_spots(felt)
    undone = [ruling for ruling in felt.press(Key.UNDO) if isinstance(ruling, Undone)]
    assert [ruling.key for ruling in undone] == ["raise"]
    assert (standing(felt), late_spots(felt) - {1}) == before
    felt.press(Key.TAKE_CARD_BACK)
    assert felt.refused == []


def test_cleared_stop_stays_cleared() -> None:
    felt = raised(1)
    felt.tell(FaultRaised("shoe", "missed"), KeySwitchTurned(on=True))
    felt.press(Key.CLEAR_FAULTS, Key.CONFIRM, Key.UNDO)
    assert not felt.table.state.stopped
    assert felt.refused == []


def test_card_set_aside_is_not_dealt() -> None:
    felt = raised(1)
    felt.tell(CardRead(parse_card("KC")), KeySwitchTurned(on=True))
    felt.press(Key.UNDO)
    assert felt.table.state.shoe.stray_cards == [parse_card("KC")]


def test_wrongly_lost_chips_go_back() -> None:
    felt = Felt("caribbean-stud")
    felt.bet(1, "ante", 1000)
    felt.press(Key.NO_MORE_BETS)
    felt.tell(*(CardRead(parse_card(name)) for name in f"{HANDS[:15]} {HANDS[32:]}".split()))
    felt.press(Key.FOLD)
    felt.bet(1, "ante", 0)
    felt.key_switch(on=True)
    felt.press(Key.UNDO)
    assert late_spots(felt) == {1}
    felt.bet(1, "ante", 1000)
    felt.press(Key.RESOLVE_LATE)
    felt.bet(1, "raise", 2000)
    felt.press(Key.RAISE)
    assert felt.refused == []


def test_none_after_confirm_and_a_chip() -> None:
    felt = raised(1, 2)
    felt.sweep()
    felt.press(Key.CONFIRM, Key.CARDS_SHUFFLED)
    felt.bet(1, "ante", 1000)
    felt.key_switch(on=True)
    felt.press(Key.UNDO)
    assert felt.refused == ["why.nothing_to_undo"]


def test_48_1_supervisor_undoes_number_and_redraws() -> None:
    felt = Felt("pai-gow-poker", {"generator": "system"})
    felt.bet(1, "main", 1000)
    felt.press(Key.NO_MORE_BETS)
    felt.tell(NumberDrawn(5))
    assert Key.UNDO not in felt.lit
    felt.key_switch(on=True)
    (undone,) = felt.press(Key.UNDO)
    assert isinstance(undone, Undone)
    assert undone.key == Key.REQUEST_NUMBER
    assert felt.table.awaits_number
    felt.tell(NumberDrawn(2), KeyPressed(Key.UNDO))
    assert felt.table.awaits_number
