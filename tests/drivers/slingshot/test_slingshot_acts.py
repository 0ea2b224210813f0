"""OPEN, CLOSE and MODE at the wheel: once for each order, each step confirmed."""

import pytest

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, WheelRefused
from firmware.core.vocabulary.panel import WheelOrder
from firmware.core.vocabulary.wheel_acts import WheelAct
from tests.kits.drivers.slingshot_bench import CLOSED, OPENED, Bench, Pit, line
from tests.kits.offenders import each

OPEN, CLOSE, SET_MODE = WheelAct


def pit_at_rest(host_started: bool = True) -> Pit:
    pit = Pit(host_started=host_started)
    pit.settle()
    return pit


def commands(bench: Bench) -> list[bytes]:
    """Return what was sent that changes a wheel."""
    return [said.strip() for said in bench.far.orders if said[1:2] in b"Pou"]


@pytest.mark.parametrize("host_started", [False, True])
def test_closed_wheel_is_opened_by_an_order(host_started: bool) -> None:
    pit = pit_at_rest(host_started)
    pit.sim.power_cycle()
    assert CLOSED in pit.run(10_000)
    pit.bench.order(OPEN)
    assert pit.run(3000) == [OPENED]
    pit.spin("17")
    assert pit.reported == 1


def test_open_wheel_is_closed_by_an_order() -> None:
    pit = pit_at_rest()
    pit.bench.order(CLOSE)
    assert pit.run(3000) == [CLOSED]
    assert pit.sim.state == 6


def test_mode_is_set_by_an_order_and_the_wheel_is_open_again() -> None:
    pit = pit_at_rest()
    pit.sim.use_mode(1157)
    pit.bench.wheel._setup_sequence.ask_again(pit.bench.now)
    assert pit.run(2000) == [FaultRaised("wheel", "wheel_mode", {"code": "1157"})]
    pit.bench.order(SET_MODE)
    assert pit.run(5000) == [CLOSED, FaultEnded("wheel", "wheel_mode"), OPENED]
    assert pit.sim.slingshot_games.mode == 1159
    pit.spin("17")
    assert pit.reported == 1


def test_steps_of_the_mode_are_in_order() -> None:
    bench = Bench(host_started=True)
    bench.be(2)
    bench.answer({b"*O": b"*O 2 1 60 1157\r\n"}, line(2), 10)
    bench.order(SET_MODE)
    bench.run(300)
    assert commands(bench) == [b"*P 0"]
    bench.answer({b"*P 0": b"*P OK\r\n"}, line(2), 2)
    bench.far.orders.clear()
    bench.be(6)
    bench.run(300)
    assert commands(bench) == [b"*o 1159"]
    bench.answer(
        {b"*o 1159": b"*o 1159\r\n", b"*O": b"*O 6 1 60 1159\r\n", b"*P 1": b"*P OK\r\n"},
        line(6),
        3,
    )
    assert [said for said in bench.commands if said[1:2] in b"Po"][-1] == b"*P 1"


@each("act", [OPEN, CLOSE, SET_MODE])
def test_order_of_the_first_panel_is_done_already(act: WheelAct) -> None:
    """After a power cut no act repeats by itself."""
    bench = Bench()
    bench.wheel_order = WheelOrder(7, act)
    bench.be(6 if act is OPEN else 2)
    bench.run(3000)
    assert commands(bench) == []
    bench.wheel.start(bench.now)
    bench.bus.shown_panel = None
    bench.be(6 if act is OPEN else 2)
    bench.run(3000)
    assert commands(bench) == []


@each("act", [CLOSE, SET_MODE, OPEN])
@each("state", [3, 4, 5])
def test_nothing_is_sent_with_the_ball_in_play(act: WheelAct, state: int) -> None:
    bench = Bench()
    bench.run(20)
    bench.follow(2, state)
    bench.order(act)
    assert refusals(bench.run(1000)) == [WheelRefused(act, "ball_in_play")]
    for _ in range(20):
        bench.receive(line(state))
    bench.follow(2)
    bench.run(300)
    assert commands(bench) == []


def test_nothing_is_sent_while_the_wheel_is_being_started() -> None:
    pit = pit_at_rest()
    pit.bench.presses += 1
    pit.run(500)
    pit.bench.order(CLOSE)
    assert refusals(pit.run(500)) == [WheelRefused(CLOSE, "ball_in_play")]
    assert pit.sim.state != 6


def refusals(events: list[Event]) -> list[WheelRefused]:
    return [event for event in events if isinstance(event, WheelRefused)]


def test_wheel_that_refused_has_refused() -> None:
    bench = Bench()
    bench.run(20)
    bench.be(6)
    bench.order(OPEN)
    events = bench.answer({b"*P 1": b"*P NO\r\n"}, line(6), 3)
    assert refusals(events) == [WheelRefused(OPEN, "refused")]
    assert bench.commands.count(b"*P 1") == 1


@each("answer", [b"", b"*P BUSY\r\n", b"*P OK\r\n"])
def test_wheel_that_does_not_do_it_in_15_s_has_refused(answer: bytes) -> None:
    bench = Bench()
    bench.run(20)
    bench.be(6)
    bench.order(OPEN)
    events = bench.answer({b"*P 1": answer}, line(6), 60)
    assert refusals(events) == [WheelRefused(OPEN, "no_answer")]
    assert 1 < bench.commands.count(b"*P 1") < 5


def test_lost_answer_is_no_refusal_if_the_state_shows_it() -> None:
    bench = Bench()
    bench.run(20)
    bench.be(6)
    bench.order(OPEN)
    bench.run(300)
    assert bench.be(1) == [OPENED]
    assert refusals(bench.answer({}, line(2), 30)) == []


def test_order_in_an_unknown_state_is_refused_in_15_s() -> None:
    bench = Bench()
    bench.run(20)
    odd = b"*X;7;012;31;0;172;0\r\n"
    bench.receive(odd, odd)
    bench.order(OPEN)
    assert refusals(bench.answer({}, odd, 20)) == [WheelRefused(OPEN, "no_answer")]
    bench.be(6)
    bench.run(300)
    assert b"*P 1" not in bench.commands
