"""The pseudo-terminal wire beyond the serial contract: its names, its pace, its thread."""

import itertools
import os
import select
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.pi.serial_port import PyserialPort
from hal.ports import Millis
from sim.wires.cable import PluggedCable
from sim.wires.far_end import OutputBell
from sim.wires.far_end_clock import MAX_LEAD_NS
from sim.wires.impairments import FaultyLink
from sim.wires.pty import LinePace, PtyWire
from sim.world.world_clock import WorldPulse
from tests.kits.sim.machine_time import MS, Machine, machine_time

S = 1_000_000_000


class Talker:
    """Says the same thing once for each time it is asked to."""

    def __init__(self) -> None:
        self.said = threading.Event()
        self.received = threading.Event()
        self.hearsay = b""
        self._line = b""

    def say(self, line: bytes) -> None:
        self.said.clear()
        self._line = line

    def receive(self, data: bytes) -> None:
        self.hearsay += data
        self.received.set()

    def transmit(self) -> bytes:
        line, self._line = self._line, b""
        if line:
            self.said.set()
        return line


def test_linkless_name_is_the_terminal() -> None:
    wire = PtyWire(Talker(), 9600)
    assert os.path.exists(wire.path)
    assert wire.path.startswith("/dev/pts/")
    wire.close()


def test_link_follows_the_cable(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    wire = PtyWire(Talker(), 9600, link)
    port = PyserialPort(wire.path, 9600)
    port.reopen()
    first = link.resolve()
    wire.unplug()
    assert not link.is_symlink()
    wire.plug()
    assert link.resolve() != first, "the host still holds the old terminal"
    assert list(tmp_path.iterdir()) == [link]
    port.close()
    wire.close()
    assert not link.is_symlink()


def test_stale_link_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "shoe").symlink_to("/nowhere")
    (tmp_path / "shoe.new").symlink_to("/nowhere")
    wire = PtyWire(Talker(), 9600, tmp_path / "shoe")
    assert (tmp_path / "shoe").exists()
    wire.close()


def threads(wire: PtyWire) -> int:
    return [thread.name for thread in threading.enumerate()].count(wire.path)


def test_unplugging_twice_is_harmless() -> None:
    wire = PtyWire(Talker(), 9600)
    assert threads(wire) == 1
    wire.unplug()
    wire.unplug()
    assert threads(wire) == 0
    wire.plug()
    wire.plug()
    assert threads(wire) == 1
    wire.close()
    wire.close()
    assert threads(wire) == 0


