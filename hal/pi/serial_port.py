"""A serial port through pyserial."""

import errno
import select
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import serial

from hal.errors import PortLost, PortTaken
from hal.ports import Millis

_MOST_AT_ONCE = 4096
"""What the kernel's line discipline holds."""

_TAKEN_WITHIN_S = 0.5
"""A hundred times what the longest command of a part needs at 4800 baud to enter the buffer."""

_HELD_BY_ANOTHER = {errno.EAGAIN, errno.EBUSY}


class PyserialPort:
    """Implements `hal.ports.SerialPort`: 8N1, no flow control, locked against a second opening.

    The lock is flock's: it keeps out only those who ask for it. Never met on metal.
    """

    def __init__(self, path: str, baud: int) -> None:
        self.path = path
        self._serial = serial.Serial(
            None, baud, timeout=0, write_timeout=_TAKEN_WITHIN_S, exclusive=True
        )
        self._serial.port = path

    def reopen(self) -> None:
        """Close and open again; what had arrived meanwhile is thrown away."""
        with _as_ours(self.path):
            self._serial.close()
            self._serial.open()

    def read(self) -> bytes:
        """Return what has arrived; raises PortLost."""
        with _as_ours(self.path):
            return self._serial.read(_MOST_AT_ONCE)

    def write(self, data: bytes) -> None:
        """Hand `data` to the kernel; raises PortLost if it is not taken within half a second."""
        with _as_ours(self.path):
            self._serial.write(data)

    def wait(self, most: Millis) -> None:
        """Sleep until a byte or the loss of the port, at most `most`; at once if closed."""
        if self._serial.is_open:
            select.select([self._serial.fileno()], [], [], max(most, 0) / 1000)

    def close(self) -> None:
        """Close; a port that is gone already is closed without a word."""
        with _as_ours(self.path):
            self._serial.close()


@contextmanager
def _as_ours(path: str) -> Iterator[None]:
    """Turn what pyserial raises for a lost cable, all four kinds of it, into our errors."""
    try:
        yield
    except (serial.SerialException, OSError, termios.error, TypeError) as error:
        if getattr(error, "errno", None) in _HELD_BY_ANOTHER:
            raise PortTaken(f"{path} is held by another program") from error
        raise PortLost(f"{path}: {error}") from error
