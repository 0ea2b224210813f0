"""The cards or tiles that a dealer loads into the shoe, and the cut card among them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.cards import PACK, Card
from firmware.core.shoe import ONE_ROUND

BEHIND_CUT: Final = 52
"""Cards behind the cut card; a dealer hits this to within STRAY cards."""
STRAY: Final = 6


class Pack:
    """Shuffled packs of `cards`, less those that are `gone`; drawn from the front.

    No cut card is put among so few that they last one round.
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
        left = Counter({card: count * decks for card, count in Counter(cards).items()})
        left.subtract(gone or {})
        self._cards = list(left.elements())
        chance.shuffle(self._cards)
        behind = BEHIND_CUT + chance.randint(-STRAY, STRAY)
        self._behind_cut = None if cut or decks <= ONE_ROUND else behind

    def __len__(self) -> int:
        return len(self._cards)

    def cut_card_comes(self) -> bool:
        """Say, once, that the cut card is the next to come."""
        if self._behind_cut is None or len(self._cards) > self._behind_cut:
            return False
        self._behind_cut = None
        return True

    def draw(self) -> Card:
        """Return the next card. IndexError when none is left."""
        return self._cards.pop()
