"""Opening, closing, late bets, paying: the table's actions on chips."""

from collections.abc import Iterable

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SoundAlert, SpotLight
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetsLocked, LateBet, LateResolved, Ruling
from tests.kits.core.table_kit import (
    BANK_WINS,
    PLAYER_WINS,
    STOPPED,
    Croupier,
    kinds,
    limits,
    place,
    refusals,
    settled,
)
from tests.kits.offenders import each


def late(rulings: Iterable[Ruling]) -> list[tuple[object, ...]]:
    return [
        (r.place.spot, r.place.on, r.cents, r.change) for r in rulings if isinstance(r, LateBet)
    ]


def paid_out() -> Croupier:
    """Return a settled round: the bank's 25 $ at spot 1 won, the player's 5 $ at spot 2 lost."""
    croupier = Croupier()
    croupier.chips(2, "player", 500)
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    assert croupier.table.state.round.bets.settled
    return croupier


def test_opens_by_its_key() -> None:
    croupier = Croupier(opened=False)
    assert croupier.phase is Phase.CLOSED
    assert refusals(croupier.chips(1, "tie", 500)) == ["why.not_open"]
    assert kinds(croupier.press(Key.CONFIRM)) == ["RoundOpened", "Announced"]
    assert (croupier.phase, croupier.table.state.round.number) == (Phase.OPEN, 1)


@pytest.mark.clause("FR 57-10")
def test_close_locks_bets_instantly() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 500)
    croupier.chips(1, "banker", 2500)
    croupier.chips(2, "player", 500)
    croupier.chips(2, "player", 0)
    rulings = croupier.press(Key.NO_MORE_BETS)
    (lock,) = (r for r in rulings if isinstance(r, BetsLocked))
    assert [(b.place, b.cents) for b in lock.bets] == [(place(1, "banker"), 2500)]
    assert croupier.panel.sound.alert is SoundAlert.NO_MORE_BETS


@pytest.mark.clause("FR 57-10")
def test_snapshot_settles_not_sensors() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.chips(1, "banker", 99_999)
    croupier.cards(BANK_WINS)
    croupier.key_switch(on=True)
    croupier.chips(1, "banker", 2500)
    (line,) = settled(croupier.press(Key.RESOLVE_LATE))
    assert (line.bet.cents, line.paid) == (2500, 2500)


def test_close_without_a_bet_reopens() -> None:
    croupier = Croupier()
    assert kinds(croupier.press(Key.NO_MORE_BETS)) == ["Announced", "Announced"]
    assert croupier.phase is Phase.OPEN


def test_bet_withdrawn_before_close_is_returned() -> None:
    croupier = Croupier()
    croupier.chips(1, "tie", 500)
    (line,) = settled(croupier.chips(1, "tie", 0))
    assert (line.outcome, line.returned, line.odds) == ("push", 500, None)


@pytest.mark.clause("Practice late bet resolved")
@each(
    "spot, on, cents, found",
    [
        (1, "banker", 3000, (1, "banker", 500, "added")),
        (1, "banker", 500, (1, "banker", 2000, "removed")),
        (1, "banker", 0, (1, "banker", 2500, "removed")),
        (3, "tie", 500, (3, "tie", 500, "added")),
    ],
)
def test_late_chips_block_settlement_until_resolved(
    spot: int, on: str, cents: int, found: object
) -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    assert late(croupier.chips(spot, on, cents)) == [found]
    assert croupier.panel.spots[spot] is SpotLight.LATE
    assert croupier.panel.sound.alert is SoundAlert.LATE
    assert settled(croupier.cards(BANK_WINS)) == []
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.late_unresolved"]
    assert refusals(croupier.press(Key.RESOLVE_LATE)) == ["why.supervisor_key"]
    assert refusals(croupier.supervise(Key.RESOLVE_LATE)) == ["why.put_right_first"]
    croupier.key_switch(on=True)
    assert late(croupier.chips(spot, on, 2500 if spot == 1 else 0)) == []
    rulings = croupier.press(Key.RESOLVE_LATE)
    assert any(isinstance(r, LateResolved) for r in rulings)
    assert [line.bet.cents for line in settled(rulings)] == [2500]


@pytest.mark.clause("Practice late bet resolved")
def test_vanished_late_bet_still_awaits_supervisor() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.chips(1, "banker", 3000)
    croupier.chips(1, "banker", 2500)
    assert settled(croupier.cards(BANK_WINS)) == []
    assert len(settled(croupier.supervise(Key.RESOLVE_LATE))) == 1


