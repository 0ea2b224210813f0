"""The board that opens real hardware."""

from contextlib import ExitStack
from functools import cached_property
from pathlib import Path

from hal.board_health import BoardHealth, read_board_health
from hal.clock import MonotonicClock
from hal.pi.gpio import GpioHeader, open_header
from hal.pi.i2c import SmbusBus
from hal.pi.serial_port import PyserialPort
from hal.pi.server_port import ServerPort
from hal.pi.speaker import AlsaSpeaker
from hal.ports import I2CAdapter, InputLine, OutputLine, SerialPort, Speaker, ToneLine
from hal.server_address import is_url


class PiBoard:
    """Implements `hal.ports.Board`. Opens only the ports that the table uses, GPIO included.

    Untried on real hardware: tested on pseudo-terminals, a modelled I2C adapter and a modelled GPIO
    chip.
    """

    simulated = False

    def __init__(self) -> None:
        self.clock = MonotonicClock()
        self._open_resources = ExitStack()

    def serial(self, path: str, baud: int) -> SerialPort:
        """Return the port named `path`, not open yet; a serial server sets its own `baud`."""
        port = ServerPort(path) if is_url(path) else PyserialPort(path, baud, exclusive=True)
        self._open_resources.callback(port.close)
        return port

    def i2c(self, bus_number: int) -> I2CAdapter:
        """Open /dev/i2c-`bus_number`. Raises BoardUnfit if it is missing."""
        bus = SmbusBus(bus_number)
        self._open_resources.callback(bus.close)
        return bus

    def input(self, pin: int) -> InputLine:
        """Open a pulled-up input. Raises BoardUnfit off a Pi or if the line is taken."""
        return self._gpio_header.input(pin)

    def output(self, pin: int) -> OutputLine:
        """Open an output, low. Raises as `input` does."""
        return self._gpio_header.output(pin)

    def tone(self, pin: int) -> ToneLine:
        """Open a tone output, silent. Raises as `input` does."""
        return self._gpio_header.tone(pin)

    def speaker(self, device: str, espeak_voice: str, cache_dir: Path) -> Speaker:
        """Return the loudspeaker; its programs are looked for at its start."""
        speaker = AlsaSpeaker(device, espeak_voice, cache_dir)
        self._open_resources.callback(speaker.close)
        return speaker

    def health(self) -> BoardHealth:
        """Return the reading of its kernel."""
        return read_board_health()

    def close(self) -> None:
        """Let go of everything, the last opened first; every line is an input again."""
        self._open_resources.close()

    @cached_property
    def _gpio_header(self) -> GpioHeader:
        # On first use only: a table without pins needs no GPIO library.
        gpio_header = open_header()
        self._open_resources.callback(gpio_header.close)
        return gpio_header
