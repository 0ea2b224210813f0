"""Tagged cards, read as they leave the shoe."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.part import Part, Proof
from drivers.pn532.links import Link
from drivers.pn532.reader import FRAMES, TagReader
from drivers.tags.decks import DeckRegistry
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event, FaultEnded, FaultRaised
from hal.errors import PortLost
from hal.ports import Millis

SHOE: Final = "shoe"
TOGETHER: Final = "two_cards"


class CardReader(Part):
    """A PN532 that reads the cards of registered decks of one batch.

    A card is reported when it enters the field, and again only if it has left in between. A tag
    that is not registered or of another batch is a fault and no card. Two tags at once are a fault
    until at most one is left; that one is no card before it has left the field and entered again.
    """

    name = SHOE
    frames = FRAMES

    def __init__(self, link: Link, registry: DeckRegistry, batch: str) -> None:
        self._reader = TagReader(link)
        self._name = link.name
        self._registry = registry
        self._batch = batch
        self._together = False
        self.health: Counter[str] = self._reader.health

    @property
    def due(self) -> Millis:  # type: ignore[override]  # the reader's own
        """When the reader next wants to be polled."""
        return self._reader.due

    @property
    def identity(self) -> str:  # type: ignore[override]
        """The chip and its firmware."""
        return self._reader.identity

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether the chip has looked into its field since the start."""
        return self._reader.has_looked

    def start(self, now: Millis) -> None:
        """Set the reader up; a card in the field is reported again."""
        self._reader.start(now)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the card that has entered the field, or its fault."""
        field = self._reader.poll(now)
        return () if field is None else list(self._events(field))

    def lying(self) -> frozenset[bytes] | None:
        """Return the tags in the field; None during a look, and before they are established."""
        return self._reader.field

    def test(self, now: Millis) -> Proof:
        """Return that it answers. Raises PortLost if it has not for a second."""
        if not self._reader.answers(now):
            raise PortLost(f"{self._name}: the card reader does not answer")
        return Proof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask the chip for its version or its status, between two looks."""
        self._reader.send(name)

    def _events(self, field: frozenset[bytes]) -> Iterator[Event]:
        if len(field) > 1:
            if not self._together:
                yield FaultRaised(SHOE, TOGETHER)
            self._together = True
        elif self._together:
            self._together = False
            yield FaultEnded(SHOE, TOGETHER)
        else:
            for uid in field:
                yield self._card(uid)

    def _card(self, uid: bytes) -> Event:
        tagged = self._registry.get(uid)
        if tagged is None:
            self.health["unknown_tags"] += 1
            return FaultRaised(SHOE, "unknown_tag")
        if tagged.batch != self._batch:
            return FaultRaised(SHOE, "wrong_batch", {"batch": tagged.batch})
        if tagged.card is None:
            return CutCardSeen()
        return CardRead(tagged.card, tag=uid.hex().upper())
