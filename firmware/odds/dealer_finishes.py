"""The dealer's finished hands at Blackjack, each with its probability: his cards are the next of
the shoe whoever has drawn before him, and whatever for.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from firmware.core.game.conditions import Facts
from firmware.core.games.blackjack.dealer_facts import dealer_facts, must_draw
from firmware.core.games.blackjack.hand import CARD_VALUES
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, CARDS_BY_NAME, Card

EXAMPLES: Final[Mapping[int, Card]] = {
    CARD_VALUES[rank]: CARDS_BY_NAME[f"{rank}{CARD_SUITS[0]}"] for rank in CARD_RANKS
}
"""A card of each value."""

DrawnValues = tuple[int, ...]
"""The values of the cards that he has drawn to his first one, in rising order."""


def dealer_cases(decks: int, *, stand_all_17: bool) -> Iterator[tuple[Facts, Fraction]]:
    """Yield the facts of every finished hand with their probability."""
    for rank in CARD_RANKS:
        first_card = CARDS_BY_NAME[f"{rank}{CARD_SUITS[0]}"]
        open_hands: dict[DrawnValues, Fraction] = {(): Fraction(1, len(CARD_RANKS))}
        while open_hands:
            next_hands: dict[DrawnValues, Fraction] = {}
            for drawn, chance in open_hands.items():
                hand = (first_card, *(EXAMPLES[value] for value in drawn))
                if not must_draw(hand, stand_all_17=stand_all_17):
                    yield dealer_facts(hand), chance
                    continue
                for value, share in _next_values(first_card, drawn, decks):
                    grown = tuple(sorted((*drawn, value)))
                    next_hands[grown] = next_hands.get(grown, Fraction(0)) + chance * share
            open_hands = next_hands


def _next_values(
    first_card: Card, drawn: DrawnValues, decks: int
) -> Iterator[tuple[int, Fraction]]:
    """Yield each value that is left in the shoe, with its share of the cards."""
    gone = (CARD_VALUES[first_card.rank], *drawn)
    suits = len(CARD_SUITS)
    left = suits * len(CARD_RANKS) * decks - len(gone)
    values = [CARD_VALUES[rank] for rank in CARD_RANKS]
    for value in EXAMPLES:
        count = values.count(value) * suits * decks - gone.count(value)
        if count:
            yield value, Fraction(count, left)
