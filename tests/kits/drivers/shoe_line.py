"""Both ends of a shoe's line, and the time that passes for them."""

from typing import Generic, TypeVar

from drivers.part import Part
from firmware.core.vocabulary.events import Event
from hal.ports import Millis
from sim.wires.memory_port import MemoryPort

_Shoe = TypeVar("_Shoe", bound=Part)


class ShoeLine(Generic[_Shoe]):
    """A wire with its far end, and the driver, which is started."""

    def __init__(self, port: MemoryPort, shoe: _Shoe) -> None:
        self.port = port
        self.shoe = shoe
        self.now = Millis(1000)
        self.shoe.start(self.now)

    def pass_time(self, millis: int) -> list[Event]:
        """Poll when the shoe is due, and every 5 ms: the wire may have brought something."""
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            events += self.shoe.poll(self.now)
            self.now = Millis(min(self.shoe.due, self.now + 5))
        return events
