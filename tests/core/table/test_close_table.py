"""The supervisor closes a table with an empty felt; CONFIRM opens it again."""

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Announced
from tests.kits.core.table_kit import BANK_WINS, Croupier, at_phase, refusals

CLOSES = Text("prompt.close_table")


@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.SHOE_CHANGE])
def test_supervisor_confirm_closes_empty_table(phase: Phase) -> None:
    croupier = at_phase(phase)
    croupier.press(Key.CONFIRM)
    assert croupier.phase is phase
    croupier.key_switch(on=True)
    assert CLOSES in croupier.panel.dealer
    assert Key.CONFIRM in croupier.panel.keys
    assert Announced(Text("announce.table_closed")) in croupier.press(Key.CONFIRM)
    croupier.key_switch(on=False)
    assert croupier.phase is Phase.CLOSED
    croupier.press(Key.CONFIRM)
    assert croupier.phase is phase


def test_refused_over_chips_or_in_round() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    assert refusals(croupier.supervise(Key.CONFIRM)) == ["why.nothing_to_confirm"]
    assert CLOSES not in croupier.panel.dealer
    croupier.press(Key.NO_MORE_BETS)
    croupier.supervise(Key.CONFIRM)
    assert croupier.phase is Phase.ROUND


def test_reopening_continues_number_shoe_and_meters() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", 5000)
    croupier.press(Key.CONFIRM)
    croupier.chips(1, "banker", 0)
    before = croupier.table.checkpoint()
    croupier.supervise(Key.CONFIRM)
    croupier.press(Key.CONFIRM)
    after = croupier.table.checkpoint()
    assert after.round == before.round + 1
    assert (after.shoe, after.meters, after.phase) == (before.shoe, before.meters, "OPEN")


def test_undo_does_not_reverse_closing() -> None:
    croupier = Croupier()
    croupier.supervise(Key.CONFIRM)
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]


def test_undo_opens_no_closed_table() -> None:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards(BANK_WINS)
    croupier.chips(1, "banker", 0)
    croupier.press(Key.CONFIRM)
    croupier.supervise(Key.CONFIRM)
    assert refusals(croupier.press(Key.UNDO)) == ["why.nothing_to_undo"]
    assert croupier.phase is Phase.CLOSED
