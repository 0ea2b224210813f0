"""A shuffler on a wire, run as its bus would run it."""

from drivers.reshuffled import ReShuffledShuffler
from firmware.core.events import Event, FaultEnded, FaultRaised, ShuffleEnded
from firmware.core.panel import Panel
from hal.errors import HardwareError
from hal.ports import Millis
from sim.far_end import FarEnd
from sim.reshuffled import SimReShuffled
from sim.wire import Manner, MemoryPort

DOOR_OPEN = FaultRaised("shuffler", "shuffler_door")
DOOR_SHUT = FaultEnded("shuffler", "shuffler_door")
WELL = FaultEnded("shuffler", "shuffler_fault")


def fault(code: str) -> FaultRaised:
    return FaultRaised("shuffler", "shuffler_fault", {"code": code})


def shuffled(cards: int | None = 52, unread: int = 0) -> ShuffleEnded:
    return ShuffleEnded(cards, unread)


class Bench:
    def __init__(self, far: FarEnd | None = None, manner: Manner | None = None) -> None:
        self.far = SimReShuffled()
        self.far.load(52)
        self.port = MemoryPort(far or self.far, manner=manner)
        self.part = ReShuffledShuffler(self.port)
        self.now = Millis(1000)
        self.number = 0
        self.losses = 0

    def start(self) -> "Bench":
        """Start, and show the panel as it is: the first one is taken as obeyed."""
        self.part.start(self.now)
        self.show()
        return self

    def run(self, millis: int = 1000) -> list[Event]:
        """Poll whenever the part is due; a lost one is started again, as its bus does."""
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            try:
                events += self.part.poll(self.now)
            except HardwareError:
                self.losses += 1
                self.start()
            self.now = Millis(self.now + 5)
        return events

    def show(self) -> None:
        self.part.show(Panel({}, shuffle=self.number), self.now)

    def order(self) -> None:
        """The dealer presses SHUFFLE."""
        self.number += 1
        self.show()
