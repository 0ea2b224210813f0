"""A card reader at either of its two wires, with a field and a clock of its own."""

from collections.abc import Sequence

from drivers.pn532 import CardReader, HsuLink, I2cLink
from drivers.pn532.field import GONE_AFTER
from drivers.tags.deck_registry import DeckRegistry, TaggedCard
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import Event
from hal.ports import NEVER, Millis
from sim.bench.tagged_decks import tagged_decks
from sim.chips.i2c_bus import SimI2CBus
from sim.machines.foreign_cards import ForeignCard
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_hsu import SimPn532Hsu
from sim.machines.pn532_i2c import SimPn532I2c
from sim.wires.memory_port import Impairment, MemoryPort

BATCH = "2026-11"
TAGS = tagged_decks(2, FULL_PACK, BATCH)
OTHERS = {
    bytes((*uid[:6], 0x77)): TaggedCard(*tagged[:2], "2025-01") for uid, tagged in TAGS.items()
}
NAMES = {tagged.card.name + tagged.deck[-1]: uid for uid, tagged in TAGS.items() if tagged.card}
"""Tags by card and deck: AS1, AS2."""
CUT = next(uid for uid, tagged in TAGS.items() if tagged.card is None)
HSU, I2C = "hsu", "i2c"


class Bench:
    """The reader, polled whenever it is due or its port has bytes."""

    def __init__(self, wire: str = HSU, manner: Impairment | None = None) -> None:
        self.chip = SimPn532()
        self.port = MemoryPort(SimPn532Hsu(self.chip), impairment=manner)
        self.on_bus = SimPn532I2c(self.chip)
        self.bus = SimI2CBus(self.on_bus)
        self._rings = wire == HSU
        link = HsuLink(self.port) if self._rings else I2cLink(self.bus)
        self.part = CardReader(link, DeckRegistry(TAGS | OTHERS), BATCH)
        self.now = Millis(1000)
        self.events: list[Event] = []

    def start(self) -> "Bench":
        self.part.start(self.now)
        self.run(200)
        return self

    def run(self, span: int) -> Sequence[Event]:
        end, before = self.now + span, len(self.events)
        while (at := self._next()) <= end:
            self.now = at
            self.events += self.part.poll(at)
            assert self.part.due > at
        self.now = Millis(end)
        return self.events[before:]

    def _next(self) -> Millis:
        """Return when the reader is to be polled next."""
        due = Millis(self.now + 1) if self._rings and self.port.readable() else NEVER
        return max(self.now, min(self.part.due, due))

    def put(self, *uids: bytes) -> Sequence[Event]:
        for uid in uids:
            self.chip.put_tag(uid)
        return self.run(200)

    def lay(self, *cards: ForeignCard) -> Sequence[Event]:
        """Lay foreign cards on the reader."""
        for card in cards:
            self.chip.put_foreign(card)
        return self.run(200)

    def lift(self, *cards: ForeignCard) -> Sequence[Event]:
        for card in cards:
            self.chip.remove_foreign(card)
        return self.run(GONE_AFTER + 300)

    def take(self, *uids: bytes) -> Sequence[Event]:
        for uid in uids:
            self.chip.remove_tag(uid)
        return self.run(200)
