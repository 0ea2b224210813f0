"""Both ends of a Bee-Tek shoe's line; the framer's tests hold `word` to the literal vectors."""

from drivers.bee_tek import BeeTekShoe
from drivers.bee_tek.shoe import BY_MODE
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event
from firmware.core.vocabulary.panel import Panel
from sim.wires.far_end import FarEnd
from sim.wires.memory_port import Impairment, MemoryPort
from tests.kits.drivers.far_ends import Silent
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


def read(name: str) -> CardRead:
    return CardRead(parse_card(name))


def say(*said: bytes | int) -> list[Event]:
    """Hear the words, with pauses of as many milliseconds, and then until all is settled."""
    far = Silent()
    line = Line(far)
    events: list[Event] = []
    for item in (*said, REPEAT_MS + 100):
        if isinstance(item, int):
            events += line.pass_time(item)
        else:
            far.says += item
    return events
