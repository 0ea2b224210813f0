"""The wire of a console: bytes in, bytes out, and the loss of the far end."""

import os
import select
import sys
import termios
import tty
from contextlib import suppress
from typing import Any, Literal, Protocol

from hal.errors import HardwareError
from hal.ports import Millis, SerialPort

Kind = Literal["line", "terminal", "dumb", "pipe"]
"""A serial line; a terminal that may be able to do more than print, or can't; a script."""

AT_ONCE = 512
"""Bytes per write: a line of 9600 baud or more takes them within half a second, after which a port
counts as lost.
"""


class Lost(Exception):
    """The far end has gone: a pulled cable, a closed terminal."""


class Ended(Exception):
    """End of input: of a script, or by the person."""


class Wire(Protocol):
    """A byte stream in both directions, opened."""

    @property
    def kind(self) -> Kind:
        """The kind of the far end."""
        ...

    @property
    def name(self) -> str:
        """The wire's name in the journal."""
        ...

    def read(self, most_s: float) -> bytes:
        """Return the received bytes, b"" after `most_s`. Raises Lost, or Ended after the last."""
        ...

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises Lost."""
        ...


class PortWire:
    """A serial port as a wire."""

    kind: Kind = "line"

    def __init__(self, port: SerialPort) -> None:
        self._port = port

    @property
    def name(self) -> str:
        """The last part of the port's path."""
        return os.path.basename(self._port.path)

    def read(self, most_s: float) -> bytes:
        """Return the received bytes, b"" after `most_s`. Raises Lost."""
        try:
            heard = self._port.read()
            if not heard:
                self._port.wait(Millis(int(most_s * 1000)))
                heard = self._port.read()
        except (HardwareError, OSError, ValueError) as error:  # of a port closed while it waits
            raise Lost(str(error)) from error
        return heard

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises Lost."""
        try:
            for start in range(0, len(data), AT_ONCE):
                self._port.write(data[start : start + AT_ONCE])
        except HardwareError as error:
            raise Lost(str(error)) from error


class StdWire:
    """The terminal, or the files, that this process was started with.

    A terminal is raw from the first `read`, or `be_raw`, until `close`.
    """

    name = "terminal"

    def __init__(self) -> None:
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._before: list[Any] | None = None

    @property
    def kind(self) -> Kind:
        """A terminal as both ends."""
        if not (os.isatty(self._in) and os.isatty(self._out)):
            return "pipe"
        return "dumb" if os.environ.get("TERM", "dumb") == "dumb" else "terminal"

    def read(self, most_s: float) -> bytes:
        """Return the received bytes, b"" after `most_s`. Raises Lost, or Ended after the last."""
        try:
            self.be_raw()
            if not select.select([self._in], [], [], most_s)[0]:
                return b""
            heard = os.read(self._in, AT_ONCE)
        except OSError as error:
            raise Lost(str(error)) from error
        if not heard:
            raise Lost("hung up") if self._before else Ended
        return heard

    def write(self, data: bytes) -> None:
        """Send all of `data`. Raises Lost."""
        try:
            while data:
                data = data[os.write(self._out, data) :]
        except OSError as error:
            raise Lost(str(error)) from error

    def close(self) -> None:
        """Restore the terminal's mode."""
        if self._before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self._in, termios.TCSADRAIN, self._before)
            self._before = None

    def be_raw(self) -> None:
        """Switch the terminal to raw mode, without echo. Raises Lost."""
        if self._before is not None or not os.isatty(self._in):
            return
        try:
            self._before = termios.tcgetattr(self._in)
            tty.setraw(self._in)
        except termios.error as error:
            raise Lost(str(error)) from error
