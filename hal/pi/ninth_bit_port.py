"""A serial port that sends the first octet of each message with a ninth bit, by its parity."""

import errno
import termios
from typing import Final

import serial

from hal.errors import NoPort, PortLost
from hal.pi.serial_port import PyserialPort, converted_errors

NO_PORT_ERRNOS: Final = (errno.ENOENT, errno.EISDIR, None)
"""Of an open; None: it is open, and pyserial can't set it up as a serial port."""


class NinthBitPort(PyserialPort):
    """Implements `hal.ports.SerialPort`: `write` sends one message, `read` gives octets as
    `hal.ninth_bit` writes them. Untried on real hardware.

    The first octet leaves with mark parity. The parity is changed once it has left, as reported by
    tcdrain, which on some UARTs returns a few milliseconds later. The port stays open meanwhile:
    opening it again would lose the answer. Received octets are checked for space parity: those of
    a machine have the bit clear, and the chirp of one that is not polled comes marked. An adapter
    that does not report parity errors gives it unmarked.
    """

    def reopen(self) -> None:
        """Open, with space parity, marking octets whose ninth bit is set. Raises HardwareError."""
        try:
            super().reopen()
        except PortLost as port_lost:
            if getattr(port_lost.__cause__, "errno", None) in NO_PORT_ERRNOS:
                raise NoPort(self.path) from port_lost
            raise
        self._set_parity(serial.PARITY_SPACE)

    def write(self, data: bytes) -> None:
        """Send a message. Raises PortLost."""
        self._set_parity(serial.PARITY_MARK)
        super().write(data[:1])
        with converted_errors(self.path):
            self._serial.flush()
        self._set_parity(serial.PARITY_SPACE)
        if data[1:]:
            super().write(data[1:])

    def _set_parity(self, parity: str) -> None:
        """Set the parity; pyserial takes the marking back each time that it sets the port up."""
        with converted_errors(self.path):
            self._serial.parity = parity
            port = self._serial.fileno()
            settings = termios.tcgetattr(port)
            settings[0] |= termios.INPCK | termios.PARMRK
            termios.tcsetattr(port, termios.TCSANOW, settings)
