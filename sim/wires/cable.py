"""The cable of a far end behind a pseudo-terminal: it can be pulled, and carry badly."""

from pathlib import Path

from sim.wires.far_end import FarEnd, Ringing
from sim.wires.memory_port import Impairment, PerfectWire
from sim.wires.pty import PtyWire


class PluggedCable:
    """A cable that carries the far end's bytes in its present `impairment`, and the
    host's unchanged.
    """

    def __init__(self, far_end: FarEnd, baud: int, symlink_path: Path) -> None:
        self.impairment: Impairment = PerfectWire()
        self.is_plugged = True
        self._far_end = far_end
        if isinstance(far_end, Ringing):
            self.bell = far_end.bell
        self.pty_wire = PtyWire(self, baud, symlink_path, lambda: self.impairment.holds_bytes)

    def receive(self, data: bytes) -> None:
        """Pass the host's bytes to the far end."""
        self._far_end.receive(data)

    def transmit(self) -> bytes:
        """Return the far end's bytes as they arrive."""
        return self.impairment.carry(self._far_end.transmit())

    def plug(self) -> None:
        self.is_plugged = True
        self.impairment.forget()
        self.pty_wire.plug()

    def unplug(self) -> None:
        self.is_plugged = False
        self.pty_wire.unplug()

    def close(self) -> None:
        """Pull it for good."""
        self.unplug()
