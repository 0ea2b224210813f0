"""A simulated world's time passes while its far ends can act: none is blamed for its host."""

import time
from collections.abc import Iterator
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.chips import ChipRegistry
from drivers.rr3036 import protocol
from drivers.rr3036.reader import ChipReader
from firmware.core.events import Place
from hal.errors import PortLost
from hal.ports import Clock, Millis
from sim import world_clock
from sim.remote import RemoteBoard, time_beside
from sim.rr3036 import SimRr3036
from sim.wire import MemoryPort
from sim.world_clock import MOST_MS, Pulse, WorldClock

MS = 1_000_000
ANTENNAS = {1: Place(1, "main")}
TURN_MS = 5
BEATS = 1_000
HELD_UP_MS = 400


class Machine:
    """Stands for CLOCK_MONOTONIC; `acted` is since when the far ends have acted."""

    def __init__(self) -> None:
        self.nanos = self.acted = 1_000 * MS

    def pass_time(self, millis: int, *, held_up: bool = False) -> None:
        self.nanos += millis * MS
        if not held_up:
            self.acted = self.nanos

    def now(self) -> Millis:
        return Millis(self.nanos // MS)


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    machine = Machine()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(world_clock, "time", SimpleNamespace(monotonic_ns=lambda: machine.nanos))
        yield machine


def pulse_of(machine: Machine, path: Path | None = None) -> Pulse:
    return Pulse(lambda: machine.acted, path)


@given(st.lists(st.integers(0, MOST_MS)))
def test_it_is_the_machine_s_time_while_all_act(machine: Machine, steps: list[int]) -> None:
    pulse = pulse_of(machine)
    for step in steps:
        machine.pass_time(step)
        pulse.beat()
        assert pulse.clock.now() == machine.now()


@pytest.mark.parametrize("beats", [0, 1, 50])
def test_of_a_hold_up_no_more_counts_than_less_than_a_frame_s_gap(
    machine: Machine, beats: int
) -> None:
    pulse = pulse_of(machine)
    before = pulse.clock.now()
    for _ in range(beats):
        machine.pass_time(HELD_UP_MS, held_up=True)
        pulse.beat()
    machine.pass_time(HELD_UP_MS)
    pulse.beat()
    assert pulse.clock.now() - before == MOST_MS < protocol.GAP


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans(), st.booleans())))
def test_it_never_goes_back_and_is_never_ahead(
    machine: Machine, turns: list[tuple[int, bool, bool]]
) -> None:
    pulse = pulse_of(machine)
    ahead, last = machine.now() - pulse.clock.now(), pulse.clock.now()
    for passed, held_up, beats in turns:
        machine.pass_time(passed, held_up=held_up)
        if beats:
            pulse.beat()
        now = pulse.clock.now()
        assert last <= now <= machine.now() + ahead
        last = now


def test_another_process_reads_the_same_time(machine: Machine, tmp_path: Path) -> None:
    place = time_beside(tmp_path / "far-end")
    pulse = pulse_of(machine, place)
    board = RemoteBoard(tmp_path / "far-end")
    for held_up in (False, True, False):
        machine.pass_time(HELD_UP_MS, held_up=held_up)
        pulse.beat()
        assert WorldClock.at(place).now() == board.clock.now() == pulse.clock.now()


def _beat_on(path: Path, begun: Event, ended: Event) -> None:
    pulse = Pulse(time.monotonic_ns, path)
    begun.set()
    while not ended.is_set():
        pulse.beat()


def test_no_look_is_of_two_beats(tmp_path: Path) -> None:
    """Another process beats as fast as it can: thousands of looks fall into one.

    The world falls behind the machine at a beat that was late, and never catches up.
    """
    spawning, place = get_context("spawn"), tmp_path / "time"
    begun, ended = spawning.Event(), spawning.Event()
    beats = spawning.Process(target=_beat_on, args=(place, begun, ended))
    beats.start()
    try:
        begun.wait()
        clock = WorldClock.at(place)
        looks: list[tuple[int, int]] = []
        while len(set(looks)) < BEATS:
            looks += [clock.last_beat() for _ in range(200_000)]
    finally:
        ended.set()
        beats.join()
    behind = [since - world for world, since in looks]
    assert all(before <= after for before, after in pairwise(behind))
    assert all(before <= after for before, after in pairwise(looks))


def polled(machine: Machine, pulse: Pulse, clock: Clock) -> ChipReader:
    """Poll a chip reader on whose far end the host is held up before each answer."""
    far = SimRr3036(ANTENNAS)
    heard: list[bytes] = []
    port = MemoryPort(SimpleNamespace(receive=heard.append, transmit=far.transmit))
    reader = ChipReader(port, ANTENNAS, ChipRegistry({}))
    reader.start(clock.now())
    for turn in range(2_000):
        machine.pass_time(TURN_MS, held_up=True)
        if turn % (HELD_UP_MS // TURN_MS) == 0:
            machine.acted = machine.nanos
            while heard:
                far.receive(heard.pop(0))
        pulse.beat()
        reader.poll(clock.now())
    return reader


def test_a_far_end_that_was_held_up_is_not_missed(machine: Machine) -> None:
    pulse = pulse_of(machine)
    reader = polled(machine, pulse, pulse.clock)
    assert reader.swept > 0
    assert reader.health["silent"] == reader.health["dropped"] == 0


def test_by_the_machine_s_clock_it_would_be(machine: Machine) -> None:
    with pytest.raises(PortLost):
        polled(machine, pulse_of(machine), machine)


def test_who_rests_goes_on_when_the_world_stands_for_good() -> None:
    pulse = Pulse(lambda: 0)
    pulse.start()
    pulse.close()
    before = pulse.clock.now()
    pulse.rest(1_000_000)
    assert pulse.clock.now() - before <= MOST_MS
