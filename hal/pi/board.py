"""The board that opens real hardware."""

from contextlib import ExitStack
from functools import cached_property
from pathlib import Path

from hal.clock import MonotonicClock
from hal.pi.gpio import Header, open_header
from hal.pi.i2c import SmbusBus
from hal.pi.serial_port import PyserialPort
from hal.pi.speaker import AlsaSpeaker
from hal.ports import I2CAdapter, InputLine, OutputLine, SerialPort, Speaker, ToneLine


class PiBoard:
    """Implements `hal.ports.Board`. Opens only what the table uses, GPIO included.

    Untried on real hardware: tested on pseudo-terminals, a modelled I2C adapter and a modelled GPIO
    chip.
    """

    simulated = False

    def __init__(self) -> None:
        self.clock = MonotonicClock()
        self._opened = ExitStack()

    def serial(self, path: str, baud: int) -> SerialPort:
        """Return the port named `path`, not open yet."""
        port = PyserialPort(path, baud, alone=True)
        self._opened.callback(port.close)
        return port

    def i2c(self, number: int) -> I2CAdapter:
        """Open /dev/i2c-`number`. Raises BoardUnfit if there is none."""
        bus = SmbusBus(number)
        self._opened.callback(bus.close)
        return bus

    def input(self, pin: int) -> InputLine:
        """Open a pulled-up input. Raises BoardUnfit off a Pi or if the line is taken."""
        return self._header.input(pin)

    def output(self, pin: int) -> OutputLine:
        """Open an output, low. Raises as `input` does."""
        return self._header.output(pin)

    def tone(self, pin: int) -> ToneLine:
        """Open a tone output, silent. Raises as `input` does."""
        return self._header.tone(pin)

    def speaker(self, device: str, language: str, cache: Path) -> Speaker:
        """Return the loudspeaker; its programs are looked for at its start."""
        speaker = AlsaSpeaker(device, language, cache)
        self._opened.callback(speaker.close)
        return speaker

    def close(self) -> None:
        """Let go of everything, the last opened first; every line is an input again."""
        self._opened.close()

    @cached_property
    def _header(self) -> Header:
        header = open_header()
        self._opened.callback(header.close)
        return header
