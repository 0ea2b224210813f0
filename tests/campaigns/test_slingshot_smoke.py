"""The wheel's campaign, small; and that it can fail."""

import pytest

from drivers.slingshot import spins
from firmware.core.vocabulary.events import NoMoreBetsSeen
from tests.campaigns.slingshot import evening, judged
from tests.kits.examples import examples

HOURS = examples(1, 4)


def test_no_number_invented_or_missed() -> None:
    played = evening(HOURS, 1)
    assert judged(played.counts) == []
    assert played.counts["told"] > 30 * HOURS


def test_invented_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        spins.SpinTracker, "_pocket_symbol", lambda self, winner: winner[::-1].strip()
    )
    assert any("wrong" in fault for fault in judged(evening(0.5, 1).counts))


def test_missed_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spins, "UNKNOWN_SPIN", NoMoreBetsSeen())
    monkeypatch.setattr(spins.SpinTracker, "_handle_win", lambda self, spin, status: iter(()))
    assert any("missed" in fault for fault in judged(evening(0.5, 1).counts))
