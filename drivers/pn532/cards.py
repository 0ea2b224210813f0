"""Tagged cards, read as they leave the shoe."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.fault_tracker import FaultTracker
from drivers.part import Part, SelfTestProof
from drivers.pn532.commands import QUERY_FRAMES
from drivers.pn532.links import Pn532Link
from drivers.pn532.reader import TagReader
from drivers.pn532.targets import MAX_TARGETS, Target, TargetForm
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event, FaultEnded, FaultRaised
from hal.errors import PortLost
from hal.ports import Millis

SHOE: Final = "shoe"
TWO_CARDS: Final = "two_cards"
FOREIGN_CARD: Final = FaultRaised(SHOE, "foreign_card")
FIELD_FULL: Final = FaultRaised(SHOE, "field_full")
UNREADABLE: Final = FaultRaised(SHOE, "unknown_state", {"code": "4B"})
"""The code of the reply that is in no form."""
LEFT_BEHIND_MS: Final = Millis(2000)
"""A card of no registry that is in the field for so long was not drawn, or was not taken out."""


class CardReader(Part):
    """A PN532 that reads the cards of registered decks of one batch.

    A card is reported when it enters the field, and again only if it has left in between. A tag
    that is not registered or of another batch is a fault and no card. Two cards at once are a fault
    until at most one is left; that one is no card before it has left the field and entered again.

    Beside one foreign card (a phone, or a tag that is not registered) a card is still read: the
    foreign one is a notice as long as it lies there. The chip lists two targets at most: if both
    are foreign, a card would be missed, and the deal stops.
    """

    name = SHOE
    frames = QUERY_FRAMES

    def __init__(self, chip_link: Pn532Link, registry: DeckRegistry, batch: str) -> None:
        self._reader = TagReader(chip_link, self._may_be_drawn)
        self._link_name = chip_link.name
        self._registry = registry
        self._batch = batch
        self._two_in_field = False
        self._field: frozenset[bytes] = frozenset()
        """The tags in the field, registered or not."""
        self._strangers: frozenset[bytes] = frozenset()
        """Those of them that no registry has."""
        self._strangers_since = Millis(0)
        self._fault_tracker = FaultTracker()
        self.health: Counter[str] = self._reader.health
        self.messages = self._reader.messages

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
        self._field = self._strangers = frozenset()
        self._reader.start(now)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the card that has entered the field, or its fault."""
        field_uids = self._reader.poll(now)
        if not self._reader.has_scanned:
            return ()
        events = [] if field_uids is None else list(self._field_events(field_uids, now))
        return [*events, *self._condition_events(now)]

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

    def _may_be_drawn(self, target: Target) -> bool:
        """Return whether a target can be a card of a deck, ours or another."""
        return target.form is TargetForm.TAG or target.uid in self._registry

    def _field_events(self, field_uids: frozenset[bytes], now: Millis) -> Iterator[Event]:
        entered, self._field = field_uids - self._field, field_uids
        self._note_strangers(now)
        if len(field_uids) > 1 and len(self._strangers) != 1:
            if not self._two_in_field:
                yield FaultRaised(SHOE, TWO_CARDS)
            self._two_in_field = True
        # The tag that is left was not read alone when it came: it must leave and come again.
        elif self._two_in_field:
            self._two_in_field = False
            yield FaultEnded(SHOE, TWO_CARDS)
        else:
            # A card comes before the stranger beside it, which stops the deal.
            for uid in sorted(entered, key=self._strangers.__contains__):
                yield self._card_event(uid)

    def _note_strangers(self, now: Millis) -> None:
        strangers = frozenset(uid for uid in self._field if uid not in self._registry)
        if strangers != self._strangers:
            self._strangers, self._strangers_since = strangers, now

    def _condition_events(self, now: Millis) -> Iterator[Event]:
        """Yield the faults that begin and end with what lies in the field, or with the chip."""
        field, switch = self._reader.field, self._fault_tracker.switch_fault
        is_left_behind = now - self._strangers_since >= LEFT_BEHIND_MS
        foreign = field.foreign_cards + (len(self._strangers) if is_left_behind else 0)
        yield from switch(FOREIGN_CARD, active=foreign > 0)
        yield from switch(FIELD_FULL, active=foreign >= MAX_TARGETS)
        yield from switch(UNREADABLE, active=field.is_unreadable)
        error = self._reader.antenna_error
        yield from switch(FaultRaised(SHOE, "reader_fault", {"code": error}), active=bool(error))

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
