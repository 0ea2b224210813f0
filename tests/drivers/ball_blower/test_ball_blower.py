from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.line_watch import LOSS_TIMEOUT
from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import FaultRaised, ResultSeen
from hal.errors import PortLost
from hal.ports import Millis
from sim.machines.blower import SimBallBlower
from sim.wires.impairments import DelayedWire, FlippedWire, LossyWire, MergedWire, RepeatedWire
from tests.kits.drivers.ball_blower_bench import (
    BALLS,
    OTHERS,
    STEP,
    UNKNOWN,
    Bench,
    drawn_result,
    fault,
    well,
)
from tests.kits.drivers.damage import damages
from tests.kits.examples import examples
from tests.kits.offenders import each

WHOLE_DRAW = 1200
"""Milliseconds from the order to the end line, and some."""


def running() -> Bench:
    """A blower at rest that is known to be so."""
    bench = Bench()
    assert bench.run(500) == []
    bench.far.received_lines.clear()
    return bench


def drawing(balls: tuple[int, ...] = BALLS) -> Bench:
    """A blower of which a draw was ordered just now."""
    bench = running()
    bench.far.load_balls(balls)
    bench.order()
    return bench


def test_simulated_blower_sends_literal_lines() -> None:
    far = SimBallBlower(lambda: 0, first_ms=0)
    far.receive(b"?\r\nD 0009\r\nD 0001\r\nD 0001\r\n")
    assert far.transmit() == b"R 0000 1C9A3C35\r\n" * 2 + b"D 0001 BE12ED25\r\n" * 2
    far.load_balls((17, 4))
    assert far.transmit() == b"B 0001 01 17 44BD198F\r\n"


# --- a draw


def test_draw_ordered_and_reported_once() -> None:
    bench = drawing()
    assert bench.run(10_000) == [drawn_result(BALLS)]
    assert bench.orders() == [b"D 0001"]
    assert bench.far.draws == bench.part.health["draws"] == 1


def test_new_number_is_a_new_draw() -> None:
    bench = running()
    for draw, balls in enumerate((BALLS, OTHERS, BALLS), 1):
        bench.far.load_balls(balls)
        bench.order()
        assert bench.run() == [drawn_result(balls)]
        assert bench.far.draws == draw


def test_repeated_panel_orders_nothing() -> None:
    bench = drawing()
    for _ in range(20):
        bench.run(200)
        bench.show()
    assert bench.far.draws == 1


def test_first_panel_after_start_orders_nothing() -> None:
    bench = Bench()
    bench.number = 7
    bench.restart()
    bench.run()
    assert bench.far.draws == 0


@each("after", range(0, 900, 100))
def test_order_in_a_draw_does_nothing(after: int) -> None:
    bench = drawing()
    events = bench.run(after)
    bench.order()
    assert events + bench.run(5000) == [drawn_result(BALLS)]
    assert bench.far.draws == 1


def test_draw_begun_at_the_blower_is_reported() -> None:
    bench = running()
    bench.far.run_draw(BALLS)
    assert bench.run() == [drawn_result(BALLS)]


# --- a service that goes down


def test_draw_ended_before_start_is_not_reported() -> None:
    bench = drawing()
    bench.run()
    bench.restart()
    assert bench.run() == []


@each("after", range(100, 900, 100))
def test_draw_running_at_start_is_reported_once(after: int) -> None:
    bench = drawing()
    assert bench.run(after) == []
    bench.restart()
    assert bench.run() == [drawn_result(BALLS)]


# --- lines that are lost


@each("lost", range(22))
def test_repeats_replace_a_lost_line(lost: int) -> None:
    bench = drawing()
    lines = iter(range(1000))
    bench.far.damage = lambda line: b"" if next(lines) == lost else line
    assert bench.run(5000) == [drawn_result(BALLS)]
    assert bench.far.draws == 1


def test_unreceived_order_is_repeated() -> None:
    bench = running()
    bench.far.load_balls(BALLS)
    receive, said = bench.far.receive, []
    bench.far.receive = said.append  # type: ignore[method-assign]
    bench.order()
    bench.run(1500)
    bench.far.receive = receive  # type: ignore[method-assign]
    assert said.count(b"D 0001\r\n") > 1
    assert bench.run() == [drawn_result(BALLS)]
    assert bench.far.draws == 1


MANNERS = {
    "merged": lambda seed: MergedWire(7),
    "delayed": lambda seed: DelayedWire(5 + seed),
    "lossy": lambda seed: LossyWire(seed, 200),
    "very lossy": lambda seed: LossyWire(seed, 90),
    "flipped": lambda seed: FlippedWire(seed, 90),
    "repeated": lambda seed: RepeatedWire(seed, 90),
}


@each("seed", range(3))
@each("manner", MANNERS)
def test_any_wire_gives_each_draw_once_correctly(manner: str, seed: int) -> None:
    bench, chance = Bench(manner=MANNERS[manner](seed)), Random(seed)
    bench.run(3000)
    for draw in range(1, 5):
        balls = tuple(chance.sample(range(1, 81), 20))
        bench.far.load_balls(balls)
        bench.order()
        assert bench.run(8000) == [drawn_result(balls)]
        assert bench.far.draws == draw


@pytest.mark.parametrize("manner", ["lossy", "very lossy", "flipped", "repeated"])
def test_bad_wires_are_exercised(manner: str) -> None:
    bench = Bench(manner=MANNERS[manner](0))
    bench.far.run_draw(BALLS)
    bench.run(5000)
    assert bench.part.health["dropped_bytes"]


DAMAGE = damages("none", "lost", "twice", "flip", "noise", "cut", "again")


