"""A serial port whose far end is simulated, on a real pseudo-terminal."""

import os
import select
import tty
from typing import Final

from hal.pi.serial_port import PyserialPort
from sim.wires.far_end import FarEnd

BAUD: Final = 115_200


class TerminalPort(PyserialPort):
    """A serial port on a real pseudo-terminal, whose far end is served in the same thread: so
    octets come at the same moment of each run, however busy the machine is.
    """

    def __init__(self, far_end: FarEnd) -> None:
        self._far_end = far_end
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        super().__init__(os.ttyname(self._slave), BAUD)

    def write(self, data: bytes) -> None:
        """Carry the octets to the far end, and its answer back."""
        super().write(data)
        received = b""
        while len(received) < len(data):
            received += os.read(self._master, len(data) - len(received))
        self._far_end.receive(received)
        self.carry()

    def carry(self) -> None:
        """Carry what the far end has sent; return once it can be read."""
        if octets := self._far_end.transmit():
            os.write(self._master, octets)
            select.select([self._slave], [], [])

    def end(self) -> None:
        """Close both ends."""
        self.close()
        os.close(self._master)
        os.close(self._slave)
