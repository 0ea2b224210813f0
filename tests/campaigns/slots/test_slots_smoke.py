"""The campaign of the slot machines, small; and that it can fail."""

import pytest

from firmware.slots import contributions, jackpot
from tests.campaigns.slots.slots_day import Day
from tests.kits.examples import examples

HOURS = examples(0.05, 2)


def differences(seed: int = 3) -> list[str]:
    day = Day(2, seed, odds=3)
    day.faults_each_ms = 4000
    day.play(HOURS)
    assert sum(day.counts.values()) > 20
    return [*day.differences()]


def test_every_coin_in_meter_and_jackpot() -> None:
    assert differences() == []


def test_wrongly_fed_coin_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contributions, "_credit_cents", lambda state, address: 24)
    assert any("fed" in one for one in differences())


def test_excessive_jackpot_move_found(monkeypatch: pytest.MonkeyPatch) -> None:
    win = jackpot._record_win
    monkeypatch.setattr(jackpot, "_record_win", lambda *won: win(*won[:2], won[2] - 1))
    assert any("the lot" in one for one in differences())
