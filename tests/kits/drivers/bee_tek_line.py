"""Both ends of a Bee-Tek shoe's line; the framer's tests hold `word` to the literal vectors."""

from drivers.bee_tek import BeeTekShoe
from firmware.core.events import Event
from firmware.core.panel import Panel
from hal.ports import Millis
from sim.far_end import FarEnd
from sim.wire import Manner, MemoryPort

REPEAT_MS = 300


def word(name: str) -> bytes:
    return f" [Game]<Card:{name}> ".encode()


class Line:
    """A far end, its wire and the driver, and the time that passes for them."""

    def __init__(
        self, far: FarEnd, manner: Manner | None = None, repeat_ms: int = REPEAT_MS
    ) -> None:
        self.port = MemoryPort(far, manner=manner)
        self.shoe = BeeTekShoe(self.port, repeat_ms)
        self.now = Millis(1000)
        self.shoe.start(self.now)

    def pass_time(self, millis: int) -> list[Event]:
        """Poll whenever the shoe is due, until `millis` have passed."""
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            events += self.shoe.poll(self.now)
            self.now = self.shoe.due
        return events

    def show(self, clears: str | None = None) -> None:
        self.shoe.show(Panel({}, shoe_clears=clears), self.now)
