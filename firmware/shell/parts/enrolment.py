"""Enrolling a deck: the next card, the check of its tag, and the file."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from drivers.tags.decks import Deck, Tagged, parse_uid
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.atomic_file import write_whole


class Accepted(NamedTuple):
    """The tag is that card's now."""

    card: Card | None


class Refused(NamedTuple):
    """The tag is not taken, and why."""

    why: Text


class Enrolment:
    """One deck being enrolled, card by card in the order of its pack; no I/O of its own.

    `others` are the cards of every other deck.
    """

    def __init__(self, deck: Deck, others: Mapping[bytes, Tagged]) -> None:
        self.deck = deck
        self._others = others

    @property
    def done(self) -> bool:
        """Whether every card has its tag."""
        return not self.deck.missing

    @property
    def due(self) -> Card | None:
        """The card that is asked for; None is the cut card. IndexError when all is done."""
        return self.deck.missing[0]

    def saw(self, uids: frozenset[bytes]) -> Accepted | Refused | None:
        """Take the tags before the reader; None if there are none."""
        if not uids:
            return None
        if len(uids) > 1:
            return Refused(Text("deck.two"))
        (uid,) = uids
        refused = self._refusal(uid)
        if refused is not None:
            return Refused(refused)
        card = self.due
        self.deck.cards[uid] = card
        return Accepted(card)

    def undo(self) -> Card | None:
        """Take the last card back and ask for it again. Raises KeyError if there is none."""
        _, card = self.deck.cards.popitem()
        return card

    def _refusal(self, uid: bytes) -> Text | None:
        if uid in self.deck.cards:
            return Text("deck.here_already", {"card": shown(self.deck.cards[uid])})
        if uid in self._others:
            card, deck, batch = self._others[uid]
            return Text("deck.elsewhere", {"card": shown(card), "deck": deck, "batch": batch})
        try:
            parse_uid(uid.hex().upper())
        except ValueError:
            return Text("deck.no_lasting_uid")
        return None


def shown(card: Card | None) -> Text:
    """Return a card in words."""
    return Text("deck.cut_card") if card is None else Text("deck.card", {"card": card.name})


def save(deck: Deck, path: Path) -> None:
    """Write the deck atomically. Raises OSError."""
    write_whole(path, deck.text().encode())
