"""Faults at the table: several at once, open doors, power cuts, and play after them."""

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
from firmware.core.vocabulary.panel import SpotLight
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


def test_two_faults_are_cured_in_any_order() -> None:
    croupier = at_phase(Phase.ROUND)
    before = as_it_was(croupier)
    croupier.fault("chips", "lost")
    croupier.fault("keys", "stuck_key")
    croupier.mend("chips", "lost")
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.stopped"]
    croupier.mend("keys", "stuck_key")
    croupier.press(Key.CONFIRM)
    assert as_it_was(croupier) == before


def test_a_fault_that_names_a_spot_shows_there() -> None:
    croupier = Croupier()
    croupier.fault("chips", "unknown_chip", spot="2", on="tie")
    assert croupier.panel.spots[2] is SpotLight.FAULT
    assert croupier.panel.spots[1] is SpotLight.AWAITING


def test_late_chips_are_noticed_while_the_deal_is_stopped() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.fault("keys", "stuck_key")
    croupier.chips(1, "banker", 5000)
    croupier.mend("keys", "stuck_key")
    assert settled(croupier.cards("2H 7C")) == []
    assert croupier.panel.spots[1] is SpotLight.LATE


# parts that are starting


@each("phase", Phase)
def test_a_part_that_is_awaited_stops_the_deal_without_a_fault(phase: Phase) -> None:
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
def test_when_it_has_answered_the_felt_is_confirmed_unless_the_table_is_closed(
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


def test_the_deal_waits_for_every_part_the_longest_awaited_first() -> None:
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
def test_an_awaited_part_whose_time_is_over_is_one_fault_and_awaited_no_more(
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


def test_no_card_is_entered_by_hand_while_a_part_is_awaited() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.fault("shoe", "unreadable")
    assert croupier.table.state.device.trouble.only_shoe
    croupier.tell(PartAwaited("chips"))
    assert refusals(croupier.enter("2H"))
    assert croupier.table.state.game.cards == at_phase(Phase.ROUND).table.state.game.cards


def test_a_round_voided_while_a_part_is_awaited_is_confirmed_when_it_has_answered() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.tell(PartAwaited("chips"))
    croupier.supervise(Key.VOID_ROUND)
    assert (croupier.table.state.phase, croupier.phase) == (Phase.OPEN, STOPPED)
    kept = croupier.table.checkpoint()
    assert kept.device.trouble.awaited == ("chips",)
    croupier.table.resume_from(kept)
    croupier.tell(PartAnswered("chips"))
    assert croupier.panel.dealer[0].key == "prompt.confirm_felt"


def test_after_a_power_cut_the_parts_that_were_awaited_have_to_be_awaited_anew() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.tell(PartAwaited("chips"))
    croupier.tell(PowerReturned())
    assert croupier.table.state.device.trouble.awaited == ()
    assert croupier.panel.dealer[0].key == "prompt.confirm_felt"


# doors


@each("phase", Phase)
@each("door", Door)
def test_an_open_door_stops_the_deal_but_for_the_shoe_s_while_it_is_changed(
    phase: Phase, door: Door
) -> None:
    croupier = at_phase(phase)
    croupier.tell(DoorMoved(door, open=True))
    allowed = phase is Phase.SHOE_CHANGE and door is Door.SHOE
    assert (croupier.phase is STOPPED) is not allowed


def test_a_shut_door_waits_for_the_supervisor_and_the_felt() -> None:
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


def test_no_round_opens_while_the_shoe_s_door_is_open() -> None:
    croupier = at_phase(Phase.SHOE_CHANGE)
    croupier.tell(DoorMoved(Door.SHOE, open=True))
    assert Key.CARDS_SHUFFLED not in croupier.panel.keys
    assert refusals(croupier.press(Key.CARDS_SHUFFLED)) == ["fault.door_open"]
    croupier.tell(DoorMoved(Door.SHOE, open=False))
    croupier.press(Key.CARDS_SHUFFLED)
    assert croupier.phase is Phase.OPEN


# power


@each("phase", Phase)
def test_after_a_power_cut_the_dealer_confirms_the_felt(phase: Phase) -> None:
    croupier = at_phase(phase)
    before = as_it_was(croupier)
    croupier.tell(PowerReturned())
    if phase is not Phase.CLOSED:
        assert croupier.phase is STOPPED
        assert croupier.panel.dealer[0].key == "prompt.confirm_felt"
        assert refusals(croupier.card("9H")) == ["why.felt_unconfirmed"]
        croupier.press(Key.CONFIRM)
    assert as_it_was(croupier) == before


def test_a_power_cut_turns_the_key_switch_off() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.key_switch(on=True)
    croupier.tell(PowerReturned())
    assert refusals(croupier.press(Key.VOID_ROUND)) == ["why.supervisor_key"]


def test_after_a_power_cut_the_sensors_are_asked_again() -> None:
    croupier = Croupier(sensed=True)
    croupier.sense(1, "banker", covered=True)
    croupier.bet_and_close()
    croupier.tell(PowerReturned())
    croupier.press(Key.CONFIRM)
    croupier.tell(StackRead(Place(1, "banker"), Cents(2500)))
    assert settled(croupier.cards(BANK_WINS)) == []
    assert len(settled(croupier.sense(1, "banker", covered=True))) == 1


@each("cents", [2500, 7500, 0])
def test_after_a_power_cut_nothing_is_paid_before_the_bets_are_read_again(cents: int) -> None:
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


def test_a_table_restored_under_a_fault_is_stopped() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.fault("chips", "lost")
    croupier.supervise(Key.VOID_ROUND)
    again = Croupier(opened=False)
    again.table.resume_from(croupier.table.history.opening_checkpoint)
    assert again.phase is croupier.phase is STOPPED
    assert refusals(again.card("4S")) == ["why.stopped"]


@each("spot, on", [(0, "tie"), (8, "tie"), (1, "pair")])
def test_a_place_that_is_not_there_is_refused(spot: int, on: str) -> None:
    croupier = Croupier(sensed=True)
    assert refusals(croupier.chips(spot, on, 500)) != []
    assert refusals(croupier.sense(spot, on, covered=True)) != []
    assert croupier.table.state.felt.unread_places() == []
