"""Faulty far ends of a serial line."""

from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment


class Silent:
    """Sends the test's bytes and records what it receives."""

    def __init__(self) -> None:
        self.says = b""
        self.orders: list[bytes] = []

    def receive(self, data: bytes) -> None:
        self.orders.append(data)

    def transmit(self) -> bytes:
        says, self.says = self.says, b""
        return says


class Through:
    """Lets the host's words to a far end, too, suffer a manner."""

    def __init__(self, far: FarEnd, manner: Impairment) -> None:
        self.far, self.manner = far, manner

    def receive(self, data: bytes) -> None:
        self.far.receive(self.manner.carry(data))

    def transmit(self) -> bytes:
        return self.far.transmit()
