"""A shoe with an RFID reader at its mouth, and the hand that draws tagged cards past it."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

from drivers.tags.deck_registry import TaggedCard
from firmware.core.vocabulary.cards import Card
from sim.machines.card_source import NO_CARDS
from sim.machines.pn532 import SimPn532
from sim.machines.punto_banco import PuntoBanco

FOREIGN_TAG: Final = bytes.fromhex("04FEEDFACE0180")
"""A tag that no house has registered."""


class SimRfidShoe:
    """Implements `sim.machines.card_source.CardSource`.

    Not modelled: a card that comes askew, or is half in the field.
    """

    dwell_ms = 200
    gap_ms = 150
    follows_the_game = False
    sees_cut_card = True
    in_error = False

    def __init__(self, chip: SimPn532, tags: Mapping[bytes, TaggedCard]) -> None:
        self.chip = chip
        self.substitute_tag: bytes | None = None
        """The tag that the next card has in it instead of its own."""
        self._tags = tags
        self._uids_by_card: defaultdict[Card | None, list[bytes]] = defaultdict(list)
        """The tags by their cards."""
        for tag_uid, tagged in tags.items():
            self._uids_by_card[tagged.card].append(tag_uid)
        self._drawn_tags: dict[bytes, None] = {}
        self.tags_at_reader: frozenset[bytes] = frozenset()
        """The tags before the reader."""

    @property
    def all_reported(self) -> bool:
        """Whether every card before the reader was reported to the host."""
        return self.chip.all_reported

    def power_on(self) -> None:
        """No action: the reader is woken by its driver."""

    def resume_game(self, baccarat_game: PuntoBanco) -> None:
        """Nothing is known of the game."""

    def load_pack(self, missing_cards: Mapping[Card, int] = NO_CARDS) -> None:
        """Take a pack: every card may come again but those that are gone from it."""
        self._drawn_tags.clear()
        for card in Counter(missing_cards).elements():
            self._next_tag(card)

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """Draw a card; one more than the pack has comes with a foreign tag."""
        tag_uid = self._next_tag(card)
        drawn_tag, self.substitute_tag = self.substitute_tag or tag_uid, None
        if readable:
            self.lay_tags(drawn_tag)

    @property
    def drawn_tags(self) -> tuple[bytes, ...]:
        """The tags of the cards that are out of the shoe, the last one last."""
        return tuple(self._drawn_tags)

    @property
    def undrawn_tags(self) -> tuple[bytes, ...]:
        """The tags of the cards that are in the shoe."""
        cards = (tag_uid for tag_uid, tagged in self._tags.items() if tagged.card is not None)
        return tuple(tag_uid for tag_uid in cards if tag_uid not in self._drawn_tags)

    def _next_tag(self, card: Card) -> bytes:
        tag_uid = next(
            (tag_uid for tag_uid in self._uids_by_card[card] if tag_uid not in self._drawn_tags),
            FOREIGN_TAG,
        )
        self._drawn_tags[tag_uid] = None
        return tag_uid

    def put_back(self, tag_uid: bytes) -> None:
        """Put a card back into the shoe."""
        self._drawn_tags.pop(tag_uid, None)

    def remove_card(self) -> None:
        """Take the cards before the reader away."""
        for tag_uid in self.tags_at_reader:
            self.chip.remove_tag(tag_uid)
        self.tags_at_reader = frozenset()

    def cut_card(self) -> None:
        self.lay_tags(*self._uids_by_card[None])

    def prepare_game(self) -> None:
        """No action between two games."""

    def clear_error(self) -> None:
        """The reader has no button."""

    def lay_tags(self, *tag_uids: bytes) -> None:
        """Bring tags before the reader, all at once."""
        self.tags_at_reader |= {*tag_uids}
        for tag_uid in tag_uids:
            self.chip.put_tag(tag_uid)