@pytest.mark.clause("Practice late bet resolved")
def test_corrected_one_of_two_late_bets_is_resolved() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.chips(1, "banker", 3000)
    croupier.chips(3, "tie", 500)
    croupier.key_switch(on=True)
    croupier.chips(3, "tie", 0)
    croupier.press(Key.RESOLVE_LATE)
    assert list(croupier.table.state.round.bets.late_stacks) == [(place(1, "banker"), None)]


@pytest.mark.clause("Practice late bet")
def test_uncounted_chips_at_first_card_are_late_unknown() -> None:
    croupier = Croupier(sensed=True)
    croupier.chips(1, "banker", 2500)
    croupier.sense(1, "banker", covered=True)
    croupier.sense(2, "tie", covered=True)
    assert late(croupier.card("4S")) == [(2, "tie", None, "added")]
    croupier.chips(2, "tie", 500)
    assert settled(croupier.cards("KD 2H 7C")) == []
    croupier.key_switch(on=True)
    croupier.chips(2, "tie", 0)
    croupier.sense(2, "tie", covered=False)
    assert len(settled(croupier.press(Key.RESOLVE_LATE))) == 1


@pytest.mark.parametrize("who", [None, "B"])
def test_chips_read_but_unsensed_at_first_card_are_on_time(
    who: str | None,
) -> None:
    croupier = Croupier(sensed=True)
    croupier.chips(1, "banker", 2500, who)
    assert late(croupier.card("4S")) == []


@pytest.mark.parametrize("other", [True, False])
def test_key_does_not_close_over_uncounted_chips(other: bool) -> None:
    croupier = Croupier(sensed=True)
    if other:
        croupier.chips(1, "banker", 2500)
        croupier.sense(1, "banker", covered=True)
    croupier.sense(2, "tie", covered=True)
    assert Key.NO_MORE_BETS not in croupier.panel.keys
    assert refusals(croupier.press(Key.NO_MORE_BETS)) == ["why.chips_unread"]
    assert croupier.phase is Phase.OPEN


def test_covered_unread_place_blocks_settlement() -> None:
    croupier = Croupier(sensed=True)
    croupier.sense(1, "banker", covered=True)
    croupier.bet_and_close()
    croupier.sense(2, "tie", covered=True)
    assert settled(croupier.cards(BANK_WINS)) == []
    assert croupier.panel.spots[2] is SpotLight.LATE
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.not_settled"]
    assert len(settled(croupier.sense(2, "tie", covered=False))) == 1


def test_bet_returned_at_close_blocks_settlement() -> None:
    croupier = Croupier(limits=limits(500, 5000))
    croupier.chips(2, "tie", 9000)
    croupier.bet_and_close()
    assert croupier.panel.spots[2] is SpotLight.LATE
    assert settled(croupier.cards(BANK_WINS)) == []
    assert croupier.panel.dealer[0].key == "prompt.return_bet"
    assert len(settled(croupier.chips(2, "tie", 0))) == 1


@each("cards", ["", "4S", "4S KD 2H"])
def test_no_confirm_before_settlement(cards: str) -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards(cards)
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.not_settled"]
    assert Key.CONFIRM not in croupier.panel.keys


@pytest.mark.clause("Practice taken chips")
def test_no_confirm_over_losing_chips() -> None:
    croupier = paid_out()
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.take_first"]
    assert Key.CONFIRM not in croupier.panel.keys
    assert croupier.panel.dealer[0].key == "prompt.take"
    croupier.chips(2, "player", 0)
    croupier.chips(1, "banker", 5000)
    assert Key.CONFIRM in croupier.panel.keys
    assert refusals(croupier.press(Key.CONFIRM)) == []
    assert (croupier.phase, croupier.table.state.round.number) == (Phase.OPEN, 2)


def test_30_chips_on_cleared_place_in_payout_are_late() -> None:
    croupier = paid_out()
    croupier.chips(2, "player", 0)
    assert late(croupier.chips(2, "player", 500)) == [(2, "player", 500, "added")]
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.late_unresolved"]
    croupier.key_switch(on=True)
    croupier.chips(2, "player", 0)
    croupier.press(Key.RESOLVE_LATE)
    croupier.chips(1, "banker", 5000)
    assert refusals(croupier.press(Key.CONFIRM)) == []


