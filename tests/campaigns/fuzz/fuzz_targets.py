"""The fuzz targets: each driver at the end of a wire, hands that keep its far end busy, and the
events allowed.
"""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Protocol

from drivers.angel_eye import AngelEyeShoe
from drivers.bee_tek import BeeTekShoe
from drivers.part import Part
from drivers.pn532 import CardReader, HsuLink, I2cLink
from drivers.reshuffled import ReShuffledShuffler
from drivers.rr3036.reader import ChipReader
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event, ShuffleEnded, StackRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from sim.bench.tagged_decks import tagged_decks
from sim.chips.i2c_bus import SimI2CBus
from sim.machines.angel_eye import SimAngelEye
from sim.machines.bee_tek import SimBeeTek
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_hsu import SimPn532Hsu
from sim.machines.pn532_i2c import SimPn532I2c
from sim.machines.reshuffled import SimReShuffled
from sim.machines.rr3036 import SimRr3036
from sim.wires.memory_port import Impairment, MemoryPort

BATCH = "2026-11"
TAGS = tagged_decks(1, FULL_PACK, BATCH)


class Target(Protocol):
    """A driver and its far end."""

    part: Part
    span_ms: int
    """How long the driver is polled after each act."""

    def act(self) -> None:
        """Have the far end say something more."""
        ...

    def lies(self, event: Event) -> bool:
        """Say whether an event tells of a card or chips that never were."""
        ...


class Drawn:
    """Cards that were drawn and not yet reported; telling one passes over those before it."""

    def __init__(self) -> None:
        self._cards: deque[Card] = deque(maxlen=64)

    def draw(self, card: Card) -> None:
        self._cards.append(card)

    def lies(self, card: Card) -> bool:
        if card not in self._cards:
            return True
        while self._cards.popleft() is not card:
            pass
        return False


class _Shoe:
    span_ms = 60

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.drawn = Drawn()

    def card(self) -> Card:
        card = self.chance.choice(FULL_PACK)
        self.drawn.draw(card)
        return card

    def lies(self, event: Event) -> bool:
        return isinstance(event, CardRead) and self.drawn.lies(event.card)


class AngelEyeTarget(_Shoe):
    """Two of three copies must agree, and the number must follow."""

    def __init__(self, chance: Random, manner: Impairment) -> None:
        super().__init__(chance)
        self.shoe = SimAngelEye()
        port = MemoryPort(self.shoe, impairment=manner)
        self.part = AngelEyeShoe(port, copies_needed=2, commands=False)

    def act(self) -> None:
        if self.shoe.in_error or self.chance.random() < 0.2:
            self.shoe.clear_error()
            self.shoe.prepare_game()
        self.shoe.draw(self.card())


class BeeTekTarget(_Shoe):
    """Two equal words, or one with nothing beside it."""

    span_ms = 500

    def __init__(self, chance: Random, manner: Impairment) -> None:
        super().__init__(chance)
        self.shoe = SimBeeTek(200)
        self.part = BeeTekShoe(MemoryPort(self.shoe, impairment=manner), 200)

    def act(self) -> None:
        self.shoe.draw(self.card())
        self.shoe.remove_card()


