"""OPEN, CLOSE and MODE of a wheel at the table: who may, when, and that none is done twice."""

from itertools import product

import pytest

from firmware.core.display.lit_keys import stopped_keys
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    NoMoreBetsSeen,
    NoResultSeen,
    PowerLost,
    PowerReturned,
    ResultSeen,
    WheelOrdered,
    WheelRefused,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import WheelOrder
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.wheel_acts import WHEEL_REFUSAL_WORDS, WheelAct
from tests.kits.core.results_kit import Felt
from tests.kits.offenders import each

OPEN, CLOSE, SET_MODE = WheelAct
CLOSED = FaultRaised("wheel", "wheel_closed")
OTHER_MODE = FaultRaised("wheel", "wheel_mode", {"code": "1157"})


@pytest.fixture
def roulette() -> Felt:
    felt = Felt("roulette")
    felt.bet(1, "straight:17", 100)
    return felt


def ordered(felt: Felt) -> WheelOrder:
    return felt.table.state.device.wheel_order


def locked(felt: Felt) -> Felt:
    felt.tell(NoMoreBetsSeen())
    assert felt.phase is Phase.ROUND
    return felt


@each("key", [Key.CONFIRM, Key.START_SPIN])
@each("in_round", [False, True])
def test_dealer_opens_a_closed_wheel(key: Key, in_round: bool) -> None:
    felt = Felt("roulette")
    felt.bet(1, "straight:17", 100)
    if in_round:
        locked(felt).tell(NoResultSeen("wheel_void"))
    felt.tell(CLOSED)
    assert key in stopped_keys(felt.table.state)
    felt.press(key)
    assert ordered(felt) == WheelOrder(1, OPEN)
    assert felt.refused == []


@each("key", [Key.CONFIRM, Key.START_SPIN])
def test_mode_is_set_under_the_supervisor_s_key_only(key: Key) -> None:
    felt = Felt("roulette")
    felt.tell(OTHER_MODE)
    felt.press(key)
    assert (ordered(felt).number, felt.refused) == (0, ["why.stopped"])
    felt.key_switch(on=True)
    felt.press(key)
    assert ordered(felt) == WheelOrder(1, SET_MODE)


def test_key_does_what_the_display_shows(roulette: Felt) -> None:
    """Another fault came first: the key is none for the wheel."""
    roulette.tell(FaultRaised("chips", "lost"), CLOSED)
    roulette.press(Key.CONFIRM)
    assert ordered(roulette).number == 0
    roulette.tell(FaultEnded("chips", "lost"))
    roulette.press(Key.CONFIRM)
    assert ordered(roulette) == WheelOrder(1, OPEN)


@each("act", [CLOSE, SET_MODE])
def test_bets_locked_for_a_spin_are_played_or_voided_first(act: WheelAct) -> None:
    felt = Felt("roulette")
    felt.bet(1, "straight:17", 100)
    locked(felt).tell(WheelOrdered(act))
    assert felt.refused == ["why.wheel_locked"]
    felt.tell(ResultSeen(("5",)))
    felt.tell(WheelOrdered(act))
    assert ordered(felt) == WheelOrder(1, act)


def test_mode_is_not_keyed_while_bets_are_locked(roulette: Felt) -> None:
    locked(roulette).tell(OTHER_MODE)
    roulette.key_switch(on=True)
    assert Key.CONFIRM not in stopped_keys(roulette.table.state)
    roulette.press(Key.CONFIRM)
    assert (ordered(roulette).number, roulette.refused) == (0, ["why.wheel_locked"])
    roulette.press(Key.VOID_ROUND)
    roulette.press(Key.CONFIRM)
    assert ordered(roulette) == WheelOrder(1, SET_MODE)


@pytest.mark.parametrize(
    ("events", "act", "why"),
    [
        ((), OPEN, "why.wheel_open"),
        ((CLOSED,), CLOSE, "why.wheel_closed"),
    ],
)
def test_what_is_so_already_is_refused(events: tuple[Event, ...], act: WheelAct, why: str) -> None:
    felt = Felt("roulette")
    felt.tell(*events, WheelOrdered(act))
    assert felt.refused == [why]
    assert ordered(felt).number == 0


@pytest.mark.parametrize("game", ["craps", "baccarat"])
def test_table_without_such_a_wheel_refuses(game: str) -> None:
    felt = Felt(game)
    felt.tell(*map(WheelOrdered, WheelAct))
    assert felt.refused == ["why.no_wheel"] * 3


@each("act, reason", list(product(WheelAct, WHEEL_REFUSAL_WORDS)))
def test_refusal_of_the_wheel_is_shown(act: WheelAct, reason: str) -> None:
    felt = Felt("roulette")
    felt.tell(WheelRefused(act, reason))
    assert felt.refused == ["why.wheel_refused"]
    assert felt.table.state.last_refusal is not None


def test_undo_and_power_order_nothing_again(roulette: Felt) -> None:
    roulette.tell(CLOSED)
    roulette.press(Key.CONFIRM)
    roulette.tell(FaultEnded("wheel", "wheel_closed"))
    roulette.press(Key.NO_MORE_BETS)
    roulette.press(Key.UNDO)
    assert ordered(roulette) == WheelOrder(1, OPEN)
    roulette.tell(PowerLost(), PowerReturned())
    assert ordered(roulette) == WheelOrder(1, OPEN)


def test_gone_fault_is_no_key_for_the_wheel(roulette: Felt) -> None:
    """After a power cut the wheel has not said anything yet."""
    roulette.tell(CLOSED, PowerLost(), PowerReturned())
    roulette.press(Key.CONFIRM)
    assert ordered(roulette).number == 0
