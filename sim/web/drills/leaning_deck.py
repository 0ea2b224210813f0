"""A shuffled deck that leans to rare hands: some neighbouring ranks and a suit come early."""

from collections.abc import Sequence
from random import Random
from typing import Final

from firmware.core.vocabulary.cards import Card

LEANING_PROBABILITY: Final = 0.7
EARLIER: Final = 0.75
"""By how much of a deck a favoured rank or suit comes earlier, at most."""
FAVOURED_RANKS: Final = (1, 2, 3, 5)


def leaning_deck(pack: Sequence[Card], decks: int, chance: Random) -> list[Card]:
    """Return all cards of so many decks in some order, the first to be dealt last."""
    cards = [card for card in pack for _ in range(max(1, decks))]
    if chance.random() > LEANING_PROBABILITY:
        chance.shuffle(cards)
        return cards
    ranks = list(dict.fromkeys(card.rank for card in pack))
    first, width = chance.randrange(len(ranks)), chance.choice(FAVOURED_RANKS)
    favoured_ranks = {ranks[(first + step) % len(ranks)] for step in range(width)}
    favoured_suit, lean = chance.choice(pack).suit, EARLIER * chance.random()

    def latest(card: Card) -> float:
        is_favoured = (card.rank in favoured_ranks) + (card.suit == favoured_suit)
        return chance.random() + lean * is_favoured

    return sorted(cards, key=latest)