class Rr3036Target:
    """A CRC of sixteen bits, two equal looks, and the registry."""

    span_ms = 150

    def __init__(self, chance: Random, manner: Impairment) -> None:
        self._chance = chance
        self._places = [Place(spot, "banker") for spot in (1, 2, 3)]
        self._chips = [bytes((0xE0, 4, 0, 0, 0, 0, 0, n)) for n in range(9)]
        worth = {chip: RegisteredChip(Cents(2**n * 100)) for n, chip in enumerate(self._chips)}
        antennas = dict(enumerate(self._places, start=1))
        self._reader = SimRr3036(antennas)
        port = MemoryPort(self._reader, impairment=manner)
        self.part = ChipReader(port, antennas, ChipRegistry(worth))
        self._worth = {chip: found.cents for chip, found in worth.items()}
        self._lying: dict[int, set[bytes]] = {number: set() for number in antennas}
        self._were: dict[Place, deque[int]] = {
            place: deque([0], maxlen=64) for place in self._places
        }

    def act(self) -> None:
        number = self._chance.randint(1, 3)
        chip = self._chips[(number - 1) * 3 + self._chance.randrange(3)]
        lying = self._lying[number]
        (self._reader.remove_tag if chip in lying else self._reader.put_tag)(number, chip)
        lying ^= {chip}
        self._were[self._places[number - 1]].append(sum(self._worth[one] for one in lying))

    def lies(self, event: Event) -> bool:
        return isinstance(event, StackRead) and event.cents not in self._were[event.place]


class _Pn532:
    span_ms = 250

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.chip = SimPn532()
        self._lying: bytes | None = None
        self._recent: deque[bytes] = deque(maxlen=4)

    def act(self) -> None:
        self.chip.received_commands.clear()
        if self._lying is not None:
            self.chip.remove_tag(self._lying)
            self._lying = None
            return
        self._lying = self.chance.choice([*TAGS])
        self._recent.append(self._lying)
        self.chip.put_tag(self._lying)

    def lies(self, event: Event) -> bool:
        if isinstance(event, CutCardSeen):
            return all(TAGS[uid].card is not None for uid in self._recent)
        if not isinstance(event, CardRead) or event.tag is None:
            return isinstance(event, CardRead)
        return bytes.fromhex(event.tag) not in self._recent


class Pn532HsuTarget(_Pn532):
    """Two sums, two equal looks, and the registry."""

    def __init__(self, chance: Random, manner: Impairment) -> None:
        super().__init__(chance)
        link = HsuLink(MemoryPort(SimPn532Hsu(self.chip), impairment=manner))
        self.part = CardReader(link, DeckRegistry(TAGS), BATCH)


class Pn532I2cTarget(_Pn532):
    """The same over the other wire."""

    def __init__(self, chance: Random, manner: Impairment) -> None:
        super().__init__(chance)
        bus = SimI2CBus(SimPn532I2c(self.chip))
        bus.damage = lambda _address, data: manner.carry(data)[: len(data)].ljust(len(data), b"\0")
        self.part = CardReader(I2cLink(bus), DeckRegistry(TAGS), BATCH)


class ReShuffledTarget:
    """A CRC of thirty-two bits."""

    span_ms = 400

    def __init__(self, chance: Random, manner: Impairment) -> None:
        self._chance = chance
        self._shuffler = SimReShuffled()
        self.part = ReShuffledShuffler(MemoryPort(self._shuffler, impairment=manner))
        self._counted: deque[tuple[int, int]] = deque(maxlen=8)

    def act(self) -> None:
        self._shuffler.received_data.clear()
        cards, unread = self._chance.randint(1, 416), self._chance.randint(0, 3)
        self._counted.append((cards, unread))
        self._shuffler.load_cards(cards)
        self._shuffler.miscount_cards(unread)
        self._shuffler.start_shuffle()
        self._shuffler.finish_shuffle()

    def lies(self, event: Event) -> bool:
        if not isinstance(event, ShuffleEnded) or event.cards is None:
            return False
        return (event.cards, event.unread) not in self._counted


TARGETS: dict[str, tuple[Callable[[Random, Impairment], Target], float]] = {
    "angel-eye": (AngelEyeTarget, 0.0),
    "rr3036": (Rr3036Target, 0.0),
    "pn532-hsu": (Pn532HsuTarget, 0.0),
    "pn532-i2c": (Pn532I2cTarget, 0.0),
    "reshuffled": (ReShuffledTarget, 0.0),
    "bee-tek": (BeeTekTarget, 0.01),
}
"""By name; and which share of the frames may make a card that was never sent, by the docstring of
a driver whose protocol leaves nothing to tell it by."""
