"""A serial port that sends the first octet of each message with a ninth bit, by its parity."""

import termios

import serial

from hal.pi.serial_port import PyserialPort, as_ours


class NinthBitPort(PyserialPort):
    """Implements `hal.ports.SerialPort`: `write` sends one message, `read` gives octets as
    `hal.ninth_bit` writes them. Untried on real hardware.

    The first octet leaves with mark parity. The parity is changed once it has left: so says
    tcdrain, which on some UARTs returns a few milliseconds later. The port stays open meanwhile:
    opening it again would lose the answer. What is received is checked for space parity: the octets
    of a machine have the bit clear, and the chirp of one that hears nobody comes marked. An adapter
    that does not tell parity errors gives it unmarked.
    """

    def reopen(self) -> None:
        """Open, with space parity, marking octets whose ninth bit is set."""
        super().reopen()
        self._use(serial.PARITY_SPACE)

    def write(self, data: bytes) -> None:
        """Send a message. Raises PortLost."""
        self._use(serial.PARITY_MARK)
        super().write(data[:1])
        with as_ours(self.path):
            self._serial.flush()
        self._use(serial.PARITY_SPACE)
        if data[1:]:
            super().write(data[1:])

    def _use(self, parity: str) -> None:
        """Set the parity; pyserial takes the marking back each time that it sets the port up."""
        with as_ours(self.path):
            self._serial.parity = parity
            port = self._serial.fileno()
            settings = termios.tcgetattr(port)
            settings[0] |= termios.INPCK | termios.PARMRK
            termios.tcsetattr(port, termios.TCSANOW, settings)
