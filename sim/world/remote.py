"""The board of a simulated table in another process: its bus and lines, over a Unix socket.

A request is one transfer, one look at a line, one tone, one level put out or one phrase; it is
answered when it has been done.
"""

import os
import socket
import struct
import threading
from contextlib import ExitStack
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from hal.clock import MonotonicClock
from hal.errors import BoardUnfit, BusStuck, DeviceSilent
from hal.pi.serial_port import PyserialPort
from hal.ports import Clock, I2CAdapter, InputLine, OutputLine, SerialPort, Speaker, ToneLine
from sim.machines.speaker import SimSpeaker
from sim.world.world_clock import WorldClock

REQUEST: Final = struct.Struct("!cHHH")
ANSWER: Final = struct.Struct("!cH")
PATIENCE_S: Final = 5.0
HEARD: Final = b"\x01"
"""The answer of a loudspeaker that is there."""


class Ask(Enum):
    """A request to the table."""

    WRITE = b"W"
    READ = b"R"
    WRITE_READ = b"X"
    LEVEL = b"L"
    TONE = b"T"
    PUT = b"P"
    SAY = b"S"
    RECOVER = b"C"


class Said(Enum):
    """How it went."""

    DONE = b"="
    SILENT = b"?"
    STUCK = b"!"
    NO_LINE = b"-"


class Request(NamedTuple):
    """The kind, the address or pin, the amount (bytes to read, hertz, a level), the bytes to write.

    Text is in UTF-8; an empty one is silence, which tries a loudspeaker.
    """

    ask: Ask
    where: int
    amount: int = 0
    data: bytes = b""


class RemoteBoard:
    """Implements `hal.ports.Board` over a table that `world.TableServer` serves at `path`.

    Its clock is the table's if a `Pulse` publishes it beside `path`, else the machine's. A missing
    table looks like a stuck bus, and is tried again at each call. The serial ports are real ones.
    Not modelled: other pins than the interrupts and the sounder, the bus's own speed.
    """

    simulated = True

    def __init__(self, path: Path) -> None:
        told = time_beside(path)
        self.clock: Clock = WorldClock.at(told) if told.exists() else MonotonicClock()
        self._wire = _Wire(path)
        self._opened = ExitStack()

    def serial(self, path: str, baud: int) -> SerialPort:
        """Return the port named `path`, not open yet."""
        port = PyserialPort(path, baud)
        self._opened.callback(port.close)
        return port

    def i2c(self, number: int) -> I2CAdapter:  # noqa: ARG002
        """Return the table's bus, whatever its number."""
        return _RemoteBus(self._wire)

    def input(self, pin: int) -> InputLine:
        """Return the interrupt line at the pin. Raises BoardUnfit if there is none."""
        line = _RemoteInput(self._wire, pin)
        line.level()
        return line

    def output(self, pin: int) -> OutputLine:  # noqa: ARG002
        """Return the table's buzzer, whatever its pin."""
        return _RemoteOutput(self._wire)

    def tone(self, pin: int) -> ToneLine:  # noqa: ARG002
        """Return the table's piezo, whatever its pin."""
        return _RemoteTone(self._wire)

    def speaker(self, device: str, language: str, cache: Path) -> Speaker:  # noqa: ARG002
        """Return the table's loudspeaker, whatever its device."""
        return _RemoteSpeaker(self._wire)

    def close(self) -> None:
        """Let the table and its ports go."""
        self._opened.close()
        self._wire.close()


def time_beside(path: Path) -> Path:
    """Return the path of the time of the table that is served at `path`."""
    return path.with_suffix(".time")


class _RemoteBus:
    def __init__(self, wire: "_Wire") -> None:
        self._wire = wire

    def write(self, address: int, data: bytes) -> None:
        self._transfer(Request(Ask.WRITE, address, 0, data))

    def read(self, address: int, count: int) -> bytes:
        if count < 1:
            raise ValueError("a read transfer has at least one byte")
        return self._transfer(Request(Ask.READ, address, count))

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        return self._transfer(Request(Ask.WRITE_READ, address, count, data))

    def recover(self) -> None:
        self._wire.ask(Request(Ask.RECOVER, 0))

    def _transfer(self, request: Request) -> bytes:
        if not 0x08 <= request.where <= 0x77:
            raise ValueError(f"0x{request.where:02X} is no I2C address")
        return self._wire.ask(request)


class _RemoteInput:
    def __init__(self, wire: "_Wire", pin: int) -> None:
        self._wire = wire
        self._pin = pin

    def level(self) -> bool:
        return self._wire.ask(Request(Ask.LEVEL, self._pin)) == b"\x01"


class _RemoteTone:
    def __init__(self, wire: "_Wire") -> None:
        self._wire = wire

    def sound(self, hz: int) -> None:
        self._wire.ask(Request(Ask.TONE, 0, hz))


class _RemoteOutput:
    def __init__(self, wire: "_Wire") -> None:
        self._wire = wire

    def put(self, *, high: bool) -> None:
        self._wire.ask(Request(Ask.PUT, 0, int(high)))


class _RemoteSpeaker(SimSpeaker):
    """Renders and takes its time here; plays at the table, if that has a loudspeaker."""

    def __init__(self, wire: "_Wire") -> None:
        super().__init__()
        self._wire = wire

    def start(self) -> None:
        self._sound("")
        super().start()

    def play(self, text: str) -> None:
        self._sound(text)
        super().play(text)

    def _sound(self, text: str) -> None:
        heard = self._wire.ask(Request(Ask.SAY, 0, 0, text.encode()))
        self.unplugged = heard != HEARD


class _Wire:
    """The connection: one request at a time, from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    def ask(self, request: Request) -> bytes:
        with self._lock:
            try:
                said, data = self._exchange(request)
            except OSError as error:
                self._hang_up()
                raise BusStuck(f"{self._path}: {error}") from error
        match said:
            case Said.SILENT:
                raise DeviceSilent(request.where)
            case Said.STUCK:
                raise BusStuck(data.decode())
            case Said.NO_LINE:
                raise BoardUnfit(f"nothing is simulated at pin {request.where}")
        return data

    def close(self) -> None:
        with self._lock:
            self._hang_up()

    def _exchange(self, request: Request) -> tuple[Said, bytes]:
        wire = self._socket = self._socket or self._connected()
        wire.sendall(_packed(request))
        said, size = ANSWER.unpack(received(wire, ANSWER.size))
        return Said(said), received(wire, size)

    def _connected(self) -> socket.socket:
        wire = socket.socket(socket.AF_UNIX)
        wire.settimeout(PATIENCE_S)
        try:
            wire.connect(os.fspath(self._path))
        except OSError:
            wire.close()
            raise
        return wire

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None


def _packed(request: Request) -> bytes:
    ask, where, amount, data = request
    return REQUEST.pack(ask.value, where, amount, len(data)) + data


def received(wire: socket.socket, size: int) -> bytes:
    """Return exactly `size` bytes. Raises ConnectionError when the other end is gone."""
    data = b""
    while len(data) < size:
        piece = wire.recv(size - len(data))
        if not piece:
            raise ConnectionError("the other end is gone")
        data += piece
    return data
