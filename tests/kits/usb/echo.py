"""A serial part that sends back what it receives."""

from sim.wires.far_end import OutputBell


class Echo:
    def __init__(self) -> None:
        self.bell = OutputBell()
        self._unsent = b""

    def receive(self, data: bytes) -> None:
        self._unsent += data
        self.bell.ring()

    def transmit(self) -> bytes:
        sent, self._unsent = self._unsent, b""
        return sent
