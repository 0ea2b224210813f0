"""The faults of a table, and the acts allowed under each."""

from firmware.core.table.fault_state import Fault, Trouble


def troubled(code: str, part: str = "chips") -> Trouble:
    fault = Fault(part, code)
    assert Trouble().is_new(fault)
    return Trouble().with_raised(fault)


def test_end_of_absent_fault_is_ignored() -> None:
    for trouble in (Trouble(), troubled("lost")):
        assert trouble.with_ended("shoe", "lost") == trouble


def test_shoe_fault_allows_card_entry() -> None:
    assert troubled("unreadable", part="shoe").only_shoe
    assert not troubled("lost").only_shoe
    assert not troubled("impossible_card", part="shoe").only_shoe


def test_place_in_a_fault_is_named_by_its_bet() -> None:
    fault = Fault("chips", "unknown_chip", {"spot": "2", "on": "tie"})
    assert fault.words.key == "fault.unknown_chip"
    assert fault.remedy.key == "remedy.unknown_chip"
    assert fault.words.values["on"].key == "bet.tie"
    assert fault.words.values["part"].key == "part.chips"
