"""A shoe that starts again in play may hide cards: they are counted first."""

import pytest

from firmware.core.vocabulary.events import PowerLost, PowerReturned, ShoeRestarted
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from tests.kits.core.table_kit import at_phase, faults

RESTARTED = [("shoe", "shoe_restarted")]


@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.ROUND])
def test_supervisor_counts_the_cards(phase: Phase) -> None:
    croupier = at_phase(phase)
    croupier.tell(ShoeRestarted())
    assert faults(croupier) == RESTARTED
    croupier.press(Key.CONFIRM)
    assert croupier.phase is None
    croupier.supervise(Key.CLEAR_FAULTS)
    croupier.press(Key.CONFIRM)
    assert (croupier.phase, faults(croupier)) == (phase, [])


@pytest.mark.parametrize("phase", [Phase.CLOSED, Phase.SHOE_CHANGE])
def test_shoe_change_or_closed_table_is_not_stopped(phase: Phase) -> None:
    croupier = at_phase(phase)
    croupier.tell(ShoeRestarted())
    assert (croupier.phase, faults(croupier)) == (phase, [])


def test_power_cut_needs_one_felt_check_for_both() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.tell(PowerLost())
    croupier.tell(PowerReturned())
    croupier.tell(ShoeRestarted())
    assert faults(croupier) == []
    croupier.press(Key.CONFIRM)
    assert croupier.phase is Phase.ROUND
    croupier.tell(ShoeRestarted())
    assert faults(croupier) == RESTARTED


def test_lost_cable_does_not_explain_it() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.fault("shoe", "lost")
    croupier.tell(ShoeRestarted())
    croupier.mend("shoe", "lost")
    assert faults(croupier) == RESTARTED


def test_void_ends_the_explanation() -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.tell(PowerReturned())
    croupier.supervise(Key.VOID_ROUND)
    croupier.press(Key.CONFIRM)
    croupier.tell(ShoeRestarted())
    assert faults(croupier) == RESTARTED
