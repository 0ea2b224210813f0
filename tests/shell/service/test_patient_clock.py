"""While a thread is held up no time passes for the parts on its wire: none is blamed for that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.rr3036 import protocol
from drivers.rr3036.reader import ChipReader
from drivers.tags.chip_registry import ChipRegistry
from firmware.core.vocabulary.places import Place
from firmware.shell.parts.bus_thread import LATE_CYCLE_MS
from firmware.shell.parts.delay_tolerant_clock import DelayTolerantClock
from hal.errors import PortLost
from hal.ports import NEVER, Clock, Millis
from sim.machines.rr3036 import SimRr3036
from sim.wires.memory_port import MemoryPort

ANTENNAS = {1: Place(1, "main")}
RESTS_MS = 5
HELD_UP_MS = 200
TURNS = 200


class HandClock:
    """A clock that stands where it was put."""

    def __init__(self) -> None:
        self.millis = 0

    def now(self) -> Millis:
        return Millis(self.millis)


class InHalves:
    """A far end each of whose replies comes in two pieces, one a look."""

    def __init__(self, far: SimRr3036) -> None:
        self._far = far
        self._rest = b""

    def receive(self, data: bytes) -> None:
        self._far.receive(data)

    def transmit(self) -> bytes:
        if self._rest:
            now, self._rest = self._rest, b""
            return now
        said = self._far.transmit()
        now, self._rest = said[:2], said[2:]
        return now


def polled(late_ms: int, held_up_ms: int) -> ChipReader:
    """Poll a chip reader for so many turns, before each of which the thread is held up."""
    wire = HandClock()
    clock = DelayTolerantClock(wire, late_ms)
    reader = ChipReader(MemoryPort(InHalves(SimRr3036(ANTENNAS))), ANTENNAS, ChipRegistry({}))
    reader.start(clock.now())
    for _ in range(TURNS):
        wire.millis += RESTS_MS + held_up_ms
        reader.poll(clock.now(RESTS_MS))
    return reader


def test_held_up_host_misses_no_reader() -> None:
    reader = polled(LATE_CYCLE_MS, HELD_UP_MS)
    assert reader.sweeps > 0
    assert reader.health["silent"] == reader.health["dropped"] == 0


def test_ordinary_clock_would_miss_it() -> None:
    with pytest.raises(PortLost):
        polled(NEVER, HELD_UP_MS)


def test_counted_delay_is_below_the_gap() -> None:
    assert RESTS_MS + LATE_CYCLE_MS < protocol.MAX_GAP_MS


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 250))))
def test_counted_time_is_bounded(
    turns: list[tuple[int, int]],
) -> None:
    wire = HandClock()
    clock: DelayTolerantClock = DelayTolerantClock(wire, LATE_CYCLE_MS)
    before = clock.now()
    for passed, rested in turns:
        wire.millis += passed
        now = clock.now(rested)
        assert now - before == min(passed, rested + LATE_CYCLE_MS)
        before = now


def test_unlimited_delay_is_the_clock_itself() -> None:
    wire = HandClock()
    clock: Clock = DelayTolerantClock(wire, NEVER)
    wire.millis = 10_000
    assert clock.now() == wire.now()
