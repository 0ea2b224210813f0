"""A bank of slot machines: plays, the lot in thousandths of a cent, and defects (87 to 95)."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.games.slot_bank import (
    DefectDecided,
    JackpotAmount,
    Settled,
    SlotBank,
    SlotPlay,
    SlotResult,
    bank_of,
)
from firmware.core.vocabulary.rulings import Refused
from tests.kits.offenders import each

MACHINE = {"denomination": 25, "return": 8300}
LINKED = {**MACHINE, "coins": 3, "odds": 1_000_000}
LOT = {"machines": [1, 2], "base": 1_000_000, "permille": 10}


def bank(**options: Any) -> SlotBank:
    machines = {"1": LINKED, "2": LINKED, "3": MACHINE}
    return bank_of({"machines": machines, "progressive": LOT} | options)


def test_89_a_play_is_settled_once_its_result_is_in() -> None:
    here = bank()
    assert here.apply_act(SlotPlay(3, 75)) == ()
    assert here.pending
    assert here.apply_act(SlotResult(3, 500)) == (Settled(3, 75, "win", 0, 500, "89"),)
    here.apply_act(SlotPlay(3, 25))
    assert here.apply_act(SlotResult(3)) == (Settled(3, 25, "lose", 0, 0, "89"),)
    assert not here.pending


def test_91_the_lot_is_told_when_it_has_grown_by_a_cent() -> None:
    here = bank()
    assert here.apply_act(SlotPlay(1, 75)) == ()  # three quarters of a cent
    here.apply_act(SlotResult(1))
    assert here.apply_act(SlotPlay(2, 75)) == (JackpotAmount(1_000_001),)
    assert here.apply_act(SlotPlay(3, 7500)) == ()


def test_91_a_lot_that_is_won_is_paid_whole_cents_and_begins_once_more() -> None:
    here = bank()
    here.apply_act(SlotPlay(1, 150))
    won = here.apply_act(SlotResult(1, jackpot=True))
    assert won == (Settled(1, 150, "win", 0, 1_000_001, "91"), JackpotAmount(1_000_000))
    assert here.jackpot_thousandths == 1_000_000_500


def test_95_a_defect_of_the_machine_gives_the_stake_back_also_after_an_amount_was_shown() -> None:
    here = bank()
    here.apply_act(SlotPlay(3, 75))
    here.apply_act(SlotResult(3, 500))
    assert here.apply_act(DefectDecided(3, "machine")) == (Settled(3, 75, "push", 75, 0, "95"),)
    assert isinstance(here.apply_act(DefectDecided(3, "machine"))[0], Refused)


def test_94_who_disturbed_the_machine_loses_his_stake() -> None:
    here = bank()
    here.apply_act(SlotPlay(3, 75))
    assert here.apply_act(DefectDecided(3, "player")) == (Settled(3, 75, "lose", 0, 0, "94"),)
    assert not here.pending


def test_95_a_lot_shown_by_a_defective_machine_was_not_won() -> None:
    here = bank()
    here.apply_act(SlotPlay(1, 150))
    before = here.jackpot_thousandths
    here.apply_act(SlotResult(1, jackpot=True))
    ruled = here.apply_act(DefectDecided(1, "machine"))
    assert ruled == (Settled(1, 150, "push", 150, 0, "95"), JackpotAmount(1_000_001))
    assert here.jackpot_thousandths == before


@each(
    "options",
    [
        {"machines": {"1": {**MACHINE, "return": 8299}}, "progressive": None},
        {"machines": {"0": MACHINE}, "progressive": None},
        {"machines": {"128": MACHINE}, "progressive": None},
        {"machines": {}, "progressive": None},
        {"machines": {"one": MACHINE}, "progressive": None},
        {"machines": {"1": LINKED, "2": {**LINKED, "coins": 2}}},
        {"machines": {"1": LINKED, "2": {**LINKED, "odds": 999_999}}},
        {"machines": {"1": MACHINE, "2": MACHINE}},
        {"machines": {"1": LINKED}},
        {"progressive": {**LOT, "machines": []}},
        {"progressive": {**LOT, "permille": 0}},
        {"progressive": {**LOT, "permille": 1001}},
        {"machines": {"1": {**MACHINE, "return": 10_001}}, "progressive": None},
        {"machines": {"1": LINKED, "2": {**LINKED, "denomination": 100}}},
        {"lights": True},
    ],
)
def test_92_and_93_machines_that_may_not_play_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionRefused):
        bank(**options)


def test_93_a_return_of_all_and_a_lot_that_takes_all_are_none_too_many() -> None:
    machines = {"1": {**LINKED, "return": 10_000}, "2": LINKED, "3": MACHINE}
    assert bank(machines=machines, progressive={**LOT, "permille": 1000})


@each("cents, wins", [(25, False), (50, False), (75, True), (100, True)])
def test_92_the_lot_is_won_with_all_of_its_coins_alone(cents: int, wins: bool) -> None:
    here = bank()
    here.apply_act(SlotPlay(1, cents))
    ruled = here.apply_act(SlotResult(1, jackpot=True))[0]
    assert isinstance(ruled, Settled if wins else Refused)
    assert here.pending is not wins


@each(
    "act",
    [
        SlotPlay(9, 25),
        SlotPlay(1, 30),
        SlotPlay(1, 0),
        SlotResult(1, 25),
        DefectDecided(1, "player"),
        SlotResult(3, jackpot=True),
        SlotResult(3, -25),
        SlotPlay(3, 25),
    ],
)
def test_this_is_refused_and_changes_nothing(act: SlotPlay | SlotResult | DefectDecided) -> None:
    here, same = bank(), bank()
    for one in (here, same):
        one.apply_act(SlotPlay(3, 25))
    assert isinstance(here.apply_act(act)[0], Refused)
    assert here == same


def test_every_thousandth_of_a_cent_is_in_the_lot_or_was_won() -> None:
    rng, here = Random(1), bank()
    fed = won = Fraction(0)
    begun = 1
    for _ in range(3000):
        machine = rng.choice([1, 2, 3])
        cents = 25 * rng.randint(1, 3)
        here.apply_act(SlotPlay(machine, cents))
        fed += Fraction(cents * 10, 1000) if machine < 3 else 0
        jackpot = machine < 3 and cents == 75 and rng.random() < 0.03
        settled = here.apply_act(SlotResult(machine, jackpot=jackpot))[0]
        assert isinstance(settled, Settled)
        won += settled.paid
        begun += jackpot
    assert Fraction(here.jackpot_thousandths, 1000) == begun * 1_000_000 + fed - won
