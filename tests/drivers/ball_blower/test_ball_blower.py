from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.ball_blower.blower import LOSS_TIMEOUT
from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import ResultSeen
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
    fault,
    told,
    well,
)
from tests.kits.drivers.damage import damages
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


def test_the_simulated_blower_says_these_literal_lines() -> None:
    far = SimBallBlower(lambda: 0, first_ms=0)
    far.receive(b"?\r\nD 0009\r\nD 0001\r\nD 0001\r\n")
    assert far.transmit() == b"R 0000 1C9A3C35\r\n" * 2 + b"D 0001 BE12ED25\r\n" * 2
    far.load_balls((17, 4))
    assert far.transmit() == b"B 0001 01 17 44BD198F\r\n"


# --- a draw


def test_a_draw_is_ordered_once_and_told_once() -> None:
    bench = drawing()
    assert bench.run(10_000) == [told(BALLS)]
    assert bench.orders() == [b"D 0001"]
    assert bench.far.draws == bench.part.health["draws"] == 1


def test_each_new_number_is_a_draw_of_its_own() -> None:
    bench = running()
    for draw, balls in enumerate((BALLS, OTHERS, BALLS), 1):
        bench.far.load_balls(balls)
        bench.order()
        assert bench.run() == [told(balls)]
        assert bench.far.draws == draw


def test_the_same_panel_shown_again_orders_nothing() -> None:
    bench = drawing()
    for _ in range(20):
        bench.run(200)
        bench.show()
    assert bench.far.draws == 1


def test_the_first_panel_after_a_start_is_taken_as_obeyed() -> None:
    bench = Bench()
    bench.number = 7
    bench.restart()
    bench.run()
    assert bench.far.draws == 0


@each("after", range(0, 900, 100))
def test_an_order_while_one_is_under_way_does_nothing(after: int) -> None:
    bench = drawing()
    events = bench.run(after)
    bench.order()
    assert events + bench.run(5000) == [told(BALLS)]
    assert bench.far.draws == 1


def test_a_draw_begun_at_the_blower_itself_is_told_too() -> None:
    bench = running()
    bench.far.run_draw(BALLS)
    assert bench.run() == [told(BALLS)]


# --- a service that goes down


def test_a_draw_that_ended_before_the_service_came_up_is_not_told() -> None:
    bench = drawing()
    bench.run()
    bench.restart()
    assert bench.run() == []


@each("after", range(100, 900, 100))
def test_a_draw_under_way_as_the_service_comes_up_is_told_once(after: int) -> None:
    bench = drawing()
    assert bench.run(after) == []
    bench.restart()
    assert bench.run() == [told(BALLS)]


# --- lines that are lost


@each("lost", range(22))
def test_a_line_that_is_lost_is_made_up_by_those_that_are_repeated(lost: int) -> None:
    bench = drawing()
    lines = iter(range(1000))
    bench.far.damage = lambda line: b"" if next(lines) == lost else line
    assert bench.run(5000) == [told(BALLS)]
    assert bench.far.draws == 1


def test_an_order_that_is_not_heard_is_given_again() -> None:
    bench = running()
    bench.far.load_balls(BALLS)
    receive, said = bench.far.receive, []
    bench.far.receive = said.append  # type: ignore[method-assign]
    bench.order()
    bench.run(1500)
    bench.far.receive = receive  # type: ignore[method-assign]
    assert said.count(b"D 0001\r\n") > 1
    assert bench.run() == [told(BALLS)]
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
def test_on_any_wire_each_draw_is_begun_once_and_told_once_and_right(
    manner: str, seed: int
) -> None:
    bench, chance = Bench(manner=MANNERS[manner](seed)), Random(seed)
    bench.run(3000)
    for draw in range(1, 5):
        balls = tuple(chance.sample(range(1, 81), 20))
        bench.far.load_balls(balls)
        bench.order()
        assert bench.run(8000) == [told(balls)]
        assert bench.far.draws == draw


@pytest.mark.parametrize("manner", ["lossy", "very lossy", "flipped", "repeated"])
def test_the_bad_wires_above_are_met(manner: str) -> None:
    bench = Bench(manner=MANNERS[manner](0))
    bench.far.run_draw(BALLS)
    bench.run(5000)
    assert bench.part.health["dropped_bytes"]


DAMAGE = damages("none", "lost", "twice", "flip", "noise", "cut", "again")


