"""A shuffler on a wire, run as its bus would run it."""

from drivers.reshuffled import ReShuffledShuffler
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, ShuffleEnded
from firmware.core.vocabulary.panel import Panel
from sim.machines.reshuffled import SimReShuffled
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.drivers.wired_bench import WiredBench

DOOR_OPEN = FaultRaised("shuffler", "shuffler_door")
DOOR_SHUT = FaultEnded("shuffler", "shuffler_door")
WELL = FaultEnded("shuffler", "shuffler_fault")


def fault(code: str) -> FaultRaised:
    return FaultRaised("shuffler", "shuffler_fault", {"code": code})


def shuffled(cards: int | None = 52, unread: int = 0) -> ShuffleEnded:
    return ShuffleEnded(cards, unread)


class Bench(WiredBench):
    def __init__(self, far: FarEnd | None = None, manner: Impairment | None = None) -> None:
        super().__init__()
        self.far = SimReShuffled()
        self.far.load_cards(52)
        self.port = MemoryPort(far or self.far, impairment=manner)
        self.part = ReShuffledShuffler(self.port)
        self.number = 0

    def panel(self) -> Panel:
        return Panel({}, shuffle=self.number)

    def run(self, millis: int = 1000) -> list[Event]:
        return super().run(millis)

    def order(self) -> None:
        """The dealer presses SHUFFLE."""
        self.number += 1
        self.show()
