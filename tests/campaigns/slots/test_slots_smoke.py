"""The campaign of the slot machines, small; and that it can fail."""

import pytest

from firmware.slots import counting, playing
from tests.campaigns.slots.slots_day import Day
from tests.kits.examples import examples

HOURS = examples(0.05, 2)


def differences(seed: int = 3) -> list[str]:
    day = Day(2, seed, odds=8)
    day.faults_each_ms = 4000
    day.play(HOURS)
    assert sum(day.counts.values()) > 20
    return [*day.differences()]


def test_every_coin_is_in_its_meter_and_in_the_lot() -> None:
    assert differences() == []


def test_a_coin_that_is_lost_when_a_meter_begins_again_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "GAMES_A_SECOND", 0)
    assert differences() != []


def test_a_win_that_moves_the_lot_too_far_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    win = playing._win
    monkeypatch.setattr(playing, "_win", lambda *won: win(*won[:2], won[2] - 1))
    assert any("the lot" in one for one in differences())
