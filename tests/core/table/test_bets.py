"""The bets of one round, after the lock."""

import pytest

from firmware.core.table.felt import Felt
from firmware.core.table.late_bets import RoundBets
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled, LateBet
from tests.kits.core.table_kit import place
from tests.kits.offenders import each

SPOT_1 = (place(1, "banker"), None)
SPOT_2 = (place(2, "player"), None)
BET_1, BET_2 = Bet(SPOT_1[0], Cents(1000)), Bet(SPOT_2[0], Cents(500))


def locked() -> RoundBets:
    return RoundBets([BET_1, BET_2], locked_at=100)


def settled() -> RoundBets:
    bets = locked()
    lines = (
        BetSettled(BET_1, "win", Cents(1000), Cents(1000)),
        BetSettled(BET_2, "lose", Cents(0)),
    )
    bets.settle(lines, is_whole=True)
    return bets


def moved(
    bets: RoundBets, stack: Stack, before: int, after: int, *, supervised: bool = False
) -> LateBet | None:
    return bets.chips_moved(stack, Cents(before), Cents(after), 250, supervised=supervised)


@pytest.mark.clause("Practice late bet")
@each("after, change, cents", [(1500, "added", 500), (400, "removed", 600), (0, "removed", 1000)])
def test_chips_moved_after_lock_are_late(after: int, change: str, cents: int) -> None:
    bets = locked()
    late = moved(bets, SPOT_1, 1000, after)
    assert (late.change, late.cents, late.after_ms) == (change, cents, 150)
    assert bets.late_stacks == {SPOT_1: 1000}


@pytest.mark.clause("FR 57-10")
def test_snapshot_outlasts_chip_moves() -> None:
    bets = locked()
    for before, after in ((1000, 1500), (1500, 0), (0, 700)):
        assert moved(bets, SPOT_1, before, after) is not None
    assert bets.late_stacks == {SPOT_1: 1000}


def test_supervisor_resolves_late_bet_and_new_one_is_late() -> None:
    bets = locked()
    moved(bets, SPOT_1, 1000, 1500)
    assert moved(bets, SPOT_1, 1500, 1000, supervised=True) is None
    assert moved(bets, SPOT_2, 500, 0, supervised=True) is not None


@each("steps", [[1500, 2000], [2000], [0], [400, 0]])
def test_paying_and_taking_are_not_late(steps: list[int]) -> None:
    bets, before = settled(), 1000
    for after in steps:
        assert moved(bets, SPOT_1, before, after) is None
        before = after
    assert bets.next_payment is None


@each(
    "stack, steps",
    [
        (SPOT_1, [2001]),
        (SPOT_1, [0, 500]),
        (SPOT_2, [500 + 1]),
        (SPOT_2, [0, 100]),
        ((place(3, "tie"), None), [100]),
    ],
)
def test_30_no_bets_during_payment(stack: Stack, steps: list[int]) -> None:
    bets, before = settled(), 0
    before = {SPOT_1: 1000, SPOT_2: 500}.get(stack, 0)
    for after in steps[:-1]:
        assert moved(bets, stack, before, after) is None
        before = after
    assert moved(bets, stack, before, steps[-1]).change == "added"
    assert bets.late_stacks == {stack: before}


def test_next_skips_one_payment() -> None:
    bets = settled()
    assert bets.next_payment.bet == BET_1
    assert bets.skip_payment()
    assert bets.next_payment is None
    assert not bets.skip_payment()


@pytest.mark.clause("Practice taken chips")
def test_losing_stack_there_is_untaken() -> None:
    bets, felt = settled(), Felt(7, ("player", "banker", "tie"), sensed=False)
    felt.set_amount(SPOT_2, Cents(500))
    assert [lost.stack for lost in bets.takings(felt)] == [SPOT_2]
    felt.set_amount(SPOT_2, Cents(0))
    assert list(bets.takings(felt)) == []


def test_first_late_stack_off_the_snapshot_is_wrong() -> None:
    bets, felt = locked(), Felt(7, ("player", "banker", "tie"), sensed=False)
    felt.set_amount(SPOT_1, Cents(1500))
    felt.set_amount(SPOT_2, Cents(500))
    moved(bets, SPOT_1, 1000, 1500)
    moved(bets, SPOT_2, 0, 500)
    assert bets.first_unrestored(felt) == SPOT_1
    assert bets.restored_stacks(felt) == [SPOT_2]


def test_early_taken_chips_are_counted_when_lifted() -> None:
    half = Bet(SPOT_1[0], Cents(2500))
    bets = RoundBets([Bet(SPOT_1[0], Cents(5000))])
    won = BetSettled(half, "win", Cents(2500), Cents(2500))
    bets.settle((BetSettled(half, "lose", Cents(0)), won), is_whole=True)
    assert moved(bets, SPOT_1, 5000, 4000) is None
    assert bets.movements(SPOT_1).taken == 1000
    assert moved(bets, SPOT_1, 4000, 2500) is None
    assert bets.movements(SPOT_1).taken == 2500
