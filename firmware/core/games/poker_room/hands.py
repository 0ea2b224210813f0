"""The five cards that count of a hand laid open, high and low (67.103, 004 12)."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from firmware.core.games.poker_room.state import Game, Hand
from firmware.core.games.poker_room.variants import Variant
from firmware.core.ranks import five_cards
from firmware.core.ranks.low import ACE_HIGH, ACE_LOW, groups, is_eight_or_better
from firmware.core.vocabulary.cards import Card

SUITS: Final = "CDHS"
"""Upwards, where suits decide: odd chips and the bring-in of stud."""

Five = tuple[Card, ...]
LOW: Final = "low"


class Best(NamedTuple):
    """The best five cards; `strength` compares those of one kind, greater is better."""

    strength: tuple[int, ...]
    name: str
    cards: Five


def best_high(variant: Variant, game: Game, hand: Hand) -> Best:
    """Return the best high hand."""
    return _best(_fives(variant, game, hand), _high, ACE_HIGH)


def best_low(variant: Variant, game: Game, hand: Hand) -> Best | None:
    """Return the best low hand; None if it must be eight or better, and is not."""
    fives = _fives(variant, game, hand)
    if variant.split:
        fives = [five for five in fives if is_eight_or_better(groups(five, ACE_LOW))]
    return _best(fives, _low, ACE_LOW) if fives else None


def height(card: Card, order: str) -> tuple[int, int]:
    """Return how high a card is: by rank, then by suit."""
    return order.index(card.rank), SUITS.index(card.suit)


def _fives(variant: Variant, game: Game, hand: Hand) -> list[Five]:
    """Return every five cards that the player may choose."""
    if variant.omaha:
        return list(_two_with_three(hand.shown, game.board))
    return list(combinations((*hand.shown, *hand.up, *game.board), 5))


def _two_with_three(hole: Five, board: Five) -> Iterator[Five]:
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield two + three


def _high(five: Five) -> tuple[int, ...]:
    return (five_cards(five).strength,)


def _low(five: Five) -> tuple[int, ...]:
    low = groups(five, ACE_LOW)
    return tuple(-n for n in (*_padded(low.counts), *low.ranks))


def _padded(counts: tuple[int, ...]) -> tuple[int, ...]:
    return counts + (0,) * (5 - len(counts))


Strength = Callable[[Five], tuple[int, ...]]


def _best(fives: list[Five], strength: Strength, order: str) -> Best:
    """Return the strongest; of equal ones the one with the highest suits."""
    found = max(fives, key=lambda five: (strength(five), _heights(five, order)))
    name = LOW if strength is _low else five_cards(found).combination.value
    return Best(strength(found), name, tuple(sorted(found, key=_by_height(order), reverse=True)))


def _by_height(order: str) -> Callable[[Card], tuple[int, int]]:
    return lambda card: height(card, order)


def _heights(five: Five, order: str) -> list[tuple[int, int]]:
    return sorted((height(card, order) for card in five), reverse=True)