@settings(max_examples=examples(15, 100), deadline=None)
@given(st.lists(DAMAGE, max_size=40))
def test_damage_still_gives_true_draw(befall: list) -> None:
    bench = drawing()
    befalls = iter(befall)
    bench.far.damage = lambda line: next(befalls, bytes)(line)
    assert bench.run(40 * 500 + 3000) == [drawn_result(BALLS)]
    assert bench.far.draws == 1


@settings(max_examples=examples(20, 150), deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=20))
def test_noise_is_no_event(noise: list[bytes]) -> None:
    bench = running()
    for burst in noise:
        bench.far._unsent_bytes += burst
        assert bench.run(60) == []


# --- cable and power


@each("away", [200, 3000])
@each("after", range(20, WHOLE_DRAW, STEP))
def test_draw_over_cable_loss_is_reported_once(after: int, away: int) -> None:
    bench = drawing()
    events = bench.run(after)
    bench.port.unplug()
    events += bench.run(away)
    bench.port.plug()
    events += bench.run(3000)
    assert events == [drawn_result(BALLS)]
    assert bench.far.draws == 1


def test_order_lost_with_cable_dropped() -> None:
    bench = running()
    bench.port.unplug()
    bench.order()
    bench.run(1000)
    bench.port.plug()
    bench.run()
    assert bench.far.draws == 0


@each("after", range(40, 860, STEP))
def test_draw_losing_power_is_unknown(after: int) -> None:
    bench = drawing()
    assert bench.run(after) == []
    bench.far.power_off()
    bench.run(500)
    bench.far.power_on()
    assert bench.run() == [UNKNOWN]
    bench.far.load_balls(OTHERS)
    bench.order()
    assert bench.run() == [drawn_result(OTHERS)]


@pytest.mark.parametrize("after", [STEP, 200])
def test_power_loss_during_cable_loss_is_unknown(after: int) -> None:
    bench = drawing()
    bench.run(after)
    bench.port.unplug()
    bench.far.power_off()
    bench.far.power_on()
    bench.run(1000)
    bench.port.plug()
    assert bench.run() == [UNKNOWN]


def test_overtaken_draw_is_unknown() -> None:
    bench = drawing()
    bench.run(200)
    bench.port.unplug()
    bench.run(2000)
    bench.far.run_draw(OTHERS)
    bench.run(2000)
    bench.port.plug()
    assert bench.run(5000) == [UNKNOWN]


def test_silent_blower_is_lost_after_five_seconds() -> None:
    bench = running()
    bench.far.is_silent = True
    bench.run(LOSS_TIMEOUT - 1000)
    assert bench.losses == 0
    with pytest.raises(PortLost):
        bench.part.test(bench.now)
    bench.run(2000)
    assert bench.losses == 1
    bench.far.is_silent = False
    bench.run(500)
    assert bench.part.test(Millis(bench.now)) is SelfTestProof.ANSWERS


# --- what a blower may say that can't be


@pytest.mark.parametrize(
    "balls",
    [(*BALLS, 79), BALLS[:19], (17, *BALLS[:19]), (81, *BALLS[1:]), (0, *BALLS[1:])],
    ids=["twenty-one", "nineteen", "twice", "81", "0"],
)
def test_impossible_balls_are_no_result(balls: tuple[int, ...]) -> None:
    bench = drawing(balls)
    assert not [event for event in bench.run(5000) if isinstance(event, ResultSeen)]


@pytest.mark.parametrize("balls", [(17, *BALLS[:19]), (81, *BALLS[1:])])
def test_draw_with_impossible_balls_is_unknown(balls: tuple[int, ...]) -> None:
    assert drawing(balls).run(5000) == [UNKNOWN]


def test_draw_of_more_balls_is_unknown_and_names_their_number() -> None:
    reported_state = FaultRaised("balls", "unknown_state", {"code": "21 balls"})
    assert drawing((*BALLS, 79)).run(5000) == [UNKNOWN, reported_state]


def test_end_line_contradicting_a_ball_is_unknown() -> None:
    bench = running()
    bench.far.send_line(b"B 0001 03 09")
    bench.far.send_line(b"E 0001" + b"".join(b" %02d" % ball for ball in BALLS))
    assert bench.run(400) == [UNKNOWN]


# --- faults


def test_fault_lasts_until_another_state_arrives() -> None:
    bench = running()
    bench.far.raise_fault(7)
    assert bench.run() == [fault("F07")]
    bench.far.clear_fault()
    assert bench.run() == [well()]


def test_missing_ball_has_its_own_fault() -> None:
    bench = running()
    bench.far.raise_fault(1)
    assert bench.run() == [fault("F01", "ball_missing")]
    bench.far.raise_fault(2)
    assert bench.run() == [well("ball_missing"), fault("F02")]
    bench.far.raise_fault(3)
    assert bench.run() == [fault("F03")]
    bench.far.clear_fault()
    assert bench.run() == [well()]


def test_order_at_a_fault_is_dropped() -> None:
    bench = running()
    bench.far.raise_fault(7)
    bench.run(100)
    bench.order()
    bench.run()
    bench.far.clear_fault()
    bench.run(5000)
    assert bench.far.draws == 0
    bench.far.load_balls(BALLS)
    bench.order()
    assert bench.run() == [drawn_result(BALLS)]


def test_fault_mid_draw_costs_nothing() -> None:
    bench = drawing()
    bench.run(300)
    bench.far.raise_fault(7)
    events = bench.run(2000)
    bench.far.clear_fault()
    assert events + bench.run() == [fault("F07"), well(), drawn_result(BALLS)]
