"""The cards or tiles that a dealer loads into the shoe, and the cut card among them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.vocabulary.cards import FULL_PACK, Card

PackOrder = tuple[tuple[Card, ...], int | None]
"""The cards of a pack, the next one last, and the number of cards behind the cut card."""

CARDS_BEHIND_CUT: Final = 52
"""Cards behind the cut card; a dealer hits this to within STRAY cards."""
CUT_SPREAD: Final = 6


class ShuffledPack:
    """Shuffled packs of `cards`, less those that are `gone`; drawn from the front.

    No cut card is put into a single pack.
    """

    def __init__(
        self,
        deck_count: int,
        random_source: Random,
        drawn_cards: Mapping[Card, int] | None = None,
        *,
        cut_card_drawn: bool = False,
        cards: Sequence[Card] = FULL_PACK,
    ) -> None:
        self._full_pack = Counter(
            {card: count * deck_count for card, count in Counter(cards).items()}
        )
        self._random_source = random_source
        self._is_single = deck_count == 1
        self.shuffle(drawn_cards, cut_card_drawn=cut_card_drawn)

    def shuffle(
        self, drawn_cards: Mapping[Card, int] | None = None, *, cut_card_drawn: bool = False
    ) -> None:
        """Shuffle all of them but those that are gone; none is the cut card once it has come."""
        remaining_cards = self._full_pack.copy()
        remaining_cards.subtract(drawn_cards or {})
        self._cards_left = list(remaining_cards.elements())
        self._random_source.shuffle(self._cards_left)
        behind_cut = CARDS_BEHIND_CUT + self._random_source.randint(-CUT_SPREAD, CUT_SPREAD)
        self._cards_behind_cut = None if cut_card_drawn or self._is_single else behind_cut

    def __len__(self) -> int:
        return len(self._cards_left)

    def is_cut_card_next(self) -> bool:
        """Say, once, that the cut card is the next to come."""
        if self._cards_behind_cut is None or len(self._cards_left) > self._cards_behind_cut:
            return False
        self._cards_behind_cut = None
        return True

    def draw_card(self, chosen_card: Card | None = None) -> Card:
        """Return the next card, or one that is chosen.

        IndexError when none is left, ValueError where it isn't among them.
        """
        if chosen_card is None:
            return self._cards_left.pop()
        self._cards_left.remove(chosen_card)
        return chosen_card

    def contains(self, card: Card) -> bool:
        """Return whether a card may still come."""
        return card in self._cards_left

    def drawn_cards(self) -> Counter[Card]:
        """Return the cards that have been drawn."""
        return self._full_pack - Counter(self._cards_left)

    @property
    def pack_order(self) -> PackOrder:
        """A copy of its present order."""
        return tuple(self._cards_left), self._cards_behind_cut

    def restore(self, pack_order: PackOrder) -> None:
        """Go back to an earlier order."""
        cards, self._cards_behind_cut = pack_order
        self._cards_left = list(cards)

    def remove_cut_card(self) -> None:
        """Take the cut card out, at any position."""
        self._cards_behind_cut = None