@pytest.mark.parametrize("baud", [4800, 9600, 115200])
def test_byte_takes_ten_bits(baud: int) -> None:
    pace = LinePace(baud)
    assert pace.arrival_time(100 * S, baud) == 110 * S
    assert pace.arrival_time(200 * S, baud // 10) == 201 * S


def test_bytes_on_a_busy_line_follow() -> None:
    pace = LinePace(9600)
    assert pace.arrival_time(0, 960) == S
    assert pace.arrival_time(S // 2, 960) == 2 * S


@given(st.lists(st.integers(0, 100), max_size=50))
def test_pieces_take_the_same_time(pieces: list[int]) -> None:
    pace = LinePace(9600)
    arrived = [pace.arrival_time(0, piece) for piece in pieces]
    assert arrived[-1:] == [round(sum(pieces) * S / 960)][: len(pieces)]


class Ringer(Talker):
    """Rings when it has something to say; nobody need ask it."""

    def __init__(self) -> None:
        super().__init__()
        self.bell = OutputBell()
        self.asked = 0

    def say(self, line: bytes) -> None:
        super().say(line)
        self.bell.ring()

    def transmit(self) -> bytes:
        self.asked += 1
        return super().transmit()


def test_wake_or_input_polls_far_end(
    tmp_path: Path,
) -> None:
    ringer = Ringer()
    wire = PtyWire(ringer, 115200, tmp_path / "shoe")
    port = PyserialPort(wire.path, 115200)
    port.reopen()
    for word in (b"a", b"b"):
        ringer.say(word)
        port.wait(Millis(10_000))
        assert port.read() == word
        port.write(b"x")
        assert ringer.received.wait(timeout=10)
        ringer.received.clear()
    wire.close()
    port.close()
    plugged, rung, spoken_to, delivered, closed = 1, 2, 2, 2, 1
    assert ringer.asked <= plugged + rung + spoken_to + delivered + closed
    assert ringer.hearsay == b"xx"


def test_wake_on_a_pulled_cable_is_lost(tmp_path: Path) -> None:
    ringer = Ringer()
    wire = PtyWire(ringer, 115200, tmp_path / "shoe")
    wire.unplug()
    ringer.say(b"lost")
    wire.plug()
    port = PyserialPort(wire.path, 115200)
    port.reopen()
    ringer.say(b"received")
    port.wait(Millis(10_000))
    assert port.read() == b"received"
    wire.close()
    port.close()


def test_no_extra_polls_of_far_end(tmp_path: Path) -> None:
    ringer = Ringer()
    cable = PluggedCable(ringer, 115200, tmp_path / "shoe")
    port = PyserialPort(cable.pty_wire.path, 115200)
    port.reopen()
    ringer.say(b"a")
    port.wait(Millis(10_000))
    assert port.read() == b"a"
    cable.close()
    port.close()
    plugged, rung, delivered, closed = 1, 1, 1, 1
    assert ringer.asked <= plugged + rung + delivered + closed


def test_delayed_bytes_need_no_wake(tmp_path: Path) -> None:
    ringer, now = Ringer(), itertools.count(step=4)
    cable = PluggedCable(ringer, 115200, tmp_path / "shoe")
    cable.impairment = late = FaultyLink(lambda: next(now))
    late.late_ms = 20
    port = PyserialPort(cable.pty_wire.path, 115200)
    port.reopen()
    ringer.say(b"late")
    port.wait(Millis(10_000))
    assert port.read() == b"late"
    cable.close()
    port.close()


class Slow(Ringer):
    """Is held up in the middle of what it hears until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = threading.Event()

    def receive(self, data: bytes) -> None:
        super().receive(data)
        self.go_on.wait()


def looks_at_a_far_end_held_up(link: Path, machine: Machine) -> list[int]:
    """Ask a far end, and look how late it is before it takes that, meanwhile and in its work."""
    slow = Slow()
    wire = PtyWire(slow, 115200, link)
    world = WorldPulse(lambda: [wire.own_time])
    port = PyserialPort(wire.path, 115200)
    port.reopen()
    asked_at = world.now()
    port.write(b"?")
    looks = []
    while not slow.received.is_set() or len(looks) < 10:
        machine.pass_time(400)
        looks.append(world.now() - asked_at)
    slow.go_on.set()
    wire.close()
    port.close()
    return looks


def test_time_waits_for_the_far_end(tmp_path: Path) -> None:
    with machine_time() as machine:
        times = [looks_at_a_far_end_held_up(tmp_path / "shoe", machine) for _ in range(30)]
    late = [max(looks) for looks in times if max(looks) > MAX_LEAD_NS // MS]
    assert late == []


class Broken(Talker):
    """Its thread ends at the first word."""

    def receive(self, data: bytes) -> None:
        super().receive(data)
        raise SystemExit


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_ended_far_end_stops_nothing(tmp_path: Path) -> None:
    wire = PtyWire(Broken(), 115200, tmp_path / "shoe")
    world = WorldPulse(lambda: [wire.own_time])
    port = PyserialPort(wire.path, 115200)
    port.reopen()
    port.write(b"?")
    world.wait_for(50)
    port.write(b"?")
    world.wait_for(50)
    port.close()
    wire.close()


def test_early_bytes_are_not_echoed(tmp_path: Path) -> None:
    talker = Talker()
    wire = PtyWire(talker, 9600, tmp_path / "shoe")
    host = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    talker.say(b"S\n")
    assert select.select([host], [], [], 10)[0]
    os.write(host, b"x\n")
    assert talker.received.wait(timeout=10)
    os.close(host)
    wire.close()
    assert talker.hearsay == b"x\n"


def test_unread_bytes_are_lost(tmp_path: Path) -> None:
    talker = Talker()
    wire = PtyWire(talker, 100_000_000, tmp_path / "full")
    for _ in range(20):
        talker.say(bytes(10_000))
        assert talker.said.wait(timeout=10)
    port = PyserialPort(wire.path, 9600)
    port.reopen()
    got = b""
    for _ in range(1000):
        talker.say(b"fresh")  # again and again: the first may still meet a full buffer
        port.wait(Millis(100))
        got = (got + port.read())[-5:]
        if got == b"fresh":
            break
    assert got == b"fresh"
    port.close()
    wire.close()


@pytest.mark.parametrize("baud", [4800, 9600, 19200, 57600, 115200])
def test_every_baud_rate_works(baud: int, tmp_path: Path) -> None:
    talker = Talker()
    wire = PtyWire(talker, baud, tmp_path / "any")
    port = PyserialPort(wire.path, baud)
    port.reopen()
    frame = bytes.fromhex("05 31 44 81 B8 03 34 46")
    talker.say(frame)
    got = b""
    for _ in range(50):
        port.wait(Millis(10_000))
        got += port.read()
        if len(got) >= len(frame):
            break
    assert got == frame
    port.close()
    wire.close()
