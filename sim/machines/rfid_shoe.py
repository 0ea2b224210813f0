"""A shoe with an RFID reader at its mouth, and the hand that draws tagged cards past it."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

from drivers.tags.decks import Tagged
from firmware.core.vocabulary.cards import Card
from sim.machines.card_source import NONE
from sim.machines.pn532 import SimPn532
from sim.machines.punto_banco import PuntoBanco

FOREIGN: Final = bytes.fromhex("04FEEDFACE0180")
"""A tag that no house has registered."""


class SimRfidShoe:
    """Implements `sim.machines.card_source.CardSource`.

    Not modelled: a card that comes askew, or lies half in the field.
    """

    dwell_ms = 200
    gap_ms = 150
    follows_the_game = False
    sees_cut_card = True
    in_error = False

    def __init__(self, chip: SimPn532, tags: Mapping[bytes, Tagged]) -> None:
        self.chip = chip
        self.instead: bytes | None = None
        """The tag that the next card has in it, whatever its own is."""
        self._tags = tags
        self._uids: defaultdict[Card | None, list[bytes]] = defaultdict(list)
        """The tags by their cards."""
        for uid, tagged in tags.items():
            self._uids[tagged.card].append(uid)
        self._drawn: dict[bytes, None] = {}
        self.lying: frozenset[bytes] = frozenset()
        """The tags that lie before the reader."""

    @property
    def told_all(self) -> bool:
        """Whether every card before the reader was reported to the host."""
        return self.chip.told_all

    def power_on(self) -> None:
        """Nothing is to be done: the reader is woken by its driver."""

    def take_up(self, game: PuntoBanco) -> None:
        """Nothing is known of the game."""

    def fill(self, gone: Mapping[Card, int] = NONE) -> None:
        """Take a pack: every card may come again but those that are gone from it."""
        self._drawn.clear()
        for card in Counter(gone).elements():
            self._next(card)

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """Draw a card; one more than there are comes with a tag of nobody's."""
        uid = self._next(card)
        tag, self.instead = self.instead or uid, None
        if readable:
            self.lay(tag)

    @property
    def drawn(self) -> tuple[bytes, ...]:
        """The tags of the cards that are out of the shoe, the last one last."""
        return tuple(self._drawn)

    @property
    def undrawn(self) -> tuple[bytes, ...]:
        """The tags of the cards that are in the shoe."""
        cards = (uid for uid, tagged in self._tags.items() if tagged.card is not None)
        return tuple(uid for uid in cards if uid not in self._drawn)

    def _next(self, card: Card) -> bytes:
        uid = next((uid for uid in self._uids[card] if uid not in self._drawn), FOREIGN)
        self._drawn[uid] = None
        return uid

    def move_on(self) -> None:
        """Take the cards before the reader away."""
        for uid in self.lying:
            self.chip.take(uid)
        self.lying = frozenset()

    def cut_card(self) -> None:
        self.lay(*self._uids[None])

    def stand_by(self) -> None:
        """Nothing is to be done between two games."""

    def clear_error(self) -> None:
        """The reader has no button."""

    def lay(self, *uids: bytes) -> None:
        """Bring tags before the reader, all at once."""
        self.lying |= {*uids}
        for uid in uids:
            self.chip.put(uid)
