"""One contract for every serial port: in memory, pyserial's on a real pseudo-terminal, and a serial
server's over TCP.
"""

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hal.errors import PortLost, PortTaken
from hal.pi.serial_port import PyserialPort
from hal.pi.server_port import ServerPort
from hal.ports import Millis, SerialPort
from sim.wires.memory_port import MemoryPort
from sim.wires.pty import PtyWire
from tests.kits.hal.serial_server import SerialServer

LONG = Millis(10_000)
EVERY_BYTE = bytes(range(256))


class Device:
    """A far end that says what a test lets it say, and remembers what it received."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._to_say = b""
        self._heard = b""

    def say(self, data: bytes) -> None:
        with self._changed:
            self._to_say += data

    def hears(self, data: bytes) -> bool:
        """Wait until as many bytes as `data` has were received, and say whether they are those."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._heard) >= len(data), timeout=LONG / 1000)
            return self._heard == data

    def receive(self, data: bytes) -> None:
        with self._changed:
            self._heard += data
            self._changed.notify_all()

    def transmit(self) -> bytes:
        with self._changed:
            said, self._to_say = self._to_say, b""
            return said


@dataclass
class Rig:
    port: SerialPort
    device: Device
    unplug: Callable[[], None]
    plug: Callable[[], None]


@pytest.fixture(params=["memory", "pty", "server"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    device = Device()
    if request.param == "memory":
        memory = MemoryPort(device)
        yield Rig(memory, device, memory.unplug, memory.plug)
        return
    if request.param == "server":
        server = SerialServer(device)
        over_tcp = ServerPort(server.path)
        yield Rig(over_tcp, device, server.unplug, server.plug)
        over_tcp.close()
        server.unplug()
        return
    wire = PtyWire(device, 115200, tmp_path / "shoe")
    port = PyserialPort(wire.path, 115200)
    yield Rig(port, device, wire.unplug, wire.plug)
    port.close()
    wire.close()


@pytest.fixture
def opened(rig: Rig) -> Rig:
    rig.port.reopen()
    return rig


def collect(port: SerialPort, count: int) -> bytes:
    """Read until `count` bytes are there; each wait is bounded, and so is their number."""
    got = b""
    for _ in range(count + 10):
        if len(got) >= count:
            break
        port.wait(LONG)
        got += port.read()
    return got


def test_port_is_closed_before_reopen(rig: Rig) -> None:
    with pytest.raises(PortLost):
        rig.port.read()
    with pytest.raises(PortLost):
        rig.port.write(b"x")


def test_reading_nothing_gives_nothing(opened: Rig) -> None:
    assert opened.port.read() == b""


def test_every_byte_arrives_as_sent(opened: Rig) -> None:
    opened.device.say(EVERY_BYTE)
    assert collect(opened.port, 256) == EVERY_BYTE


def test_pieces_arrive_in_order(opened: Rig) -> None:
    opened.device.say(b"*X;4;")
    opened.device.say(b"002;31\r\n")
    assert collect(opened.port, 13) == b"*X;4;002;31\r\n"


def test_written_bytes_reach_far_end(opened: Rig) -> None:
    opened.port.write(EVERY_BYTE)
    assert opened.device.hears(EVERY_BYTE)


def test_writing_nothing_is_no_error(opened: Rig) -> None:
    opened.port.write(b"")
    opened.port.write(b"x")
    assert opened.device.hears(b"x")


def test_unplugged_port_fails_all_calls(opened: Rig) -> None:
    opened.unplug()
    for _ in range(3):
        with pytest.raises(PortLost):
            opened.port.read()
        with pytest.raises(PortLost):
            opened.port.write(b"x")
    with pytest.raises(PortLost):
        opened.port.reopen()
    with pytest.raises(PortLost):
        opened.port.read()


def test_plugged_port_needs_reopening(opened: Rig) -> None:
    opened.unplug()
    opened.plug()
    with pytest.raises(PortLost):
        opened.port.read()


def test_port_returns_by_name_and_empty(opened: Rig) -> None:
    name = opened.port.path
    opened.unplug()
    opened.device.say(b"to nobody")
    opened.plug()
    opened.port.reopen()
    assert opened.port.path == name
    assert opened.port.read() == b""
    opened.device.say(b"again")
    assert collect(opened.port, 5) == b"again"
    opened.port.write(b"both ways")
    assert opened.device.hears(b"both ways")


def test_reopening_open_port_is_harmless(opened: Rig) -> None:
    opened.port.reopen()
    opened.device.say(b"here")
    assert collect(opened.port, 4) == b"here"


def returns(port: SerialPort, most: Millis) -> bool:
    """Say whether `port.wait(most)` comes back before the patience of a test runs out."""
    waiting = threading.Thread(target=port.wait, args=(most,), daemon=True)
    waiting.start()
    waiting.join(timeout=LONG / 1000)
    return not waiting.is_alive()


FOREVER = Millis(3_600_000)


def test_wait_returns_on_data(opened: Rig) -> None:
    opened.device.say(b"x")
    assert returns(opened.port, FOREVER)
    assert opened.port.read() == b"x"


@pytest.mark.parametrize("most", [1, 0, -1])
def test_wait_on_silent_line_returns(opened: Rig, most: int) -> None:
    assert returns(opened.port, Millis(most))
    assert opened.port.read() == b""


def test_wait_on_lost_port_ends_at_once(opened: Rig) -> None:
    opened.unplug()
    assert returns(opened.port, FOREVER)
    with pytest.raises(PortLost):
        opened.port.reopen()
    assert returns(opened.port, FOREVER)
    opened.port.close()
    assert returns(opened.port, FOREVER)


def test_wait_returns_on_unplugging(opened: Rig) -> None:
    waiting = threading.Thread(target=opened.port.wait, args=(FOREVER,), daemon=True)
    waiting.start()
    opened.unplug()
    waiting.join(timeout=LONG / 1000)
    assert not waiting.is_alive()


def test_double_close_then_reopen_works(opened: Rig) -> None:
    opened.port.close()
    opened.port.close()
    with pytest.raises(PortLost):
        opened.port.read()
    opened.port.reopen()
    opened.device.say(b"back")
    assert collect(opened.port, 4) == b"back"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[PtyWire]:
    wire = PtyWire(Device(), 9600, tmp_path / "wheel")
    yield wire
    wire.close()


def test_second_opening_finds_port_busy(terminal: PtyWire) -> None:
    first, second = PyserialPort(terminal.path, 9600), PyserialPort(terminal.path, 9600)
    first.reopen()
    with pytest.raises(PortTaken):
        second.reopen()
    first.close()
    second.reopen()
    assert second.read() == b""
    second.close()


def test_nonexistent_port_is_lost(tmp_path: Path) -> None:
    with pytest.raises(PortLost, match="no-such-cable"):
        PyserialPort(str(tmp_path / "no-such-cable"), 9600).reopen()


def test_file_not_a_terminal_is_lost(tmp_path: Path) -> None:
    (tmp_path / "note").write_text("not a port")
    with pytest.raises(PortLost):
        PyserialPort(str(tmp_path / "note"), 9600).reopen()


def test_unresponsive_far_end_is_lost() -> None:
    nobody, terminal = os.openpty()
    port = PyserialPort(os.ttyname(terminal), 9600)
    port.reopen()
    with pytest.raises(PortLost):
        port.write(bytes(200_000))
    port.close()
    os.close(nobody)
    os.close(terminal)
