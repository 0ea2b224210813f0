"""A serial port through pyserial."""

import errno
import fcntl
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import serial

from hal.errors import PortLost, PortTaken
from hal.pi.port_wait import PortWait, is_readable
from hal.ports import Millis

_READ_CHUNK_OCTETS = 4096
"""The size of the kernel's line buffer."""

_WRITE_TIMEOUT_S = 0.5
"""A hundred times the time for a part's longest command to enter the buffer at 4800 baud."""

_HELD_ERRNOS = {errno.EAGAIN, errno.EBUSY}


class PyserialPort:
    """Implements `hal.ports.SerialPort`: 8N1, no flow control, locked against a second opening.

    The lock is flock's, which excludes only programs that request it too. With `exclusive` the
    kernel refuses every other user but root, and after a kill also this program while another one
    has the port open: that is for real ports, since a simulated cable is always open. Untried on
    real hardware.
    """

    def __init__(self, path: str, baud: int, *, exclusive: bool = False) -> None:
        self.path = path
        self._exclusive = exclusive
        self._serial = serial.Serial(
            None, baud, timeout=0, write_timeout=_WRITE_TIMEOUT_S, exclusive=True
        )
        self._serial.port = path
        self._port_wait = PortWait()

    def reopen(self) -> None:
        """Close and open again; unread bytes are dropped."""
        with converted_errors(self.path):
            self._close_serial()
            self._serial.open()
            if self._exclusive:
                fcntl.ioctl(self._serial.fileno(), termios.TIOCEXCL)
        self._port_wait.open()

    def read(self) -> bytes:
        """Return the received bytes. Raises PortLost."""
        with converted_errors(self.path):
            return self._serial.read(_READ_CHUNK_OCTETS)

    def write(self, data: bytes) -> None:
        """Hand `data` to the kernel; raises PortLost if it is not taken within half a second."""
        with converted_errors(self.path):
            self._serial.write(data)

    def readable(self) -> bool:
        """Return whether a byte has arrived or the port is lost."""
        return not self._serial.is_open or is_readable(self._serial.fileno())

    def wait(self, timeout_ms: Millis) -> None:
        """Sleep until a byte, the port's loss or `wake`, at most `timeout_ms`; not if closed."""
        if self._serial.is_open:
            self._port_wait.wait(self._serial.fileno(), timeout_ms)

    def wake(self) -> None:
        """End a `wait` of another thread."""
        self._port_wait.wake()

    def close(self) -> None:
        """Close; a port that is gone already is closed without a word."""
        with converted_errors(self.path):
            self._close_serial()
        self._port_wait.close()

    def _close_serial(self) -> None:
        if self._exclusive and self._serial.is_open:
            with suppress(OSError):  # the cable is out
                fcntl.ioctl(self._serial.fileno(), termios.TIOCNXCL)
        self._serial.close()


@contextmanager
def converted_errors(path: str) -> Iterator[None]:
    """Convert pyserial's exceptions for a lost cable, all four kinds, to our errors."""
    try:
        yield
    except (serial.SerialException, OSError, termios.error, TypeError) as error:
        number = getattr(error, "errno", None)
        # EAGAIN comes from flock, EBUSY from TIOCEXCL.
        if number in _HELD_ERRNOS:
            raise PortTaken(f"{path} is held by another program") from error
        if number == errno.ENOENT:
            raise PortLost(f"{path}: there is no such port; is its cable plugged in?") from error
        raise PortLost(f"{path}: {error}") from error