def test_payment_is_followed_by_spot() -> None:
    croupier = Croupier(denominations=(2500, 500, 100))
    for spot, cents in ((3, 2500), (1, 1000), (2, 2600)):
        croupier.chips(spot, "banker", cents)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(BANK_WINS)
    payout = croupier.panel.payout
    assert (payout.place.spot, payout.paid, payout.commission) == (1, 1000, 50)
    assert (payout.step, payout.of, payout.chips) == (1, 3, ((500, 2),))
    assert croupier.panel.pulsing == {1}
    croupier.chips(1, "banker", 2000)
    payout = croupier.panel.payout
    assert (payout.place.spot, payout.step, payout.commission) == (2, 2, 150)
    assert payout.chips == ((2500, 1), (100, 1))
    assert croupier.panel.figures == 2600
    croupier.press(Key.NEXT_PAYMENT)
    assert croupier.panel.payout.place.spot == 3
    croupier.press(Key.NEXT_PAYMENT)
    assert (croupier.panel.payout, croupier.panel.figures) == (None, None)
    assert refusals(croupier.press(Key.NEXT_PAYMENT)) == ["why.not_now"]


# voiding


@each("cards", ["", "4S", "4S KD 2H", BANK_WINS])
def test_void_returns_every_stake(cards: str) -> None:
    croupier = Croupier()
    croupier.chips(2, "player", 500)
    croupier.bet_and_close()
    croupier.cards(cards)
    assert refusals(croupier.press(Key.VOID_ROUND)) == ["why.supervisor_key"]
    rulings = croupier.supervise(Key.VOID_ROUND)
    assert kinds(rulings)[0] == "RoundVoided"
    assert [(b.outcome, b.returned) for b in settled(rulings)] == [("push", 2500), ("push", 500)]
    assert (croupier.phase, croupier.table.state.round.number) == (Phase.OPEN, 2)
    assert croupier.table.state.game.cards == {"player": [], "banker": []}


def voided() -> Croupier:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.supervise(Key.VOID_ROUND)
    return croupier


def test_returned_stake_needs_confirmation_to_be_a_bet() -> None:
    croupier = voided()
    assert croupier.panel.spots[1] is SpotLight.PUSH
    assert kinds(croupier.press(Key.NO_MORE_BETS)) == ["Announced", "Announced"]
    assert kinds(croupier.press(Key.CONFIRM)) == ["BetMoved"]
    assert croupier.panel.spots[1] is SpotLight.PLACED


def test_stake_removed_chip_by_chip_is_no_bet() -> None:
    croupier = voided()
    assert croupier.chips(1, "banker", 1000) == ()
    assert croupier.table.state.round.bets.returning_stacks == {(place(1, "banker"), None)}
    assert croupier.chips(1, "banker", 0) == ()
    assert croupier.table.state.round.bets.returning_stacks == set()


def test_added_chips_make_returned_stake_a_bet() -> None:
    croupier = voided()
    assert kinds(croupier.chips(1, "banker", 3000)) == ["BetMoved"]


def test_round_is_not_voided_twice() -> None:
    croupier = voided()
    assert refusals(croupier.supervise(Key.VOID_ROUND)) == ["why.nothing_to_void"]


def test_returned_stakes_in_shoe_change_block_no_round() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cut()
    croupier.supervise(Key.VOID_ROUND)
    assert croupier.phase is Phase.SHOE_CHANGE
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CARDS_SHUFFLED)
    croupier.bet_and_close(2)
    assert len(settled(croupier.cards(PLAYER_WINS))) == 1


def test_returned_stakes_under_fault_block_no_round() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.fault("chips", "lost")
    croupier.supervise(Key.VOID_ROUND)
    croupier.chips(1, "banker", 0)
    croupier.mend("chips", "lost")
    croupier.press(Key.CONFIRM)
    croupier.bet_and_close(2)
    assert len(settled(croupier.cards(PLAYER_WINS))) == 1


def test_alarm_over_finished_round_voids_no_money() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cut()
    croupier.cards(BANK_WINS)
    croupier.press(Key.NEXT_PAYMENT)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.SHOE_CHANGE
    croupier.card("JK")
    assert kinds(croupier.supervise(Key.VOID_ROUND)) == ["FaultCleared"]
    assert croupier.phase is Phase.SHOE_CHANGE


def test_alarm_over_closed_table_does_not_open_it() -> None:
    croupier = Croupier(opened=False)
    croupier.card("JK")
    assert croupier.phase is STOPPED
    assert kinds(croupier.supervise(Key.VOID_ROUND)) == ["FaultCleared"]
    assert croupier.phase is Phase.CLOSED
