"""The board of a simulated table in another process: its bus and lines, over a Unix socket."""

from contextlib import ExitStack
from pathlib import Path

import msgspec

from hal.board_health import UNKNOWN_HEALTH, BoardHealth
from hal.clock import MonotonicClock
from hal.errors import BusStuck
from hal.pi.serial_port import PyserialPort
from hal.ports import Clock, I2CAdapter, InputLine, OutputLine, SerialPort, Speaker, ToneLine
from sim.machines.speaker import SimSpeaker
from sim.world.remote_wire import PLAYED, RemoteCommand, RemoteRequest, RemoteWire
from sim.world.world_clock import WorldClock


class RemoteBoard:
    """Implements `hal.ports.Board` over a table that a `TableServer` serves at `path`.

    Its clock is the table's if a `WorldPulse` publishes it at `path`, else the machine's. A missing
    table looks like a stuck bus, and is tried again at each call. The serial ports are real ones.
    Not modelled: other pins than the interrupts and the sounder, the bus's own speed.
    """

    simulated = True

    def __init__(self, path: Path) -> None:
        time_path = time_beside(path)
        self.clock: Clock = (
            WorldClock.open_published(time_path) if time_path.exists() else MonotonicClock()
        )
        self._remote_wire = RemoteWire(path)
        self._opened = ExitStack()

    def serial(self, path: str, baud: int) -> SerialPort:
        """Return the port named `path`, not open yet."""
        port = PyserialPort(path, baud)
        self._opened.callback(port.close)
        return port

    def i2c(self, number: int) -> I2CAdapter:  # noqa: ARG002
        """Return the table's only bus, for any number."""
        return _RemoteBus(self._remote_wire)

    def input(self, pin: int) -> InputLine:
        """Return the interrupt line at the pin. Raises BoardUnfit if no line is there."""
        # Read once now, so that a pin without a line fails at the opening.
        line = _RemoteInput(self._remote_wire, pin)
        line.level()
        return line

    def output(self, pin: int) -> OutputLine:  # noqa: ARG002
        """Return the table's only buzzer, for any pin."""
        return _RemoteOutput(self._remote_wire)

    def tone(self, pin: int) -> ToneLine:  # noqa: ARG002
        """Return the table's only piezo, for any pin."""
        return _RemoteTone(self._remote_wire)

    def speaker(self, device: str, espeak_voice: str, cache: Path) -> Speaker:  # noqa: ARG002
        """Return the table's only loudspeaker, for any device."""
        return _RemoteSpeaker(self._remote_wire)

    def health(self) -> BoardHealth:
        """Return that of the table's Pi, or none if the table is missing."""
        try:
            reading = self._remote_wire.send_request(RemoteRequest(RemoteCommand.HEALTH, 0))
        except BusStuck:
            return UNKNOWN_HEALTH
        return msgspec.json.decode(reading, type=BoardHealth)

    def close(self) -> None:
        """Let the table and its ports go."""
        self._opened.close()
        self._remote_wire.close()


def time_beside(path: Path) -> Path:
    """Return the path of the time of the table that is served at `path`."""
    return path.with_suffix(".time")


class _RemoteBus:
    def __init__(self, remote_wire: RemoteWire) -> None:
        self._remote_wire = remote_wire

    def write(self, address: int, data: bytes) -> None:
        self._transfer(RemoteRequest(RemoteCommand.WRITE, address, 0, data))

    def read(self, address: int, count: int) -> bytes:
        if count < 1:
            raise ValueError("a read transfer has at least one byte")
        return self._transfer(RemoteRequest(RemoteCommand.READ, address, count))

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        return self._transfer(RemoteRequest(RemoteCommand.WRITE_READ, address, count, data))

    def recover(self) -> None:
        self._remote_wire.send_request(RemoteRequest(RemoteCommand.RECOVER, 0))

    def _transfer(self, request: RemoteRequest) -> bytes:
        if not 0x08 <= request.address_or_pin <= 0x77:
            raise ValueError(f"0x{request.address_or_pin:02X} is no I2C address")
        return self._remote_wire.send_request(request)


class _RemoteInput:
    def __init__(self, remote_wire: RemoteWire, pin: int) -> None:
        self._remote_wire = remote_wire
        self._pin = pin

    def level(self) -> bool:
        return (
            self._remote_wire.send_request(RemoteRequest(RemoteCommand.LEVEL, self._pin)) == b"\x01"
        )


class _RemoteTone:
    def __init__(self, remote_wire: RemoteWire) -> None:
        self._remote_wire = remote_wire

    def sound(self, frequency_hz: int) -> None:
        self._remote_wire.send_request(RemoteRequest(RemoteCommand.TONE, 0, frequency_hz))


class _RemoteOutput:
    def __init__(self, remote_wire: RemoteWire) -> None:
        self._remote_wire = remote_wire

    def put(self, *, high: bool) -> None:
        self._remote_wire.send_request(RemoteRequest(RemoteCommand.PUT, 0, int(high)))


class _RemoteSpeaker(SimSpeaker):
    """Renders and takes its time here; plays at the table, if that has a loudspeaker."""

    def __init__(self, remote_wire: RemoteWire) -> None:
        super().__init__()
        self._remote_wire = remote_wire

    def start(self) -> None:
        self._play_remote("")
        super().start()

    def play(self, text: str) -> None:
        self._play_remote(text)
        super().play(text)

    def _play_remote(self, text: str) -> None:
        played = self._remote_wire.send_request(
            RemoteRequest(RemoteCommand.SPEAK, 0, 0, text.encode())
        )
        self.unplugged = played != PLAYED
