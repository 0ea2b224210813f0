"""Both ends of a Bee-Tek shoe's line; the framer's tests hold `word` to the literal vectors."""

from drivers.bee_tek import BeeTekShoe
from drivers.bee_tek.shoe import BY_MODE
from firmware.core.vocabulary.panel import Panel
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.drivers.shoe_line import ShoeLine

REPEAT_MS = 300


def word(name: str) -> bytes:
    return f" [Game]<Card:{name}> ".encode()


class Line(ShoeLine[BeeTekShoe]):
    def __init__(
        self,
        far: FarEnd,
        manner: Impairment | None = None,
        repeat_ms: int = REPEAT_MS,
        *,
        every_card: str = BY_MODE,
    ) -> None:
        port = MemoryPort(far, impairment=manner)
        shoe = BeeTekShoe(port, repeat_ms, every_card=every_card)
        super().__init__(port, shoe)

    def show(self, clears: str | None = None) -> None:
        self.shoe.show(Panel({}, shoe_clears=clears), self.now)