@settings(max_examples=40, deadline=None)
@given(st.lists(DAMAGE, max_size=40))
def test_whatever_befalls_its_lines_the_draw_is_told_right(befall: list) -> None:
    bench = drawing()
    befalls = iter(befall)
    bench.far.damage = lambda line: next(befalls, bytes)(line)
    assert bench.run(40 * 500 + 3000) == [told(BALLS)]
    assert bench.far.draws == 1


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=20))
def test_no_noise_is_ever_an_event(noise: list[bytes]) -> None:
    bench = running()
    for burst in noise:
        bench.far._unsent_bytes += burst
        assert bench.run(60) == []


# --- cable and power


@each("away", [200, 3000])
@each("after", range(20, WHOLE_DRAW, STEP))
def test_a_draw_during_which_the_cable_was_out_is_told_once_and_right(
    after: int, away: int
) -> None:
    bench = drawing()
    events = bench.run(after)
    bench.port.unplug()
    events += bench.run(away)
    bench.port.plug()
    events += bench.run(3000)
    assert events == [told(BALLS)]
    assert bench.far.draws == 1


def test_an_order_that_the_cable_swallowed_is_forgotten() -> None:
    bench = running()
    bench.port.unplug()
    bench.order()
    bench.run(1000)
    bench.port.plug()
    bench.run()
    assert bench.far.draws == 0


@each("after", range(40, 860, STEP))
def test_a_draw_that_lost_its_power_is_unknown(after: int) -> None:
    bench = drawing()
    assert bench.run(after) == []
    bench.far.power_off()
    bench.run(500)
    bench.far.power_on()
    assert bench.run() == [UNKNOWN]
    bench.far.load_balls(OTHERS)
    bench.order()
    assert bench.run() == [told(OTHERS)]


@pytest.mark.parametrize("after", [STEP, 200])
def test_a_draw_that_lost_its_power_while_the_cable_was_out_is_unknown(after: int) -> None:
    bench = drawing()
    bench.run(after)
    bench.port.unplug()
    bench.far.power_off()
    bench.far.power_on()
    bench.run(1000)
    bench.port.plug()
    assert bench.run() == [UNKNOWN]


def test_a_draw_that_another_has_followed_unheard_is_unknown() -> None:
    bench = drawing()
    bench.run(200)
    bench.port.unplug()
    bench.run(2000)
    bench.far.run_draw(OTHERS)
    bench.run(2000)
    bench.port.plug()
    assert bench.run(5000) == [UNKNOWN]


def test_a_silent_blower_is_lost_after_five_seconds() -> None:
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
def test_balls_that_can_not_be_are_never_a_result(balls: tuple[int, ...]) -> None:
    bench = drawing(balls)
    assert not [event for event in bench.run(5000) if isinstance(event, ResultSeen)]


@pytest.mark.parametrize("balls", [(*BALLS, 79), (17, *BALLS[:19]), (81, *BALLS[1:])])
def test_a_draw_whose_balls_can_not_be_is_unknown(balls: tuple[int, ...]) -> None:
    assert drawing(balls).run(5000) == [UNKNOWN]


def test_an_end_line_that_contradicts_a_ball_is_unknown() -> None:
    bench = running()
    bench.far.send_line(b"B 0001 03 09")
    bench.far.send_line(b"E 0001" + b"".join(b" %02d" % ball for ball in BALLS))
    assert bench.run(400) == [UNKNOWN]


# --- faults


def test_a_fault_of_the_blower_stands_until_it_says_something_else() -> None:
    bench = running()
    bench.far.raise_fault(7)
    assert bench.run() == [fault("F07")]
    bench.far.clear_fault()
    assert bench.run() == [well()]


def test_a_missing_ball_has_a_fault_of_its_own() -> None:
    bench = running()
    bench.far.raise_fault(1)
    assert bench.run() == [fault("F01", "ball_missing")]
    bench.far.raise_fault(2)
    assert bench.run() == [well("ball_missing"), fault("F02")]
    bench.far.raise_fault(3)
    assert bench.run() == [fault("F03")]
    bench.far.clear_fault()
    assert bench.run() == [well()]


def test_an_order_that_meets_a_fault_is_forgotten() -> None:
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
    assert bench.run() == [told(BALLS)]


def test_a_fault_in_mid_draw_costs_the_draw_nothing() -> None:
    bench = drawing()
    bench.run(300)
    bench.far.raise_fault(7)
    events = bench.run(2000)
    bench.far.clear_fault()
    assert events + bench.run() == [fault("F07"), well(), told(BALLS)]
