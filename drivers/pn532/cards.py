"""Tagged cards, read as they leave the shoe."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.part import Part, SelfTestProof
from drivers.pn532.links import Pn532Link
from drivers.pn532.reader import QUERY_FRAMES, TagReader
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event, FaultEnded, FaultRaised
from hal.errors import PortLost
from hal.ports import Millis

SHOE: Final = "shoe"
TWO_CARDS: Final = "two_cards"


class CardReader(Part):
    """A PN532 that reads the cards of registered decks of one batch.

    A card is reported when it enters the field, and again only if it has left in between. A tag
    that is not registered or of another batch is a fault and no card. Two tags at once are a fault
    until at most one is left; that one is no card before it has left the field and entered again.
    """

    name = SHOE
    frames = QUERY_FRAMES

    def __init__(self, chip_link: Pn532Link, registry: DeckRegistry, batch: str) -> None:
        self._reader = TagReader(chip_link)
        self._link_name = chip_link.name
        self._registry = registry
        self._batch = batch
        self._two_in_field = False
        self.health: Counter[str] = self._reader.health

    @property
    def due(self) -> Millis:  # type: ignore[override]  # the reader's own
        """The reader's next deadline."""
        return self._reader.due

    @property
    def identity(self) -> str:  # type: ignore[override]
        """The chip and its firmware."""
        return self._reader.identity

    @property
    def answered(self) -> bool:  # type: ignore[override]
        """Whether the chip has looked into its field since the start."""
        return self._reader.has_scanned

    def start(self, now: Millis) -> None:
        """Set the reader up; a card in the field is reported again."""
        self._reader.start(now)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the card that has entered the field, or its fault."""
        field_uids = self._reader.poll(now)
        return () if field_uids is None else list(self._field_events(field_uids))

    def tags_in_field(self) -> frozenset[bytes] | None:
        """Return the tags in the field; None during a scan, and before they are established."""
        return self._reader.field_uids

    def test(self, now: Millis) -> SelfTestProof:
        """Return that it answers. Raises PortLost if it has not for a second."""
        if not self._reader.has_answered_recently(now):
            raise PortLost(f"{self._link_name}: the card reader does not answer")
        return SelfTestProof.ANSWERS

    def send(self, name: str, now: Millis) -> None:  # noqa: ARG002
        """Ask the chip for its version or its status, between two scans."""
        self._reader.send(name)

    def _field_events(self, field_uids: frozenset[bytes]) -> Iterator[Event]:
        if len(field_uids) > 1:
            if not self._two_in_field:
                yield FaultRaised(SHOE, TWO_CARDS)
            self._two_in_field = True
        # The tag that is left was not read alone when it came: it must leave and come again.
        elif self._two_in_field:
            self._two_in_field = False
            yield FaultEnded(SHOE, TWO_CARDS)
        else:
            # At most one here; an empty field yields nothing.
            for uid in field_uids:
                yield self._card_event(uid)

    def _card_event(self, uid: bytes) -> Event:
        tagged = self._registry.get(uid)
        if tagged is None:
            self.health["unknown_tags"] += 1
            return FaultRaised(SHOE, "unknown_tag")
        if tagged.batch != self._batch:
            return FaultRaised(SHOE, "wrong_batch", {"batch": tagged.batch})
        if tagged.card is None:
            return CutCardSeen()
        return CardRead(tagged.card, tag=uid.hex().upper())
