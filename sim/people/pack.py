"""The cards or tiles that a dealer loads into the shoe, and the cut card among them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.vocabulary.cards import PACK, Card

Order = tuple[tuple[Card, ...], int | None]
"""The cards of a pack, the next one last, and how many of them lie behind the cut card."""

BEHIND_CUT: Final = 52
"""Cards behind the cut card; a dealer hits this to within STRAY cards."""
STRAY: Final = 6


class Pack:
    """Shuffled packs of `cards`, less those that are `gone`; drawn from the front.

    No cut card is put into a single pack.
    """

    def __init__(
        self,
        decks: int,
        chance: Random,
        gone: Mapping[Card, int] | None = None,
        *,
        cut: bool = False,
        cards: Sequence[Card] = PACK,
    ) -> None:
        self._whole = Counter({card: count * decks for card, count in Counter(cards).items()})
        self._chance = chance
        self._is_single = decks == 1
        self.shuffle(gone, cut=cut)

    def shuffle(self, gone: Mapping[Card, int] | None = None, *, cut: bool = False) -> None:
        """Shuffle all of them but those that are gone; none is the cut card once it has come."""
        left = self._whole.copy()
        left.subtract(gone or {})
        self._cards = list(left.elements())
        self._chance.shuffle(self._cards)
        behind = BEHIND_CUT + self._chance.randint(-STRAY, STRAY)
        self._behind_cut = None if cut or self._is_single else behind

    def __len__(self) -> int:
        return len(self._cards)

    def cut_card_comes(self) -> bool:
        """Say, once, that the cut card is the next to come."""
        if self._behind_cut is None or len(self._cards) > self._behind_cut:
            return False
        self._behind_cut = None
        return True

    def draw(self, chosen: Card | None = None) -> Card:
        """Return the next card, or one that is chosen.

        IndexError when none is left, ValueError where it isn't among them.
        """
        if chosen is None:
            return self._cards.pop()
        self._cards.remove(chosen)
        return chosen

    def holds(self, card: Card) -> bool:
        """Return whether a card may still come."""
        return card in self._cards

    def gone(self) -> Counter[Card]:
        """Return the cards that have been drawn."""
        return self._whole - Counter(self._cards)

    @property
    def order(self) -> Order:
        """How its cards lie."""
        return tuple(self._cards), self._behind_cut

    def lie(self, order: Order) -> None:
        """Have its cards lie as they did."""
        cards, self._behind_cut = order
        self._cards = list(cards)

    def cut(self) -> None:
        """Take the cut card out, at any position."""
        self._behind_cut = None
