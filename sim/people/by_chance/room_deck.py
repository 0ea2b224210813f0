"""The pack of a poker table as its dealer holds it, shuffled for every game."""

from random import Random

from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from firmware.core.vocabulary.status import Status


class RoomDeck:
    """Knows every player's cards, which the table does not; a pack shuffled during a game lacks the
    cards that are face up.
    """

    def __init__(self, random_source: Random, terms: PokerTerms) -> None:
        self._random_source, self._terms = random_source, terms
        self._round_number = 0
        self._cards_left: list[Card] = []
        self._hole_cards: dict[int, list[Card]] = {}

    def prepare_game(self, status: Status) -> None:
        """Shuffle for a new game; cards that are face up are not in the pack."""
        if status.round == self._round_number:
            return
        self._round_number = status.round
        open_cards = {parse_card(name) for names in status.cards.values() for name in names}
        self._cards_left = [card for card in FULL_PACK if card not in open_cards]
        self._random_source.shuffle(self._cards_left)
        self._hole_cards = {}

    def forget_cards(self) -> None:
        """All cards come back: they are shuffled again."""
        self._round_number = 0

    def next_card(self) -> Card:
        """Return the next card of the pack."""
        return self._cards_left.pop()

    def hole_cards(self, spot: int, count: int) -> list[Card]:
        """Return the cards that a player was dealt face down."""
        cards_held = self._hole_cards.setdefault(spot, [])
        while len(cards_held) < count:
            cards_held.append(self.next_card())
        return cards_held
