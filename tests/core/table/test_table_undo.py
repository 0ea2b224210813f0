"""The dealer's last key is taken back, as long as nothing physical has followed it."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.vocabulary.cards import FULL_PACK, TILE_SET
from firmware.core.vocabulary.events import CardRead, ChipsSwept, Door, DoorMoved, PowerReturned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import PanelSound
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Undone
from tests.kits.core.results_kit import Felt
from tests.kits.core.table_kit import BANK_WINS, Croupier, kinds, refusals
from tests.kits.offenders import each


def state(croupier: Croupier) -> tuple[object, ...]:
    """All but the sound, whose number never goes back."""
    panel, now = croupier.panel, croupier.table.checkpoint()
    table = replace(now, device=replace(now.device, sound=PanelSound()))
    return croupier.phase, table, panel.spots, panel.dealer, panel.payout


def before_close() -> tuple[Croupier, Key]:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    return croupier, Key.NO_MORE_BETS


def before_next() -> tuple[Croupier, Key]:
    croupier, close = before_close()
    croupier.press(close)
    croupier.cards(BANK_WINS)
    return croupier, Key.NEXT_PAYMENT


def before_confirm() -> tuple[Croupier, Key]:
    croupier, _ = before_next()
    croupier.chips(1, "banker", 5000)
    return croupier, Key.CONFIRM


def before_confirm_of_the_last() -> tuple[Croupier, Key]:
    croupier, confirm = before_confirm()
    croupier.cut()
    return croupier, confirm


Scene = Callable[[], tuple[Croupier, Key]]

UNDOABLE: list[Scene] = [before_close, before_next, before_confirm, before_confirm_of_the_last]


@pytest.mark.clause("NJ 13:69E-1.28P(d)")
@each("scene", UNDOABLE)
def test_undo_restores_state_before_key(scene: Scene) -> None:
    croupier, key = scene()
    before = state(croupier)
    croupier.press(key)
    assert state(croupier) != before
    assert Key.UNDO in croupier.panel.keys
    assert croupier.press(Key.UNDO) == (Undone(key.value),)
    assert state(croupier) == before


@each("scene", UNDOABLE)
def test_sound_number_is_never_reused(scene: Scene) -> None:
    croupier, key = scene()
    croupier.press(key)
    sound = croupier.panel.sound.number
    croupier.press(Key.UNDO)
    assert croupier.panel.sound.number > sound


PHYSICAL = {
    "chips": lambda c: c.chips(5, "tie", 500),
    "sensor": lambda c: c.sense(5, "tie", covered=True),
    "card": lambda c: c.card("4H"),
    "cut card": lambda c: c.cut(),
    "door": lambda c: c.tell(DoorMoved(Door.SHOE, open=True)),
    "fault": lambda c: c.fault("lights", "dark"),
    "fault over": lambda c: c.mend("lights", "dark"),
    "power": lambda c: c.tell(PowerReturned()),
}


@each("scene", UNDOABLE)
@each("what", PHYSICAL)
def test_nothing_after_a_physical_event(scene: Scene, what: str) -> None:
    croupier, key = scene()
    croupier.press(key)
    PHYSICAL[what](croupier)
    assert Key.UNDO not in croupier.panel.keys
    phase = croupier.phase
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]
    assert croupier.phase is phase


@each("scene", UNDOABLE)
def test_refused_key_preserves_undo(scene: Scene) -> None:
    croupier, key = scene()
    croupier.press(key)
    refused = Key.CARDS_SHUFFLED if croupier.phase is Phase.ROUND else Key.NEXT_PAYMENT
    assert refusals(croupier.press(refused)) != []
    assert kinds(croupier.press(Key.UNDO)) == ["Undone"]


def test_dealer_does_not_undo_supervisor_s_void() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.key_switch(on=True)
    croupier.press(Key.NO_MORE_BETS)
    croupier.press(Key.VOID_ROUND)
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]


def test_dealer_does_not_undo_shuffle() -> None:
    croupier, key = before_confirm()
    croupier.chips(1, "banker", 0)
    croupier.press(key)
    croupier.press(Key.CARDS_SHUFFLED)
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]
    assert croupier.table.state.shoe.cards_left == 416


def test_payments_are_undone_singly() -> None:
    croupier = Croupier()
    for spot in (1, 2, 3):
        croupier.chips(spot, "banker", 500)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(BANK_WINS)
    croupier.press(Key.NEXT_PAYMENT)
    croupier.press(Key.NEXT_PAYMENT)
    for spot in (2, 1):
        croupier.press(Key.UNDO)
        assert croupier.panel.payout.place.spot == spot
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]


def test_count_from_opening_survives_several_undos() -> None:
    croupier = Croupier()
    opened = len(croupier.log)
    for spot in (1, 2, 3):
        croupier.chips(spot, "banker", 500)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(BANK_WINS)
    for key in (Key.NEXT_PAYMENT, Key.NEXT_PAYMENT, Key.UNDO, Key.UNDO):
        croupier.press(key)
        assert croupier.table.history.since_opening == len(croupier.log) - opened


def test_undo_states_count_of_events() -> None:
    croupier, key = before_next()
    croupier.press(key)
    croupier.press(Key.CARDS_SHUFFLED)
    assert croupier.press(Key.UNDO) == (Undone(key.value, back=2),)


def test_readings_after_power_cut_are_not_undone() -> None:
    """Else an undo takes back that the chips still lie there, and the sweep has them gone."""
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.tell(PowerReturned())
    croupier.press(Key.CONFIRM)
    croupier.press(Key.NO_MORE_BETS)
    croupier.chips(1, "banker", 2500)
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]
    croupier.tell(ChipsSwept())
    assert croupier.table.state.round.bets.late_stacks == {}


# what the dealer had begun


def half_a_throw() -> tuple[Felt, Key]:
    craps = Felt("craps")
    craps.bet(1, "pass", 1000)
    craps.key(3)
    return craps, Key.NO_MORE_BETS


def a_tile_named() -> tuple[Felt, Key]:
    pai_gow = Felt("pai-gow")
    pai_gow.bet(1, "main", 1500)
    pai_gow.press(Key.NO_MORE_BETS)
    pai_gow.tell(*map(CardRead, TILE_SET))
    pai_gow.press(Key.NEXT_RANK, Key.NEXT_SUIT)
    return pai_gow, Key.PICK_CARD


def a_tile_picked() -> tuple[Felt, Key]:
    pai_gow, pick = a_tile_named()
    pai_gow.press(pick, Key.NEXT_RANK)
    return pai_gow, Key.PICK_CARD


def a_spot_chosen() -> tuple[Felt, Key]:
    poker = Felt("three-card-poker")
    for spot in (1, 2):
        poker.bet(spot, "ante", 1000)
    poker.press(Key.NO_MORE_BETS)
    poker.tell(*map(CardRead, FULL_PACK[:9]))
    poker.press(Key.NEXT_PLACE)
    return poker, Key.FOLD


@each("begun", [half_a_throw, a_tile_named, a_tile_picked, a_spot_chosen])
def test_prior_entry_is_restored(
    begun: Callable[[], tuple[Felt, Key]],
) -> None:
    felt, key = begun()
    gesture = felt.table.state.key_entry
    assert gesture != NO_KEY_ENTRY
    felt.press(key)
    assert felt.table.state.key_entry != gesture
    felt.press(Key.UNDO)
    assert felt.refused == []
    assert felt.table.state.key_entry == gesture
