"""What the pseudo-terminal wire adds to the serial contract: its names, its pace, its thread."""

import os
import select
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.pi.serial_port import PyserialPort
from hal.ports import Millis
from sim.pty import Pace, PtyWire


class Talker:
    """Says the same thing once for each time it is asked to."""

    def __init__(self) -> None:
        self.said = threading.Event()
        self.heard = threading.Event()
        self.hearsay = b""
        self._line = b""

    def say(self, line: bytes) -> None:
        self.said.clear()
        self._line = line

    def receive(self, data: bytes) -> None:
        self.hearsay += data
        self.heard.set()

    def transmit(self) -> bytes:
        line, self._line = self._line, b""
        if line:
            self.said.set()
        return line


def test_without_a_link_the_name_is_the_terminals_own() -> None:
    wire = PtyWire(Talker(), 9600)
    assert os.path.exists(wire.path)
    assert wire.path.startswith("/dev/pts/")
    wire.close()


def test_the_link_goes_with_the_cable_and_comes_back_to_a_new_terminal(tmp_path: Path) -> None:
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


def test_a_stale_link_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "shoe").symlink_to("/nowhere")
    (tmp_path / "shoe.new").symlink_to("/nowhere")
    wire = PtyWire(Talker(), 9600, tmp_path / "shoe")
    assert (tmp_path / "shoe").exists()
    wire.close()


def threads(wire: PtyWire) -> int:
    return [thread.name for thread in threading.enumerate()].count(wire.path)


def test_unplugging_and_closing_may_be_repeated_and_end_the_thread() -> None:
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
def test_a_line_carries_a_byte_every_ten_bits(baud: int) -> None:
    pace = Pace(baud)
    assert pace.due(100.0, 0) == 0
    assert pace.due(100.0, baud) == 0
    assert pace.due(100.0 + 9.9 / baud, baud) == 0
    assert pace.due(100.0 + 10.1 / baud, baud) == 1
    assert pace.due(101.0 + 0.1 / baud, baud) == baud // 10 - 1


def test_a_line_carries_no_more_than_there_is_and_saves_up_no_time() -> None:
    pace = Pace(9600)
    pace.due(100.0, 0)
    assert pace.due(200.0, 3) == 3
    assert pace.due(200.0, 5) == 0
    assert pace.due(300.0, 0) == 0
    assert pace.due(300.0, 5) == 0


@given(st.lists(st.floats(0, 0.01), max_size=50))
def test_cutting_the_time_up_carries_the_same_bytes(steps: list[float]) -> None:
    pace, now, carried = Pace(9600), 100.0, 0
    pace.due(now, 0)
    for step in steps:
        now += step
        carried += pace.due(now, 10_000)
    assert carried == pytest.approx((now - 100.0) * 960, abs=1.01)


def test_nothing_said_before_the_host_opens_is_echoed_back(tmp_path: Path) -> None:
    talker = Talker()
    wire = PtyWire(talker, 9600, tmp_path / "shoe")
    host = os.open(wire.path, os.O_RDWR | os.O_NOCTTY)
    talker.say(b"S\n")
    assert select.select([host], [], [], 10)[0]
    os.write(host, b"x\n")
    assert talker.heard.wait(timeout=10)
    os.close(host)
    wire.close()
    assert talker.hearsay == b"x\n"


def test_what_nobody_reads_is_lost_and_holds_nothing_up(tmp_path: Path) -> None:
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
def test_a_frame_survives_every_baud_rate_in_use(baud: int, tmp_path: Path) -> None:
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
