"""A hand of Blackjack: the value of its cards (13 to 15), and the bets on it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from firmware.core.game.course import Decision
from firmware.core.vocabulary.cards import RANKS, Card
from firmware.core.vocabulary.money import NOTHING, Cents

VALUES: Final[Mapping[str, int]] = {
    rank: min(worth, 10) for worth, rank in enumerate(RANKS, start=1)
}
"""Article 13: figures count 10, an ace 1 unless `total` counts it 11."""

MOST: Final = 21

Whose = tuple[str, str | None]
"""A bet's place at its spot, and its bettor; None is the player seated there."""


def hard_total(cards: Iterable[Card]) -> int:
    """Return the value of cards with every ace at 1."""
    points = 0
    for card in cards:
        points += VALUES[card.rank]
    return points


def is_soft(cards: Sequence[Card]) -> bool:
    """Return whether an ace counts 11 (article 14)."""
    return _may_count_11(cards, hard_total(cards))


def total(cards: Sequence[Card]) -> int:
    """Return the value of cards (article 13)."""
    hard = hard_total(cards)
    return hard + 10 if _may_count_11(cards, hard) else hard


def _may_count_11(cards: Iterable[Card], hard: int) -> bool:
    return hard + 10 <= MOST and any(card.rank == "A" for card in cards)


class Hand:
    """One hand, a player's or the dealer's."""

    def __init__(self, cards: Iterable[Card] = (), *, split: bool = False) -> None:
        self.cards = list(cards)
        self.stakes: dict[Whose, Cents] = {}
        self.split = split
        self.number: int | None = None
        """The number of the hand, if its spot has several."""

    def lay(self, decision: Decision) -> None:
        """Add the chips that a decision has cost."""
        for on, cents in decision.laid.items():
            whose = on, decision.choice.bettor
            self.stakes[whose] = Cents(self.stakes.get(whose, NOTHING) + cents)

    @property
    def total(self) -> int:
        return total(self.cards)

    @property
    def is_busted(self) -> bool:
        """Whether it is above 21."""
        return hard_total(self.cards) > MOST

    @property
    def is_ace_and_ten(self) -> bool:
        """Whether it is two cards worth 21."""
        return len(self.cards) == 2 and self.total == MOST

    @property
    def is_blackjack(self) -> bool:
        """Article 15: not after a split."""
        return self.is_ace_and_ten and not self.split

    @property
    def is_full(self) -> bool:
        """Whether it may take no card (22; 24, paragraph 4)."""
        split_aces = self.split and self.cards[0].rank == "A"
        return split_aces or self.is_blackjack or hard_total(self.cards) >= MOST
