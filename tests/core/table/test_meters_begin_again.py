"""The meters begin again at a closed table, under the supervisor's key."""

import pytest

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.events import (
    FaultRaised,
    MetersReset,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import MetersBegan, Ruling
from tests.kits.core.table_kit import (
    PHASES,
    Croupier,
    at_phase,
    refusals,
)
from tests.kits.core.tested_table import in_test, through_the_journal
from tests.kits.offenders import each


@each("phase", PHASES)
def test_only_at_a_closed_table(phase: Phase | None) -> None:
    croupier = at_phase(phase)
    croupier.table.state.meters = before = Meters(voids=7)
    croupier.key_switch(on=True)
    said: tuple[Ruling, ...] = croupier.tell(MetersReset())
    if phase is Phase.CLOSED:
        assert said == (MetersBegan(before),)
        assert croupier.table.state.meters == Meters()
    else:
        assert refusals(said) == ["why.not_closed"]
        assert croupier.table.state.meters == before


@pytest.mark.clause("25 CFR 547.9(b)(5)", "ANZ key and PIN")
def test_only_under_supervisor_key() -> None:
    croupier = Croupier(opened=False)
    croupier.table.state.meters = before = Meters(voids=7)
    assert refusals(croupier.tell(MetersReset())) == ["why.supervisor_key"]
    assert croupier.table.state.meters == before


@each("phase", PHASES)
def test_never_in_a_test(phase: Phase | None) -> None:
    assert refusals(in_test(phase).tell(MetersReset())) == ["why.testing"]


def test_allowed_despite_fault_over_closed_table() -> None:
    croupier = Croupier(opened=False)
    croupier.tell(FaultRaised("meters", "meters_differ"))
    croupier.key_switch(on=True)
    assert croupier.tell(MetersReset()) == (MetersBegan(Meters()),)


def test_journaled_and_not_undone() -> None:
    croupier = Croupier(opened=False)
    croupier.table.state.meters = Meters(voids=7)
    croupier.key_switch(on=True)
    croupier.tell(MetersReset())
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]
    croupier.press(Key.CONFIRM)
    assert through_the_journal(croupier.table.history.opening_checkpoint).meters == Meters()
