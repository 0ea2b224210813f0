"""The wires of a console: a serial port, or the terminal or files of this process."""

import os
import select
import sys
import termios
import tty
from contextlib import suppress
from typing import Any, Literal, Protocol

from hal.errors import HardwareError
from hal.ports import Millis, SerialPort

WireKind = Literal["line", "terminal", "dumb", "pipe"]
"""A serial line; a terminal that may be able to do more than print, or can't; a script."""

WRITE_CHUNK = 512
"""Bytes per write: a line of 9600 baud or more takes them within half a second, after which a port
counts as lost.
"""


class LineLost(Exception):
    """The far end has gone: a pulled cable, a closed terminal."""


class InputEnded(Exception):
    """End of input: of a script, or by the person."""


class Wire(Protocol):
    """An open byte stream in both directions."""

    @property
    def kind(self) -> WireKind:
        """The kind of the far end."""
        ...

    @property
    def name(self) -> str:
        """The wire's name in the journal."""
        ...

    def read(self, timeout_s: float) -> bytes:
        """Return received octets, b"" after `timeout_s`. Raises LineLost; InputEnded at the end."""
        ...

    def write(self, sent_octets: bytes) -> None:
        """Send all octets. Raises LineLost."""
        ...


class PortWire:
    """A serial port as a wire."""

    kind: WireKind = "line"

    def __init__(self, serial_port: SerialPort) -> None:
        self._serial_port = serial_port

    @property
    def name(self) -> str:
        """The last part of the port's path."""
        return os.path.basename(self._serial_port.path)

    def read(self, timeout_s: float) -> bytes:
        """Return received octets, b"" after `timeout_s`. Raises LineLost."""
        try:
            received_octets = self._serial_port.read()
            if not received_octets:
                self._serial_port.wait(Millis(int(timeout_s * 1000)))
                received_octets = self._serial_port.read()
        except (HardwareError, OSError, ValueError) as error:  # of a port closed while it waits
            raise LineLost(str(error)) from error
        return received_octets

    def write(self, sent_octets: bytes) -> None:
        """Send all octets. Raises LineLost."""
        try:
            for chunk_start in range(0, len(sent_octets), WRITE_CHUNK):
                self._serial_port.write(sent_octets[chunk_start : chunk_start + WRITE_CHUNK])
        except HardwareError as error:
            raise LineLost(str(error)) from error


class StandardWire:
    """The terminal, or the files, that this process was started with.

    A terminal is raw from the first `read`, or `set_raw_mode`, until `close`.
    """

    name = "terminal"

    def __init__(self) -> None:
        self._input_descriptor, self._output_descriptor = sys.stdin.fileno(), sys.stdout.fileno()
        self._previous_mode: list[Any] | None = None

    @property
    def kind(self) -> WireKind:
        """A terminal if both ends are one, a dumb one by $TERM; else a pipe."""
        if not (os.isatty(self._input_descriptor) and os.isatty(self._output_descriptor)):
            return "pipe"
        return "dumb" if os.environ.get("TERM", "dumb") == "dumb" else "terminal"

    def read(self, timeout_s: float) -> bytes:
        """Return received octets, b"" after `timeout_s`. Raises LineLost; InputEnded at the end."""
        try:
            self.set_raw_mode()
            if not select.select([self._input_descriptor], [], [], timeout_s)[0]:
                return b""
            received_octets = os.read(self._input_descriptor, WRITE_CHUNK)
        except OSError as error:
            raise LineLost(str(error)) from error
        if not received_octets:
            raise LineLost("hung up") if self._previous_mode else InputEnded
        return received_octets

    def write(self, sent_octets: bytes) -> None:
        """Send all octets. Raises LineLost."""
        try:
            while sent_octets:
                sent_octets = sent_octets[os.write(self._output_descriptor, sent_octets) :]
        except OSError as error:
            raise LineLost(str(error)) from error

    def close(self) -> None:
        """Restore the terminal's mode."""
        if self._previous_mode is not None:
            with suppress(termios.error):
                termios.tcsetattr(self._input_descriptor, termios.TCSADRAIN, self._previous_mode)
            self._previous_mode = None

    def set_raw_mode(self) -> None:
        """Switch the terminal to raw mode, without echo. Raises LineLost."""
        if self._previous_mode is not None or not os.isatty(self._input_descriptor):
            return
        try:
            self._previous_mode = termios.tcgetattr(self._input_descriptor)
            tty.setraw(self._input_descriptor)
        except termios.error as error:
            raise LineLost(str(error)) from error
