"""The board of a simulated table in another process: its bus and lines, over a Unix socket."""

from contextlib import ExitStack
from pathlib import Path

from hal.clock import MonotonicClock
from hal.pi.serial_port import PyserialPort
from hal.ports import Clock, I2CAdapter, InputLine, OutputLine, SerialPort, Speaker, ToneLine
from sim.machines.speaker import SimSpeaker
from sim.world.remote_wire import HEARD, Ask, RemoteWire, Request
from sim.world.world_clock import WorldClock


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
        self._wire = RemoteWire(path)
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
    def __init__(self, wire: RemoteWire) -> None:
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
    def __init__(self, wire: RemoteWire, pin: int) -> None:
        self._wire = wire
        self._pin = pin

    def level(self) -> bool:
        return self._wire.ask(Request(Ask.LEVEL, self._pin)) == b"\x01"


class _RemoteTone:
    def __init__(self, wire: RemoteWire) -> None:
        self._wire = wire

    def sound(self, hz: int) -> None:
        self._wire.ask(Request(Ask.TONE, 0, hz))


class _RemoteOutput:
    def __init__(self, wire: RemoteWire) -> None:
        self._wire = wire

    def put(self, *, high: bool) -> None:
        self._wire.ask(Request(Ask.PUT, 0, int(high)))


class _RemoteSpeaker(SimSpeaker):
    """Renders and takes its time here; plays at the table, if that has a loudspeaker."""

    def __init__(self, wire: RemoteWire) -> None:
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
