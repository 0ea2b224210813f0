"""The faults of a table, and the acts allowed under each."""

from firmware.core.table.fault_state import Fault, Trouble


def troubled(code: str, part: str = "chips") -> Trouble:
    fault = Fault(part, code)
    assert Trouble().is_new(fault)
    return Trouble().with_raised(fault)


def test_the_end_of_a_fault_that_never_was_is_nothing() -> None:
    for trouble in (Trouble(), troubled("lost")):
        assert trouble.with_ended("shoe", "lost") == trouble


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
