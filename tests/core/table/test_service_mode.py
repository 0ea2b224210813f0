"""The service mode: a test moves no meter, and leaves the table exactly as it found it."""

import pytest

from firmware.core.table.checkpoint import Checkpoint, DeviceState
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    Door,
    DoorMoved,
    DrawnFor,
    PowerReturned,
)
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import TestClosed, TestOpened
from tests.kits.core.table_kit import (
    BANK_WINS,
    PHASES,
    STOPPED,
    Croupier,
    at_phase,
    faults,
    refusals,
)
from tests.kits.core.tested_table import BEGUN, ENDED, in_test, is_real, one_round
from tests.kits.offenders import each


def at_the_device(checkpoint: Checkpoint) -> tuple[DeviceState, tuple[Place, ...]]:
    """Return what is so at the device, whatever is played: its parts, and what its sensors see."""
    return checkpoint.device, checkpoint.felt.covered


# where a test begins and ends

BEGINS = {
    Phase.CLOSED: [],
    Phase.OPEN: [],
    Phase.ROUND: ["why.round_open"],
    STOPPED: ["why.round_open"],
    Phase.SHOE_CHANGE: ["why.shuffle_first"],
}


@each("phase", PHASES)
def test_begins_closed_outside_rounds(phase: Phase | None) -> None:
    croupier = at_phase(phase)
    before, shown = croupier.table.checkpoint(), croupier.panel
    assert refusals(rulings := croupier.tell(BEGUN)) == BEGINS[phase]
    if BEGINS[phase]:
        assert is_real(croupier.table.checkpoint()) == is_real(before)
        assert croupier.phase is phase
        assert not croupier.panel.testing
        return
    assert rulings == (TestOpened(),)
    assert croupier.phase is Phase.CLOSED
    assert croupier.table.state.shoe.is_full
    assert croupier.tell(ENDED) == (TestClosed(),)
    assert croupier.table.checkpoint() == before
    assert croupier.panel == shown


ENDS = {**BEGINS, Phase.SHOE_CHANGE: []}


@each("phase", PHASES)
def test_ends_outside_rounds(phase: Phase | None) -> None:
    croupier = in_test(phase)
    assert refusals(rulings := croupier.tell(ENDED)) == ENDS[phase]
    if ENDS[phase]:
        assert croupier.table.state.testing
        assert croupier.phase is phase
        return
    assert rulings == (TestClosed(),)
    assert (croupier.phase, croupier.table.state.round.number) == (Phase.OPEN, 1)


@each("phase", PHASES)
def test_no_nested_begin_or_stray_end(phase: Phase | None) -> None:
    assert refusals(in_test(phase).tell(BEGUN)) == ["why.testing"]
    assert refusals(at_phase(phase).tell(ENDED)) == ["why.not_testing"]


def test_chips_block_begin_and_end() -> None:
    croupier = Croupier()
    croupier.chips(3, "tie", 500)
    said = croupier.tell(BEGUN)
    assert refusals(said) == ["why.clear_felt"]
    assert croupier.table.state.last_refusal is not None
    assert croupier.table.state.last_refusal.values["spot"] == 3
    croupier.chips(3, "tie", 0)
    croupier.tell(BEGUN)
    croupier.chips(2, "player", 500)
    assert refusals(croupier.tell(ENDED)) == ["why.clear_felt"]
    croupier.chips(2, "player", 0)
    assert croupier.tell(ENDED) == (TestClosed(),)


@each("code", sorted(FAULT_KINDS))
def test_fault_blocks_only_if_round_must_be_voided(
    code: str,
) -> None:
    refused = ["why.void_first"] if FAULT_KINDS[code].cure is FaultCure.VOID_ROUND else []
    real, test = Croupier(), in_test(Phase.OPEN)
    for croupier, event in ((real, BEGUN), (test, ENDED)):
        croupier.fault("chips", code)
        assert refusals(croupier.tell(event)) == refused
        if not refused:
            assert croupier.table.state.device.trouble.find_fault("chips", code) is not None


def test_no_end_with_shoe_door_open_in_shoe_change() -> None:
    croupier = in_test(Phase.SHOE_CHANGE)
    croupier.tell(DoorMoved(Door.SHOE, open=True))
    assert refusals(croupier.tell(ENDED)) == ["fault.door_open"]
    croupier.tell(DoorMoved(Door.SHOE, open=False))
    assert croupier.tell(ENDED) == (TestClosed(),)


# what a test is


