"""Faults at the table: several at once, open doors, power cuts, and play after them."""

import pytest

from firmware.core.vocabulary.events import (
    Door,
    DoorMoved,
    PartAnswered,
    PartAwaited,
    PowerReturned,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import SoundAlert, SpotLight
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.kits.core.table_kit import (
    BANK_WINS,
    STOPPED,
    Croupier,
    as_it_was,
    at_phase,
    refusals,
    settled,
)
from tests.kits.offenders import each


def test_faults_are_cured_in_any_order() -> None:
    croupier = at_phase(Phase.ROUND)
    before = as_it_was(croupier)
    croupier.fault("chips", "lost")
    croupier.fault("keys", "stuck_key")
    croupier.mend("chips", "lost")
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.stopped"]
    croupier.mend("keys", "stuck_key")
    croupier.press(Key.CONFIRM)
    assert as_it_was(croupier) == before


def test_fault_shows_at_its_spot() -> None:
    croupier = Croupier()
    croupier.fault("chips", "unknown_chip", spot="2", on="tie")
    assert croupier.panel.spots[2] is SpotLight.FAULT
    assert croupier.panel.spots[1] is SpotLight.AWAITING


def test_late_chips_show_during_stop() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.fault("keys", "stuck_key")
    croupier.chips(1, "banker", 5000)
    croupier.mend("keys", "stuck_key")
    assert settled(croupier.cards("2H 7C")) == []
    assert croupier.panel.spots[1] is SpotLight.LATE


# parts that are starting


@each("phase", Phase)
def test_awaited_part_stops_deal_without_fault(phase: Phase) -> None:
    croupier = at_phase(phase)
    croupier.tell(PartAwaited("chips"))
    assert (croupier.phase, croupier.table.state.device.trouble.faults) == (STOPPED, ())
    assert croupier.panel.dealer[0].key == "prompt.starting"
    assert Key.CONFIRM not in croupier.panel.keys
    assert croupier.panel.shoe_locked
    for key in (Key.CONFIRM, Key.NO_MORE_BETS, Key.CARDS_SHUFFLED):
        assert refusals(croupier.press(key)) == ["why.starting"]
    assert croupier.table.state.phase is phase


@each("phase", Phase)
def test_its_answer_leads_to_felt_check_unless_closed(
    phase: Phase,
) -> None:
    croupier = at_phase(phase)
    before = as_it_was(croupier)
    croupier.tell(PartAwaited("chips"))
    croupier.tell(PartAnswered("chips"))
    if phase is not Phase.CLOSED:
        assert croupier.panel.dealer[0].key == "prompt.confirm_felt"
        croupier.press(Key.CONFIRM)
    assert as_it_was(croupier) == before


def test_longest_awaited_comes_first() -> None:
    croupier = at_phase(Phase.CLOSED)
    awaited = []
    for part in ("shoe", "chips", "keys"):
        croupier.tell(PartAwaited(part))
    for part in ("shoe", "chips", "keys"):
        awaited.append(croupier.panel.dealer[0].values["part"])
        croupier.tell(PartAnswered(part))
    assert [said.key for said in awaited] == ["part.shoe", "part.chips", "part.keys"]
    assert croupier.phase is Phase.CLOSED


@each("phase", Phase)
def test_overdue_part_is_one_fault_no_longer_awaited(
    phase: Phase,
) -> None:
    croupier = at_phase(phase)
    before = as_it_was(croupier)
    croupier.tell(PartAwaited("chips"))
    croupier.fault("chips", "lost")
    assert croupier.table.state.device.trouble.awaited == ()
    croupier.mend("chips", "lost")
    croupier.press(Key.CONFIRM)
    assert as_it_was(croupier) == before


def test_no_card_by_hand_while_awaiting() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.fault("shoe", "unreadable")
    assert croupier.table.state.device.trouble.only_shoe
    croupier.tell(PartAwaited("chips"))
    assert refusals(croupier.enter("2H"))
    assert croupier.table.state.game.cards == at_phase(Phase.ROUND).table.state.game.cards


def test_round_voided_while_awaiting_is_confirmed_on_answer() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.tell(PartAwaited("chips"))
    croupier.supervise(Key.VOID_ROUND)
    assert (croupier.table.state.phase, croupier.phase) == (Phase.OPEN, STOPPED)
    checkpoint = croupier.table.checkpoint()
    assert checkpoint.device.trouble.awaited == ("chips",)
    croupier.table.resume_from(checkpoint)
    croupier.tell(PartAnswered("chips"))
    assert croupier.panel.dealer[0].key == "prompt.confirm_felt"


def test_power_cut_ends_awaiting() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.tell(PartAwaited("chips"))
    croupier.tell(PowerReturned())
    assert croupier.table.state.device.trouble.awaited == ()
    assert croupier.panel.dealer[0].key == "prompt.confirm_felt"


# doors


@pytest.mark.clause("ANZ 1.18.1", "ANZ 1.18.3")
@each("phase", Phase)
@each("door", Door)
def test_open_door_stops_deal_but_shoe_s_in_its_change(phase: Phase, door: Door) -> None:
    croupier = at_phase(phase)
    croupier.tell(DoorMoved(door, open=True))
    allowed = phase is Phase.SHOE_CHANGE and door is Door.SHOE
    assert (croupier.phase is STOPPED) is not allowed


@pytest.mark.clause("ANZ 1.18.3(i)")
@each("door", Door)
def test_opened_door_sounds_the_alarm(door: Door) -> None:
    croupier = at_phase(Phase.ROUND)
    before = croupier.panel.sound.number
    croupier.tell(DoorMoved(door, open=True))
    assert croupier.panel.sound.alert is SoundAlert.FAULT
    assert croupier.panel.sound.number == before + 1


@pytest.mark.clause("ANZ 1.18.3", "ANZ 1.18.4")
def test_shut_door_awaits_supervisor_and_felt() -> None:
    croupier = at_phase(Phase.ROUND)
    before = as_it_was(croupier)
    croupier.tell(DoorMoved(Door.LOGIC, open=True))
    croupier.tell(DoorMoved(Door.SHOE, open=True))
    croupier.tell(DoorMoved(Door.LOGIC, open=False))
    assert refusals(croupier.supervise(Key.CLEAR_FAULTS)) == ["why.nothing_to_clear"]
    croupier.tell(DoorMoved(Door.SHOE, open=False))
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.stopped"]
    croupier.supervise(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    assert as_it_was(croupier) == before


def test_no_round_with_shoe_door_open() -> None:
    croupier = at_phase(Phase.SHOE_CHANGE)
    croupier.tell(DoorMoved(Door.SHOE, open=True))
    assert Key.CARDS_SHUFFLED not in croupier.panel.keys
    assert refusals(croupier.press(Key.CARDS_SHUFFLED)) == ["fault.door_open"]
    croupier.tell(DoorMoved(Door.SHOE, open=False))
    croupier.press(Key.CARDS_SHUFFLED)
    assert croupier.phase is Phase.OPEN


# power


@pytest.mark.clause("Practice felt check")
@each("phase", Phase)
def test_power_cut_leads_to_felt_check(phase: Phase) -> None:
    croupier = at_phase(phase)
    before = as_it_was(croupier)
    croupier.tell(PowerReturned())
    if phase is not Phase.CLOSED:
        assert croupier.phase is STOPPED
        assert croupier.panel.dealer[0].key == "prompt.confirm_felt"
        assert refusals(croupier.card("9H")) == ["why.felt_unconfirmed"]
        croupier.press(Key.CONFIRM)
    assert as_it_was(croupier) == before


def test_power_cut_turns_key_switch_off() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.key_switch(on=True)
    croupier.tell(PowerReturned())
    assert refusals(croupier.press(Key.VOID_ROUND)) == ["why.supervisor_key"]


def test_power_cut_requeries_sensors() -> None:
    croupier = Croupier(sensed=True)
    croupier.sense(1, "banker", covered=True)
    croupier.bet_and_close()
    croupier.tell(PowerReturned())
    croupier.press(Key.CONFIRM)
    croupier.tell(StackRead(Place(1, "banker"), Cents(2500)))
    assert settled(croupier.cards(BANK_WINS)) == []
    assert len(settled(croupier.sense(1, "banker", covered=True))) == 1


@each("cents", [2500, 7500, 0])
def test_power_cut_blocks_payment_until_bets_are_read(cents: int) -> None:
    """Chips may have been moved while nothing read them: what was added or gone comes out late."""
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.tell(PowerReturned())
    croupier.press(Key.CONFIRM)
    assert settled(croupier.cards(BANK_WINS)) == []
    assert croupier.panel.dealer[0].key == "prompt.reading_chips"
    assert croupier.panel.payout is None
    lines = settled(croupier.tell(StackRead(Place(1, "banker"), Cents(cents))))
    assert bool(lines) is (cents == 2500)
    assert bool(croupier.table.state.round.bets.late_stacks) is (cents != 2500)


def test_table_restored_under_fault_is_stopped() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.fault("chips", "lost")
    croupier.supervise(Key.VOID_ROUND)
    again = Croupier(opened=False)
    again.table.resume_from(croupier.table.history.opening_checkpoint)
    assert again.phase is croupier.phase is STOPPED
    assert refusals(again.card("4S")) == ["why.stopped"]


@each("spot, on", [(0, "tie"), (8, "tie"), (1, "pair")])
def test_absent_place_is_refused(spot: int, on: str) -> None:
    croupier = Croupier(sensed=True)
    assert refusals(croupier.chips(spot, on, 500)) != []
    assert refusals(croupier.sense(spot, on, covered=True)) != []
    assert croupier.table.state.felt.unread_places() == []
