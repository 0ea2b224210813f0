"""The cards that the shoe can still hold: by identity, not only by count."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from firmware.core.vocabulary.places import Bettor


class ShoeMemory(msgspec.Struct, frozen=True):
    """A shoe in a checkpoint."""

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


FULL_SHOE: Final = ShoeMemory()


class Shoe:
    """The cards not yet seen to leave, of `pack_count` packs (article 6), and its bettors.

    A card that can't be there is still counted as gone (its count goes below zero), since it has
    left the shoe all the same. Of tagged cards the tags that have left are recorded too.
    """

    def __init__(
        self, pack_count: int, pack: Sequence[Card] = FULL_PACK, memory: ShoeMemory = FULL_SHOE
    ) -> None:
        self.pack_count = pack_count
        self.card_count = len(pack) * pack_count
        self._pack_counts = Counter(pack)
        self._cards_gone = Counter({parse_card(name): count for name, count in memory.gone.items()})
        self.card_tags = list(memory.tags)
        """The tags of the cards that have left, the last one last."""
        self.stray_cards = list(memory.stray)
        """Cards that have left the shoe and were dealt to no hand."""
        self.cards_gone_unread = list(memory.uncounted)
        """Cards of this round that a shoe which follows the game assigned to no hand."""
        self.taken_back = False
        """Whether a card of this round was taken back."""
        self.cut_card_out = memory.cut
        """Whether the cut card has come: the round in play is the last of this shoe."""
        self.every_round_bettors = _bettor_set(memory.faithful)
        """Who was in every game of this shoe (10); None before the first."""
        self.first_round_bettors = _bettor_set(memory.first)
        """Who was in its first game."""
        self.rounds_settled = memory.rounds
        """How many rounds were settled since the shuffle."""
        self.last_players = memory.players
        """How many had a bet in the last of them."""
        self.shuffles_seen = memory.shuffles
        """How many shuffles the shuffler had reported when it was loaded, or of a single pack when
        its last card left."""

    @property
    def memory(self) -> ShoeMemory:
        """The shoe for a checkpoint."""
        return ShoeMemory(
            gone={card.name: count for card, count in self._cards_gone.items()},
            stray=tuple(self.stray_cards),
            tags=tuple(self.card_tags),
            uncounted=tuple(self.cards_gone_unread),
            cut=self.cut_card_out,
            faithful=_sorted_bettors(self.every_round_bettors),
            first=_sorted_bettors(self.first_round_bettors),
            rounds=self.rounds_settled,
            players=self.last_players,
            shuffles=self.shuffles_seen,
        )

    @property
    def cards_left(self) -> int:
        """How many cards have not left."""
        return self.card_count - self._cards_gone.total()

    @property
    def cards_gone(self) -> int:
        """How many cards have left."""
        return self._cards_gone.total()

    @property
    def first_card(self) -> Card | None:
        """The card that has left first since the shuffle; None if none has."""
        # a counter keeps its cards in the order in which they came
        return next(iter(self._cards_gone), None)

    @property
    def is_empty(self) -> bool:
        """Whether every card of it has left; never at a game without cards."""
        return 0 < self.card_count <= self._cards_gone.total()

    @property
    def is_full(self) -> bool:
        """Whether no card has left since the shuffle."""
        return not self._cards_gone

    def can_hold(self, card: Card) -> bool:
        """Return whether `card` can still come."""
        return self._cards_gone[card] < self._pack_counts[card] * self.pack_count

    def is_overdrawn(self, card: Card) -> bool:
        """Return whether `card` has left more often than the shoe held it."""
        return self._cards_gone[card] > self._pack_counts[card] * self.pack_count

    def take_card(self, card: Card, tag: str | None = None) -> bool:
        """Record that `card` has left; return whether it could be there."""
        self._cards_gone[card] += 1
        if tag is not None:
            self.card_tags.append(tag)
        return not self.is_overdrawn(card)

    @property
    def out_of_step(self) -> bool:
        """Whether a card that the shoe assigned to no hand was entered by hand and dealt, or a
        card was taken back.

        From then to the end of the round the shoe is a card behind or before, and its own result
        is meaningless.
        """
        entered_cards = Counter(self.cards_gone_unread) - Counter(self.stray_cards)
        return self.taken_back or bool(entered_cards)

    def lay_aside(self, card: Card, *, counted: bool = True) -> None:
        """Record a card that was dealt to no hand, and whether the shoe assigned it to one."""
        self.stray_cards.append(card)
        if not counted:
            self.cards_gone_unread.append(card)

    def take_by_hand(self, card: Card) -> bool:
        """Record a card entered by hand; one that was laid aside has left already."""
        if card in self.stray_cards:
            self.stray_cards.remove(card)
            return True
        return self.can_hold(card) and self.take_card(card)

    def record_bettors(self, bettors: frozenset[Bettor]) -> None:
        """Record who was in the first game, and in every game, of this shoe (article 10)."""
        self.first_round_bettors = (
            bettors if self.first_round_bettors is None else self.first_round_bettors
        )
        self.every_round_bettors = (
            bettors if self.every_round_bettors is None else self.every_round_bettors & bettors
        )

    def record_round(self, players: int) -> None:
        """A round of so many players was settled (8)."""
        self.rounds_settled += 1
        self.last_players = players

    def end_round(self) -> None:
        """Restart the comparison with the shoe's own result in the next round."""
        self.cards_gone_unread.clear()
        self.taken_back = False

    def refill(self) -> None:
        """Load every pack again, shuffled."""
        self._cards_gone.clear()
        self.stray_cards.clear()
        self.cards_gone_unread.clear()
        self.card_tags.clear()

    def change_shoe(self, shuffles: int) -> None:
        """Start another shoe (7, 8), after so many shuffles: every card is in it, and it has no
        players yet.
        """
        self.refill()
        self.cut_card_out = False
        self.every_round_bettors = self.first_round_bettors = None
        self.rounds_settled = self.last_players = 0
        self.shuffles_seen = shuffles


def _bettor_set(bettor_list: tuple[Bettor, ...] | None) -> frozenset[Bettor] | None:
    return None if bettor_list is None else frozenset(bettor_list)


def _sorted_bettors(bettors: frozenset[Bettor] | None) -> tuple[Bettor, ...] | None:
    return None if bettors is None else tuple(sorted(bettors, key=str))
