"""The cards that the shoe can still hold: by identity, not only by count."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from firmware.core.vocabulary.cards import PACK, Card, parse_card
from firmware.core.vocabulary.places import Bettor


class ShoeMemory(msgspec.Struct, frozen=True):
    """A shoe as a checkpoint keeps it."""

    gone: dict[str, int] = {}
    stray: tuple[Card, ...] = ()
    tags: tuple[str, ...] = ()
    uncounted: tuple[Card, ...] = ()
    cut: bool = False
    faithful: tuple[Bettor, ...] | None = None
    first: tuple[Bettor, ...] | None = None
    rounds: int = 0
    players: int = 0
    shuffles: int = 0


FULL: Final = ShoeMemory()


class Shoe:
    """The cards not yet seen to leave, of `decks` packs (article 6), and who was in its games.

    A card that can't be there is still counted as gone (its count goes below zero), since it has
    left the shoe all the same. Of cards with a tag in them the tags that have left are kept too.
    """

    def __init__(self, decks: int, pack: Sequence[Card] = PACK, memory: ShoeMemory = FULL) -> None:
        self.decks = decks
        self.size = len(pack) * decks
        self._pack = Counter(pack)
        self._gone = Counter({parse_card(name): count for name, count in memory.gone.items()})
        self.tags = list(memory.tags)
        """The tags of the cards that have left, the last one last."""
        self.stray = list(memory.stray)
        """Cards that have left the shoe and were dealt to no hand."""
        self.uncounted = list(memory.uncounted)
        """Cards of this round that a shoe which follows the game assigned to no hand."""
        self.cut = memory.cut
        """Whether the cut card has come: the round in play is the last of this shoe."""
        self.faithful = _bettors(memory.faithful)
        """Who was in every game of this shoe (10); None before the first."""
        self.first = _bettors(memory.first)
        """Who was in its first game."""
        self.rounds = memory.rounds
        """How many rounds were settled since the shuffle."""
        self.players = memory.players
        """How many had a bet in the last of them."""
        self.shuffles = memory.shuffles
        """How many shuffles the shuffler had reported when it was loaded, or of a single pack when
        its last card left."""

    @property
    def memory(self) -> ShoeMemory:
        """The shoe for a checkpoint."""
        return ShoeMemory(
            gone={card.name: count for card, count in self._gone.items()},
            stray=tuple(self.stray),
            tags=tuple(self.tags),
            uncounted=tuple(self.uncounted),
            cut=self.cut,
            faithful=_in_order(self.faithful),
            first=_in_order(self.first),
            rounds=self.rounds,
            players=self.players,
            shuffles=self.shuffles,
        )

    @property
    def left(self) -> int:
        """How many cards have not left."""
        return self.size - self._gone.total()

    @property
    def empty(self) -> bool:
        """Whether every card of it has left; never at a game without cards."""
        return 0 < self.size <= self._gone.total()

    @property
    def full(self) -> bool:
        """Whether no card has left since the shuffle."""
        return not self._gone

    def holds(self, card: Card) -> bool:
        """Return whether `card` can still come."""
        return self._gone[card] < self._pack[card] * self.decks

    def overdrawn(self, card: Card) -> bool:
        """Return whether `card` has left more often than the shoe held it."""
        return self._gone[card] > self._pack[card] * self.decks

    def take(self, card: Card, tag: str | None = None) -> bool:
        """Record that `card` has left; return whether it could be there."""
        self._gone[card] += 1
        if tag is not None:
            self.tags.append(tag)
        return not self.overdrawn(card)

    @property
    def out_of_step(self) -> bool:
        """Whether a card that the shoe assigned to no hand was dealt by hand all the same.

        From then to the end of the round the shoe is a card behind, and its own result is
        meaningless.
        """
        return bool(self.uncounted) and bool(Counter(self.uncounted) - Counter(self.stray))

    def lay_aside(self, card: Card, *, counted: bool = True) -> None:
        """Record a card that was dealt to no hand, and whether the shoe assigned it to one."""
        self.stray.append(card)
        if not counted:
            self.uncounted.append(card)

    def take_by_hand(self, card: Card) -> bool:
        """Record a card entered by hand; one that was laid aside has left already."""
        if card in self.stray:
            self.stray.remove(card)
            return True
        return self.holds(card) and self.take(card)

    def played_by(self, bettors: frozenset[Bettor]) -> None:
        """Keep who was in the first game, and in every game, of this shoe (article 10)."""
        self.first = bettors if self.first is None else self.first
        self.faithful = bettors if self.faithful is None else self.faithful & bettors

    def settled(self, players: int) -> None:
        """A round of so many players was settled (8)."""
        self.rounds += 1
        self.players = players

    def end_round(self) -> None:
        """Restart the comparison with the shoe's own result in the next round."""
        self.uncounted.clear()

    def fill(self) -> None:
        """Load every pack again, shuffled."""
        self._gone.clear()
        self.stray.clear()
        self.uncounted.clear()
        self.tags.clear()

    def change(self, shuffles: int) -> None:
        """Start another shoe (7, 8), after so many shuffles: every card is in it, and it has no
        players yet.
        """
        self.fill()
        self.cut = False
        self.faithful = self.first = None
        self.rounds = self.players = 0
        self.shuffles = shuffles


def _bettors(kept: tuple[Bettor, ...] | None) -> frozenset[Bettor] | None:
    return None if kept is None else frozenset(kept)


def _in_order(bettors: frozenset[Bettor] | None) -> tuple[Bettor, ...] | None:
    return None if bettors is None else tuple(sorted(bettors, key=str))
