"""What the shoe can still contain: identity, not only count."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from firmware.core.vocabulary.cards import PACK, Card

ONE_ROUND = 2
"""A shoe of so many decks, or of one, is full again at each round."""


class Shoe:
    """The cards not yet seen to leave, of `decks` packs (article 6).

    A card that can't be there is still counted as gone (its count goes below zero), since it has
    left the shoe all the same. Of cards with a tag in them the tags that have left are kept too.
    """

    def __init__(self, decks: int, pack: Sequence[Card] = PACK) -> None:
        self.decks = decks
        self.size = len(pack) * decks
        self._pack = Counter(pack)
        self._gone: Counter[Card] = Counter()
        self.left = self.size
        self.tags: list[str] = []
        """The tags of the cards that have left, the last one last."""
        self.stray: list[Card] = []
        """Cards that have left the shoe and were dealt to nobody."""
        self.uncounted: list[Card] = []
        """Those of this round that a shoe with an account of its own counted in no hand."""

    @property
    def full(self) -> bool:
        """Whether no card has left since the shuffle."""
        return not self._gone

    def holds(self, card: Card) -> bool:
        """Say whether `card` can still come."""
        return self._gone[card] < self._pack[card] * self.decks

    def take(self, card: Card, tag: str | None = None) -> bool:
        """Record that `card` has left; return whether it could be there."""
        possible = self.holds(card)
        self._gone[card] += 1
        self.left -= 1
        if tag is not None:
            self.tags.append(tag)
        return possible

    @property
    def out_of_step(self) -> bool:
        """Whether a card that the shoe itself counted in no hand was dealt by hand all the same.

        From there to the end of the round it is a card behind, and its own account tells nothing.
        """
        return bool(Counter(self.uncounted) - Counter(self.stray))

    def lay_aside(self, card: Card, *, counted: bool = True) -> None:
        """Note that a card that has left was dealt to nobody, and whether the shoe counted it."""
        self.stray.append(card)
        if not counted:
            self.uncounted.append(card)

    def end_round(self) -> None:
        """Let the shoe's own account begin anew with the next round."""
        self.uncounted.clear()

    def take_by_hand(self, card: Card) -> bool:
        """Record a card entered by hand; one that was laid aside has left already."""
        if card in self.stray:
            self.stray.remove(card)
            return True
        return self.holds(card) and self.take(card)

    def fill(self) -> None:
        """Load every pack again, shuffled."""
        self._gone.clear()
        self.stray.clear()
        self.uncounted.clear()
        self.tags.clear()
        self.left = self.size

    def gone(self) -> dict[str, int]:
        """Return how many of each card have left, by name."""
        return {card.name: count for card, count in self._gone.items()}

    def restore(
        self,
        gone: Mapping[Card, int],
        stray: Iterable[Card],
        tags: Iterable[str] = (),
        uncounted: Iterable[Card] = (),
    ) -> None:
        """Take the account over from a checkpoint."""
        self._gone = Counter(gone)
        self.stray = list(stray)
        self.tags = list(tags)
        self.uncounted = list(uncounted)
        self.left = self.size - sum(gone.values())
