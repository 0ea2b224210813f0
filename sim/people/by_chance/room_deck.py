"""The pack of a poker table as its dealer holds it, shuffled for every game."""

from random import Random

from firmware.core.poker_room.engine.terms import Terms
from firmware.core.vocabulary.cards import PACK, Card, parse_card
from firmware.core.vocabulary.status import Status


class RoomDeck:
    """Knows every player's cards, as the table does not; a pack taken up amid a game fits what lies
    open.
    """

    def __init__(self, chance: Random, terms: Terms) -> None:
        self._chance, self._terms = chance, terms
        self._round = 0
        self._pack: list[Card] = []
        self._hands: dict[int, list[Card]] = {}

    def take_up(self, seen: Status) -> None:
        """Shuffle for a new game; the cards that lie open are out of the pack."""
        if seen.round == self._round:
            return
        self._round = seen.round
        open_cards = {parse_card(name) for names in seen.cards.values() for name in names}
        self._pack = [card for card in PACK if card not in open_cards]
        self._chance.shuffle(self._pack)
        self._hands = {}

    def forget(self) -> None:
        """All cards come back: they are shuffled again."""
        self._round = 0

    def next(self) -> Card:
        """Return the next card of the pack."""
        return self._pack.pop()

    def hand(self, spot: int, count: int) -> list[Card]:
        """Return the cards that a player was dealt face down."""
        held = self._hands.setdefault(spot, [])
        while len(held) < count:
            held.append(self.next())
        return held
