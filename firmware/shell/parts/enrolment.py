"""Enrolling a deck: the next card, the check of its tag, and the file."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from drivers.tags.deck_registry import Deck, TaggedCard, parse_uid
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.atomic_file import write_atomically


class TagAccepted(NamedTuple):
    """The tag is that card's now."""

    card: Card | None


class TagRefused(NamedTuple):
    """The tag is not taken, and why."""

    reason: Text


class DeckEnrolment:
    """One deck being enrolled, card by card in the order of its pack; no I/O of its own.

    `other_cards` are the cards of every other deck.
    """

    def __init__(self, deck: Deck, other_cards: Mapping[bytes, TaggedCard]) -> None:
        self.deck = deck
        self._other_cards = other_cards

    @property
    def is_complete(self) -> bool:
        """Whether every card has its tag."""
        return not self.deck.missing_cards

    @property
    def next_card(self) -> Card | None:
        """The card that is asked for; None is the cut card. IndexError when all is done."""
        return self.deck.missing_cards[0]

    def take_tags(self, tag_uids: frozenset[bytes]) -> TagAccepted | TagRefused | None:
        """Take the tags before the reader; None if there are none."""
        if not tag_uids:
            return None
        if len(tag_uids) > 1:
            return TagRefused(Text("deck.two"))
        (tag_uid,) = tag_uids
        refusal = self._tag_refusal(tag_uid)
        if refusal is not None:
            return TagRefused(refusal)
        card = self.next_card
        self.deck.cards[tag_uid] = card
        return TagAccepted(card)

    def undo_last(self) -> Card | None:
        """Remove the last card, which is asked for again. Raises KeyError before the first."""
        _, card = self.deck.cards.popitem()
        return card

    def _tag_refusal(self, tag_uid: bytes) -> Text | None:
        if tag_uid in self.deck.cards:
            return Text("deck.here_already", {"card": card_text(self.deck.cards[tag_uid])})
        if tag_uid in self._other_cards:
            card, deck, batch = self._other_cards[tag_uid]
            return Text("deck.elsewhere", {"card": card_text(card), "deck": deck, "batch": batch})
        try:
            # a random identifier (UID 08…) changes at every power-up: such a tag can't be enrolled
            parse_uid(tag_uid.hex().upper())
        except ValueError:
            return Text("deck.no_lasting_uid")
        return None


def card_text(card: Card | None) -> Text:
    """Return a card in words."""
    return Text("deck.cut_card") if card is None else Text("deck.card", {"card": card.name})


def save_deck(deck: Deck, path: Path) -> None:
    """Write the deck atomically. Raises OSError."""
    write_atomically(path, deck.text().encode())