@pytest.mark.clause("ANZ 1.31.25")
def test_meters_do_not_move() -> None:
    croupier = Croupier()
    one_round(croupier)
    before = croupier.table.state.meters
    assert before.rounds == 1
    croupier.tell(BEGUN)
    croupier.press(Key.CONFIRM)
    one_round(croupier)
    croupier.bet_and_close()
    croupier.chips(2, "tie", 500)
    croupier.chips(2, "tie", 0)
    croupier.supervise(Key.RESOLVE_LATE)
    croupier.fault("shoe", "unreadable")
    croupier.enter("4S")
    croupier.fault("shoe", "missed")
    croupier.supervise(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    croupier.supervise(Key.VOID_ROUND)
    assert croupier.table.state.meters == before
    assert croupier.table.history.opening_checkpoint.meters == before


@pytest.mark.clause("ANZ NZ3.7")
def test_full_shoe_s_first_round_leaves_no_trace() -> None:
    croupier = Croupier(late_entry="refuse")
    one_round(croupier)
    croupier.cut()
    croupier.press(Key.CARDS_SHUFFLED)
    one_round(croupier)
    before = croupier.table.checkpoint()
    assert before.shoe.gone
    assert before.shoe.faithful == ((1, None),)
    croupier.tell(BEGUN)
    croupier.press(Key.CONFIRM)
    assert (croupier.table.state.round.number, croupier.table.state.shoe.cards_left) == (1, 416)
    croupier.bet_and_close(spot=5)
    croupier.cards(BANK_WINS)
    croupier.chips(5, "banker", 0)
    croupier.press(Key.CONFIRM)
    croupier.cut()
    croupier.tell(ENDED)
    assert is_real(croupier.table.checkpoint()) == is_real(before)


@pytest.mark.clause("ANZ 1.31.24")
@each("phase", PHASES)
def test_both_displays_show_it_and_next_act_stays_first(
    phase: Phase | None,
) -> None:
    real, test = at_phase(phase).panel, in_test(phase).panel
    assert (real.testing, test.testing) == (False, True)
    assert [text.key for text in test.dealer] == [text.key for text in real.dealer]
    assert test.players[0].key == "players.testing"
    assert test.players[1:] == real.players


def test_device_state_survives_borders() -> None:
    croupier = Croupier(sensed=True)
    croupier.key_switch(on=True)
    croupier.tell(DoorMoved(Door.LOGIC, open=True))
    croupier.fault("lights", "dark")
    croupier.sense(2, "tie", covered=True)
    before = croupier.table.checkpoint()
    croupier.tell(BEGUN)
    assert at_the_device(croupier.table.checkpoint()) == at_the_device(before)
    croupier.tell(DoorMoved(Door.LOGIC, open=False))
    croupier.press(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    croupier.press(Key.CONFIRM)
    croupier.mend("lights", "dark")
    croupier.fault("figures", "dark")
    croupier.sense(2, "tie", covered=False)
    croupier.press(Key.START_SHUFFLER)
    croupier.key_switch(on=False)
    now = croupier.table.checkpoint()
    assert (now.device.shuffle, now.felt.covered, now.device.doors_open) == (1, (), ())
    croupier.tell(ENDED)
    assert at_the_device(croupier.table.checkpoint()) == at_the_device(now)


def test_table_alarm_belongs_to_its_own_rounds() -> None:
    croupier = Croupier()
    croupier.fault("table", "lot_won")
    croupier.tell(BEGUN)
    assert croupier.phase is STOPPED
    croupier.supervise(Key.CLEAR_FAULTS)
    croupier.fault("table", "implausible")
    croupier.tell(ENDED)
    assert faults(croupier) == [("table", "lot_won")]


def test_pending_felt_check_remains() -> None:
    croupier = Croupier()
    croupier.tell(PowerReturned())
    croupier.tell(BEGUN)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.CLOSED
    croupier.tell(ENDED)
    assert croupier.panel.dealer[0].key == "prompt.confirm_felt"


def test_shoe_s_stray_count_survives() -> None:
    croupier = Croupier()
    croupier.card("4S", DrawnFor.OUTSIDE)
    before = croupier.table.checkpoint()
    assert before.shoe.uncounted == (parse_card("4S"),)
    croupier.tell(BEGUN)
    croupier.tell(ENDED)
    assert croupier.table.checkpoint().shoe.uncounted == before.shoe.uncounted


# undo


def test_undo_crosses_no_border() -> None:
    croupier = Croupier()
    one_round(croupier)
    assert croupier.table.undoable
    croupier.tell(BEGUN)
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]
    croupier.press(Key.CONFIRM)
    one_round(croupier)
    assert croupier.table.undoable
    croupier.tell(ENDED)
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]


def test_key_is_undone_within_the_test() -> None:
    croupier = in_test(Phase.OPEN)
    croupier.bet_and_close()
    croupier.press(Key.UNDO)
    assert (croupier.phase, croupier.table.state.testing) == (Phase.OPEN, True)


def test_refused_border_preserves_undo_and_is_not_crossed() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.tell(BEGUN)
    croupier.press(Key.UNDO)
    assert (croupier.phase, croupier.table.state.testing) == (Phase.OPEN, False)
