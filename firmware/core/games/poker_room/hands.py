"""The five cards that count of a hand laid open, high and low (67.103, 004 12)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from firmware.core.games.poker_room.state import Game, Hand
from firmware.core.games.poker_room.variants import Variant
from firmware.core.ranks import best_five, five_cards
from firmware.core.ranks.low import (
    ACE_HIGH,
    ACE_LOW,
    FIVE,
    PLACES,
    Groups,
    eights,
    is_eight_or_better,
    lowest,
)
from firmware.core.vocabulary.cards import Card

SUITS: Final = "CDHS"
"""Upwards, where suits decide: odd chips and the bring-in of stud."""

HEIGHTS: Final[Mapping[str, Mapping[Card, tuple[int, int]]]] = {
    order: {card: (place, SUITS.index(card.suit)) for card, place in places.items()}
    for order, places in PLACES.items()
}
"""How high each card is, in either order: by rank, then by suit."""

Five = tuple[Card, ...]
Strength = tuple[int, ...]
"""Of high hands or of low ones: greater is better."""
LOW: Final = "low"


class Best(NamedTuple):
    """The best five cards; `strength` compares those of one kind, greater is better."""

    strength: Strength
    name: str
    cards: Five


def high(variant: Variant, game: Game, hand: Hand) -> Strength:
    """Return how good the best high hand is."""
    if not variant.omaha:
        return (best_five((*hand.shown, *hand.up, *game.board)).strength,)
    fives = _two_with_three(hand.shown, game.board)
    return (max([five_cards(five).strength for five in fives]),)


def low(variant: Variant, game: Game, hand: Hand) -> Strength | None:
    """Return how good the best low hand is; None if it must be eight or better, and is not."""
    found = min(map(lowest, _lows(variant, game, hand)), default=None)
    return None if found is None else _strength(found)


def best_high(variant: Variant, game: Game, hand: Hand) -> Best:
    """Return the best high hand; of equal ones the one with the highest suits."""
    strength = high(variant, game, hand)
    fives = _fives(variant, (*hand.shown, *hand.up), game.board)
    found = _highest([five for five in fives if five_cards(five).strength == strength[0]], ACE_HIGH)
    return Best(strength, five_cards(found).combination.value, found)


def best_low(variant: Variant, game: Game, hand: Hand) -> Best | None:
    """Return the best low hand likewise; None if it must be eight or better, and is not."""
    strength = low(variant, game, hand)
    if strength is None:
        return None
    places, ranks = PLACES[ACE_LOW], _ranks(strength)
    hole = tuple([card for card in (*hand.shown, *hand.up) if places[card] in ranks])
    board = tuple([card for card in game.board if places[card] in ranks])
    fives = _fives(variant, hole, board)
    equal = [five for five in fives if _strength(lowest(five)) == strength]
    return Best(strength, LOW, _highest(equal, ACE_LOW))


def _lows(variant: Variant, game: Game, hand: Hand) -> Iterable[Five]:
    """Return cards among whose lowest five is the best low hand; none if it would not count."""
    hole, board = (*hand.shown, *hand.up), game.board
    if variant.split:
        hole, board = eights(hole), eights(board)
    if variant.omaha:
        fives = _two_with_three(hole, board)
        return [five for five in fives if is_eight_or_better(five)]
    cards = (*hole, *board)
    return [cards] if not variant.split or is_eight_or_better(cards) else []


def _fives(variant: Variant, hole: Five, board: Five) -> Iterable[Five]:
    """Return every five cards that the player may choose."""
    return _two_with_three(hole, board) if variant.omaha else combinations((*hole, *board), 5)


def _two_with_three(hole: Five, board: Five) -> Iterator[Five]:
    threes = list(combinations(board, 3))
    for two in combinations(hole, 2):
        for three in threes:
            yield two + three


def _strength(low: Groups) -> Strength:
    padding = (0,) * (FIVE - len(low.counts))
    return tuple(-n for n in (*low.counts, *padding, *low.ranks))


def _ranks(strength: Strength) -> set[int]:
    """Return the ranks of a low hand, which follow its counts."""
    return {-n for n in strength[FIVE:]}


def _highest(fives: list[Five], order: str) -> Five:
    """Return the one with the highest suits of fives of the same ranks, its cards downwards."""
    heights = HEIGHTS[order]
    downwards = [sorted(five, key=heights.__getitem__, reverse=True) for five in fives]
    return tuple(max(downwards, key=lambda five: [heights[card] for card in five]))
