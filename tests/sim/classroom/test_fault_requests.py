"""The faults that a trainer throws: each as a request of a page, or refused in words."""

from typing import Any

import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from sim.classroom.fault_requests import fault_request
from sim.web.messages import messages_in as requests

BET = {"spot": 2, "on": "player", "bettor": None, "cents": 5000, "chips": [5000]}


def topics(prompt: str = "deal", *, bets: tuple[Any, ...] = (BET,), parts: Any = ()) -> Any:
    return {
        "hello": {"pack": ["AS"], "parts": parts},
        "status": {"status": {"ask": {"do": prompt}, "spots": {"1": {}, "2": {}, "3": {}}}},
        "scene": {"chips": bets},
    }


def test_late_bet_is_of_another_player() -> None:
    bet = fault_request("late", topics(), is_active=True)
    assert bet == requests.LayChips(spot=1, bet_name="player", cents=5000)


def test_no_late_bet_while_bets_are_open() -> None:
    with pytest.raises(RequestFailed) as refused:
        fault_request("late", topics("place_bets"), is_active=True)
    assert refused.value.why.key == "class.bets_open"


def test_no_late_bet_without_bets() -> None:
    with pytest.raises(RequestFailed) as refused:
        fault_request("late", topics(bets=()), is_active=True)
    assert refused.value.why.key == "class.no_bets"


def test_power_is_cut_and_restored() -> None:
    assert fault_request("power", topics(), is_active=True) == requests.SwitchPower(is_on=False)
    assert fault_request("power", topics(), is_active=False) == requests.SwitchPower(is_on=True)


def test_part_is_broken_until_it_is_mended() -> None:
    breaks = [{"how": "jam", "lasts": False}, {"how": "unplug", "lasts": True}]
    table = topics(parts=[{"name": "wheel", "breaks": breaks}])
    broken = requests.InjectFault(part="wheel", fault_name="unplug")
    assert fault_request("part", table, is_active=True) == broken


def test_table_without_parts_to_break() -> None:
    with pytest.raises(RequestFailed) as refused:
        fault_request("part", topics(), is_active=True)
    assert refused.value.why.key == "class.no_fragile_part"


def test_bettor_claims() -> None:
    assert fault_request("claim", topics(), is_active=True) == requests.RaiseClaim(spot=2)
    assert fault_request("claim", topics(), is_active=False) == requests.RaiseClaim(spot=None)


def test_unread_card() -> None:
    assert fault_request("unread", topics(), is_active=True) == requests.DrawCard(readable=False)
