"""A hand of Blackjack: the value of its cards (13 to 15), and the bets on it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from firmware.core.game.course import Decision
from firmware.core.vocabulary.cards import CARD_RANKS, Card
from firmware.core.vocabulary.money import NO_CENTS, Cents

CARD_VALUES: Final[Mapping[str, int]] = {
    card_rank: min(card_value, 10) for card_value, card_rank in enumerate(CARD_RANKS, start=1)
}
"""Article 13: figures count 10, an ace 1 unless `total` counts it 11."""

MAX_TOTAL: Final = 21

PlaceAndBettor = tuple[str, str | None]
"""A bet's place name and bettor; None is the player seated at the spot."""


def hard_total(cards: Iterable[Card]) -> int:
    """Return the value of cards with every ace at 1."""
    hand_points = 0
    for card in cards:
        hand_points += CARD_VALUES[card.rank]
    return hand_points


def is_soft(cards: Sequence[Card]) -> bool:
    """Return whether an ace counts 11 (article 14)."""
    return _may_count_11(cards, hard_total(cards))


def hand_total(cards: Sequence[Card]) -> int:
    """Return the value of cards (article 13)."""
    hard_value = hard_total(cards)
    return hard_value + 10 if _may_count_11(cards, hard_value) else hard_value


def _may_count_11(cards: Iterable[Card], hard_value: int) -> bool:
    return hard_value + 10 <= MAX_TOTAL and any(card.rank == "A" for card in cards)


class BlackjackHand:
    """One hand, a player's or the dealer's."""

    def __init__(self, cards: Iterable[Card] = (), *, split: bool = False) -> None:
        self.cards = list(cards)
        self.stakes: dict[PlaceAndBettor, Cents] = {}
        self.split, self.surrendered = split, False
        self.hand_number: int | None = None
        """The number of the hand, if its spot has several."""

    def lay_chips(self, decision: Decision) -> None:
        """Add the chips laid with a decision."""
        for bet_name, amount_cents in decision.laid_cents.items():
            place_and_bettor = bet_name, decision.choice.bettor
            self.stakes[place_and_bettor] = Cents(
                self.stakes.get(place_and_bettor, NO_CENTS) + amount_cents
            )

    @property
    def total(self) -> int:
        return hand_total(self.cards)

    @property
    def is_busted(self) -> bool:
        """Whether it is above 21."""
        return hard_total(self.cards) > MAX_TOTAL

    @property
    def is_ace_and_ten(self) -> bool:
        """Whether it is two cards worth 21."""
        return len(self.cards) == 2 and self.total == MAX_TOTAL

    @property
    def is_blackjack(self) -> bool:
        """Article 15: not after a split."""
        return self.is_ace_and_ten and not self.split

    @property
    def is_split_aces(self) -> bool:
        """Whether it begins with an ace that was split off (24, paragraph 4)."""
        return self.split and self.cards[0].rank == "A"

    @property
    def is_complete(self) -> bool:
        """Whether its value leaves nothing to decide (22)."""
        return self.is_blackjack or hard_total(self.cards) >= MAX_TOTAL
