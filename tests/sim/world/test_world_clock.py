"""A simulated world's time passes while its far ends can act: none is blamed for its host."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.rr3036 import protocol
from drivers.rr3036.reader import ChipReader
from drivers.tags.chip_registry import ChipRegistry
from firmware.core.vocabulary.places import Place
from hal.errors import PortLost
from hal.ports import Clock, Millis
from sim.machines.rr3036 import SimRr3036
from sim.wires.far_end_clock import MAX_LEAD_NS, FarEndClock
from sim.wires.memory_port import MemoryPort
from sim.world.remote_board import RemoteBoard, time_beside
from sim.world.world_clock import BEAT_INTERVAL_S, WorldClock, WorldPulse
from tests.kits.sim.machine_time import MS, Machine, machine_time
from tests.kits.waiting import until

MOST_MS = MAX_LEAD_NS // MS
ANTENNAS = {1: Place(1, "main")}
TURN_MS = 5
BEATS = 1_000
HELD_UP_MS = 400


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    with machine_time() as machine:
        yield machine


class Held:
    """A far end that something comes to, and that takes it when its thread gets its turn."""

    def __init__(self) -> None:
        self.come = False
        self.time = FarEndClock(lambda: self.come)

    def take(self) -> None:
        self.time.end_rest()
        self.come = False
        self.time.rest_until()


def world_of(*far_ends: Held, path: Path | None = None) -> WorldPulse:
    return WorldPulse(lambda: [far_end.time for far_end in far_ends], path)


@given(st.lists(st.integers(0, HELD_UP_MS)))
def test_idle_world_has_machine_time(machine: Machine, steps: list[int]) -> None:
    world, begun = world_of(Held(), Held()), machine.now()
    for step in steps:
        machine.pass_time(step)
        assert world.now() == machine.now() - begun


@pytest.mark.parametrize("looks", [0, 1, 50])
def test_delay_counts_little(machine: Machine, looks: int) -> None:
    far_end, other = Held(), Held()
    world = world_of(far_end, other)
    far_end.come = True
    before = world.now()
    for _ in range(looks):
        machine.pass_time(HELD_UP_MS)
        other.take()
        assert world.now() == before
    machine.pass_time(HELD_UP_MS)
    far_end.take()
    assert world.now() - before <= MOST_MS < protocol.MAX_GAP_MS


def test_far_end_ahead_uses_that_too(machine: Machine) -> None:
    """The most that a part loses of its time to answer before what it was asked is taken."""
    far_end = Held()
    machine.pass_time(MOST_MS)
    world = world_of(far_end)
    before = world.now()
    far_end.come = True
    for _ in range(2):
        machine.pass_time(HELD_UP_MS)
        assert world.now() - before == MOST_MS
    far_end.take()
    assert world.now() - before == 2 * MOST_MS


def test_rest_counts_up_to_its_end(
    machine: Machine,
) -> None:
    far_end = Held()
    world = world_of(far_end)
    far_end.time.rest_until(machine.nanos + 30 * MS)
    machine.pass_time(HELD_UP_MS)
    assert world.now() == 30
    far_end.take()
    assert world.now() == 30 + MOST_MS


def test_own_work_counts_as_little(machine: Machine) -> None:
    far_end = Held()
    world = world_of(far_end)
    far_end.time.end_rest()
    machine.pass_time(HELD_UP_MS)
    assert world.now() == 0
    far_end.time.rest_until()
    assert world.now() == MOST_MS


def test_delays_do_not_add_up(
    machine: Machine,
) -> None:
    far_ends = Held(), Held()
    world = world_of(*far_ends)
    for turn in range(100):
        far_ends[turn % 2].come = True
        machine.pass_time(HELD_UP_MS)
        far_ends[turn % 2].take()
        machine.pass_time(HELD_UP_MS)
        world.now()
    assert 100 * HELD_UP_MS <= world.now() <= 100 * (HELD_UP_MS + 2 * MOST_MS)


def test_late_wake_costs_no_time(machine: Machine) -> None:
    far_ends = Held(), Held()
    world, begun = world_of(*far_ends), machine.now()
    for turn in range(100):
        far_ends[turn % 2].come = True
        machine.pass_time(MOST_MS - 1)
        world.now()
        far_ends[turn % 2].take()
        world.now()
    assert world.now() == machine.now() - begun


@given(st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["comes", "takes", "looks"]))))
def test_never_goes_back_or_ahead(machine: Machine, turns: list[tuple[int, str]]) -> None:
    far_end = Held()
    world, begun, last = world_of(far_end), machine.now(), Millis(0)
    for passed, act in turns:
        machine.pass_time(passed)
        if act == "takes":
            far_end.take()
        far_end.come |= act == "comes"
        now = world.now()
        assert last <= now <= machine.now() - begun
        last = now


def test_processes_read_the_same_time(machine: Machine, tmp_path: Path) -> None:
    place, far_end = time_beside(tmp_path / "far-end"), Held()
    world = world_of(far_end, path=place)
    board = RemoteBoard(tmp_path / "far-end")
    for far_end.come in (False, True, False):
        machine.pass_time(HELD_UP_MS)
        now = world.now()
        assert WorldClock.open_published(place).now() == board.clock.now() == now


def test_each_late_beat_counts_little(machine: Machine, tmp_path: Path) -> None:
    place, far_end, late_beats = time_beside(tmp_path / "far-end"), Held(), 10
    world = world_of(far_end, path=place)
    clock = WorldClock.open_published(place)
    world.start()
    try:
        for _ in range(late_beats):
            before = clock.read_published()
            machine.pass_time(HELD_UP_MS)
            until("a beat", clock.read_published, before.__lt__)
    finally:
        world.close()
    assert world.now() <= late_beats * (BEAT_INTERVAL_S * 1000 + MOST_MS)


def _tell_on(path: Path, begun: Event, ended: Event) -> None:
    world = WorldPulse(list, path)
    begun.set()
    while not ended.is_set():
        world.now()


def test_no_reading_mixes_two_beats(tmp_path: Path) -> None:
    """Another process tells the time as fast as it can: thousands of looks fall into one."""
    spawning, place = get_context("spawn"), tmp_path / "time"
    begun, ended = spawning.Event(), spawning.Event()
    beats = spawning.Process(target=_tell_on, args=(place, begun, ended))
    beats.start()
    try:
        begun.wait()
        clock = WorldClock.open_published(place)
        looks: list[int] = []
        while len(set(looks)) < BEATS:
            looks += [clock.read_published() for _ in range(200_000)]
    finally:
        ended.set()
        beats.join()
    assert [pair for pair in pairwise(looks) if pair[0] > pair[1]] == []


def polled(machine: Machine, clock: Callable[[Held], Clock]) -> ChipReader:
    """Poll a chip reader on whose far end the host is held up before each answer."""
    far, held = SimRr3036(ANTENNAS), Held()
    received: list[bytes] = []

    def hear(data: bytes) -> None:
        received.append(data)
        held.come = True

    port = MemoryPort(SimpleNamespace(receive=hear, transmit=far.transmit))
    time = clock(held)
    reader = ChipReader(port, ANTENNAS, ChipRegistry({}))
    reader.start(time.now())
    for turn in range(2_000):
        machine.pass_time(TURN_MS)
        if turn % (HELD_UP_MS // TURN_MS) == 0:
            while received:
                far.receive(received.pop(0))
            held.take()
        reader.poll(time.now())
    return reader


def test_delayed_far_end_is_not_missed(machine: Machine) -> None:
    reader = polled(machine, world_of)
    assert reader.sweeps > 0
    assert reader.health["silent"] == reader.health["dropped"] == 0


def test_machine_clock_would_miss_it(machine: Machine) -> None:
    with pytest.raises(PortLost):
        polled(machine, lambda _held: machine)


def test_closing_ends_every_rest() -> None:
    far_end = Held()
    far_end.come = True
    world = world_of(far_end)
    world.close()
    world.wait_for(1_000_000)
    assert world.now() <= MOST_MS
