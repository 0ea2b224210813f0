"""The wheel as a part: who it is, its mode, its start, its silence."""

from itertools import pairwise

import pytest

from drivers.part import SelfTestProof
from hal.errors import PortLost
from tests.kits.drivers.slingshot_bench import (
    BACK,
    CLOSED,
    LOST,
    UNKNOWN,
    V250,
    Bench,
    Pit,
    line,
)


def asked(bench: Bench, command: bytes) -> int:
    return bench.far.orders.count(b"*" + command + b"\r\n")


def test_status_is_polled_every_100_ms_at_most() -> None:
    bench = Bench()
    at: list[int] = []
    bench.port.write = lambda data: at.append(bench.now)  # type: ignore[method-assign]
    for n in range(200):
        bench.receive(line(n % 2 + 1), each=5)
        bench.run(15)
    assert min(b - a for a, b in pairwise(at)) >= 100


# --- started by the table

WELL = {
    b"*V": f"*V {V250}\r\n".encode(),
    b"*O": b"*O 2 1 60 1159\r\n",
    b"*T Z": b"*T z 37\r\n",
}
"""The answers of a wheel as the table wants it."""


def starting() -> Bench:
    bench = Bench(host_started=True)
    bench.answer(WELL, line(2), 2)
    bench.far.orders.clear()
    return bench


def press(bench: Bench, seconds: int, state: int = 2) -> int:
    """Press, let the wheel be in a state for a while, and return how often it was started."""
    bench.presses += 1
    before = asked(bench, b"u 1")
    for _ in range(2 * seconds):
        bench.receive(line(state), each=5)
        bench.run(495)
    return asked(bench, b"u 1") - before


def test_press_starts_wheel_once() -> None:
    pit = Pit(host_started=True)
    pit.settle()
    for number in ("17", "0", "36"):
        pit.spin(number)
    assert pit.sim.slingshot_games.host_starts == 3
    assert pit.reported == 3


def test_old_panel_starts_nothing() -> None:
    bench = starting()
    bench.presses = 7
    bench.wheel.start(bench.now)
    bench.bus.shown_panel = None
    bench.receive(*[line(2)] * 40)
    bench.run(1000)
    assert asked(bench, b"u 1") == 0


def test_answered_start_is_not_repeated() -> None:
    bench = starting()
    bench.presses = 1
    bench.run(1200)
    bench.receive(b"*u OK\r\n")
    bench.receive(*[line(2)] * 100)
    assert asked(bench, b"u 1") == 1


def test_unanswered_start_repeats_once() -> None:
    bench = starting()
    assert press(bench, 14) == 1
    bench.presses -= 1
    assert press(bench, 60) == 1


def test_unanswered_start_stops_once_ball_is_in_rim() -> None:
    bench = starting()
    assert press(bench, 8) == 1
    bench.follow(3, 4, 5, 2)
    bench.presses -= 1
    assert press(bench, 30) == 0


@pytest.mark.parametrize("state", [3, 4, 5, 6])
def test_press_with_wheel_in_motion_does_nothing(state: int) -> None:
    bench = starting()
    bench.follow(*range(3, state + 1) if state < 6 else [6])
    assert press(bench, 10, state) == 0
    assert bench.wheel.health["presses_in_vain"] == 1


def test_second_press_during_start_does_nothing() -> None:
    bench = starting()
    assert press(bench, 3) + press(bench, 3) == 1
    assert bench.wheel.health["presses_in_vain"] == 1


@pytest.mark.parametrize("answer", [b"*u NO\r\n", b"*u BUSY\r\n"])
def test_refused_start_may_be_retried(answer: bytes) -> None:
    bench = starting()
    bench.presses = 1
    bench.run(150)
    assert asked(bench, b"u 1") == 1
    bench.receive(answer)
    assert bench.wheel.health["refused"] == 1
    assert press(bench, 14) == 1


def test_arcade_wheel_is_never_started() -> None:
    bench = Bench()
    bench.be(2)
    assert press(bench, 5) == 0


# --- silence


def test_silent_wheel_is_stale_then_lost_till_it_sends() -> None:
    bench = Bench()
    bench.be(2)
    assert bench.run(1300) == []
    assert bench.wheel.health["stale"] == 1
    assert bench.run(3000) == []
    assert bench.run(60_000) == [LOST]
    bench.receive(*[line(2)] * 20)
    assert bench.run(100) == []
    assert bench.bus.is_up


def test_silence_with_ball_in_play_is_unknown() -> None:
    bench = Bench()
    bench.follow(2, 3, 4)
    assert bench.run(20_000) == [LOST]
    events = bench.receive(*[line(5, winner="28")] * 30)
    assert events == [BACK, UNKNOWN]


def test_power_cycled_wheel_comes_back_closed() -> None:
    pit = Pit()
    pit.settle()
    pit.sim.pace.boot_ms = 8000
    pit.sim.power_cycle()
    assert pit.run(20_000) == [LOST, BACK, CLOSED]
    pit.sim.place_bets()
    assert pit.spin("17")
    assert pit.reported == 1


def test_silent_wheel_on_pulled_cable_comes_back() -> None:
    pit = Pit()
    pit.settle()
    pit.sim.is_silent = True
    assert pit.run(6000) == [LOST]
    pit.bench.port.unplug()
    pit.run(6000)
    pit.bench.port.plug()
    pit.run(6000)
    pit.sim.is_silent = False
    assert pit.run(12_000) == [BACK]


def test_self_test_answers_or_loses() -> None:
    bench = Bench()
    bench.be(2)
    assert bench.wheel.test(bench.now) is SelfTestProof.ANSWERS
    bench.run(1200)
    with pytest.raises(PortLost):
        bench.wheel.test(bench.now)
