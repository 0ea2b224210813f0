"""The cable of a far end behind a pseudo-terminal: it can be pulled, and carry badly."""

from pathlib import Path

from sim.wires.far_end import FarEnd
from sim.wires.pty import PtyWire
from sim.wires.wire import Manner, Whole


class Cable:
    """What the host reads comes in the `manner` of the moment; what it writes arrives whole."""

    def __init__(self, far_end: FarEnd, baud: int, link: Path) -> None:
        self.manner: Manner = Whole()
        self.plugged = True
        self._far_end = far_end
        self.wire = PtyWire(self, baud, link)

    def receive(self, data: bytes) -> None:
        """Give the far end what the host has sent."""
        self._far_end.receive(data)

    def transmit(self) -> bytes:
        """Return what arrives of what the far end has sent."""
        return self.manner.carry(self._far_end.transmit())

    def plug(self) -> None:
        """Put the cable in."""
        self.plugged = True
        self.manner.forget()
        self.wire.plug()

    def unplug(self) -> None:
        """Pull the cable."""
        self.plugged = False
        self.wire.unplug()

    def close(self) -> None:
        """Pull it for good."""
        self.unplug()
