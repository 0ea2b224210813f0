"""Every fault of the catalogue, and what cures it."""

import pytest

from firmware.core.faults import FAULTS, Cure
from firmware.core.trouble import Fault, Trouble

CODES = sorted(FAULTS)


def troubled(code: str, part: str = "chips") -> Trouble:
    trouble = Trouble()
    assert trouble.add(Fault(part, code))
    return trouble


@pytest.mark.parametrize("code", CODES)
def test_a_fault_is_new_once(code: str) -> None:
    trouble = troubled(code)
    assert not trouble.add(Fault("chips", code))
    assert trouble.add(Fault("lights", code))


@pytest.mark.parametrize("code", CODES)
def test_whether_a_fault_stops_is_the_catalogue_s(code: str) -> None:
    trouble = troubled(code)
    assert trouble.stopped is FAULTS[code].stops
    assert bool(trouble.stopping) is FAULTS[code].stops


@pytest.mark.parametrize("code", CODES)
def test_the_end_of_its_cause_cures_only_what_the_catalogue_says(code: str) -> None:
    trouble, cure = troubled(code), FAULTS[code].cure
    over = trouble.end("chips", code)
    assert over is (cure in (Cure.ITSELF, Cure.FELT))
    assert trouble.felt_unconfirmed is (cure is Cure.FELT)
    assert trouble.stopped is (cure is not Cure.ITSELF)


@pytest.mark.parametrize("code", CODES)
def test_the_supervisor_clears_what_waits_for_him(code: str) -> None:
    trouble, kind = troubled(code), FAULTS[code]
    assert bool(trouble.clear()) is kind.passing
    trouble = troubled(code)
    trouble.end("chips", code)
    assert bool(trouble.clear()) is (kind.cure is Cure.CLEAR)


@pytest.mark.parametrize("code", [c for c in CODES if FAULTS[c].cure is Cure.ITSELF])
def test_the_supervisor_clears_the_shoe_s_own_errors(code: str) -> None:
    trouble = troubled(code, part="shoe")
    assert [fault.code for fault in trouble.clear()] == [code]
    assert trouble.felt_unconfirmed


@pytest.mark.parametrize("code", CODES)
def test_a_void_cures_only_what_needs_it(code: str) -> None:
    trouble = troubled(code)
    assert trouble.needs_void is (FAULTS[code].cure is Cure.VOID)
    assert bool(trouble.void()) is (FAULTS[code].cure is Cure.VOID)


@pytest.mark.parametrize("code", CODES)
def test_a_fault_survives_a_power_cycle(code: str) -> None:
    trouble = troubled(code)
    trouble.after_power(confirm=True)
    waits = FAULTS[code].cure is not Cure.BOTH
    assert [(f.code, f.gone) for f in trouble.faults.values()] == [(code, waits)]
    assert trouble.felt_unconfirmed
    assert bool(trouble.clear()) is (FAULTS[code].cure not in (Cure.VOID, Cure.BOTH))


@pytest.mark.parametrize("code", CODES)
def test_two_persons_clear_what_a_power_cut_and_one_of_them_cannot(code: str) -> None:
    trouble, both = troubled(code), FAULTS[code].cure is Cure.BOTH
    assert trouble.allow("chips", code) is both
    assert not trouble.allow("chips", code)
    assert bool(trouble.clear()) is (both or FAULTS[code].passing)


def test_the_end_of_a_fault_that_never_was_is_nothing() -> None:
    assert not Trouble().end("shoe", "lost")


def test_only_the_shoe_lets_a_card_be_entered() -> None:
    assert troubled("unreadable", part="shoe").only_shoe
    assert not troubled("lost").only_shoe
    assert not troubled("impossible_card", part="shoe").only_shoe


def test_a_place_in_a_fault_is_said_by_its_bet() -> None:
    fault = Fault("chips", "unknown_chip", {"spot": "2", "on": "tie"})
    assert fault.words.key == "fault.unknown_chip"
    assert fault.remedy.key == "remedy.unknown_chip"
    assert fault.words.values["on"].key == "bet.tie"
    assert fault.words.values["part"].key == "part.chips"
