"""A wheel of fortune on pins is polled late on a busy machine; by the world's clock it is not."""

from collections.abc import Iterator
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.fortune_wheel import FortuneWheel
from drivers.fortune_wheel.kind import FortuneSensorWiring
from firmware.core.vocabulary.events import Event, ResultSeen
from sim.machines.fortune_sensors import FortuneWheelSource
from sim.wires.far_end_clock import MAX_POLL_GAP_NS, UNWATCHED_NS, PolledClock
from sim.world.world_clock import WorldPulse
from tests.kits.examples import examples
from tests.kits.sim.machine_time import MS, Machine, machine_time

ORDER = tuple(f"p{part}" for part in range(12))
HELD_UP_MS = UNWATCHED_NS // MS * 2 // 5
QUICKEST = 1000.0


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with machine_time() as machine:
        yield machine


@settings(max_examples=examples(5, campaign=200))
@given(
    symbol=st.sampled_from(ORDER),
    revolutions=st.integers(3, 5),
    held_up=st.lists(st.integers(0, HELD_UP_MS), min_size=1),
)
def test_result_seen_despite_late_polls(
    machine: Machine, symbol: str, revolutions: int, held_up: list[int]
) -> None:
    source = FortuneWheelSource(FortuneSensorWiring(5, 6, ORDER), lambda: world.now())
    wheel = source.far_end
    world = WorldPulse(lambda: [wheel.polled_time])
    driver = FortuneWheel(wheel.index, wheel.peg, ORDER)
    source.set_speed(QUICKEST)
    driver.start(world.now())
    source.spin(symbol, revolutions)
    delays, seen = cycle(held_up), list[Event]()
    while not seen:
        machine.pass_time(max(driver.due - world.now(), 0) + next(delays))
        seen = list(driver.poll(world.now()))
    assert seen == [ResultSeen((symbol,), revolutions)]


def test_unpolled_pins_do_not_stop_the_world(machine: Machine) -> None:
    wheel = PolledClock()
    world = WorldPulse(lambda: [wheel])
    wheel.note_poll()
    seen = []
    for _ in range(3):
        machine.pass_time(HELD_UP_MS)
        seen.append(world.now())
    assert seen == [
        MAX_POLL_GAP_NS // MS,
        MAX_POLL_GAP_NS // MS,
        MAX_POLL_GAP_NS // MS + HELD_UP_MS,
    ]
