"""The five cards that count of a hand laid open, high and low (67.103, 004 12)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from firmware.core.poker_room.engine.state import Game, Hand
from firmware.core.poker_room.engine.variants import Variant
from firmware.core.ranks import best_five, five_cards
from firmware.core.ranks.low import (
    ACE_HIGH,
    ACE_LOW,
    EIGHT,
    LOWEST,
    PLACES,
    Low,
    is_eight_or_better,
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
LOW: Final = "low"


class Best(NamedTuple):
    """The five cards that count; `strength` compares those of one kind, greater is better."""

    strength: int
    name: str
    cards: Five


def high(variant: Variant, game: Game, hand: Hand) -> int:
    """Return how good the best high hand is; greater is better."""
    if not variant.omaha:
        return best_five((*hand.shown, *hand.up, *game.board)).strength
    fives = _two_with_three(hand.shown, game.board)
    return max([five_cards(five).strength for five in fives])


def low(variant: Variant, game: Game, hand: Hand) -> Low | None:
    """Return the best low hand; None if it must be eight or better, and is not."""
    if variant.omaha:
        return _low_of_two_with_three(hand.shown, game.board)
    found = LOWEST[_sum((*hand.shown, *hand.up, *game.board))]
    return found if not variant.split or is_eight_or_better(found) else None


def best_high(variant: Variant, game: Game, hand: Hand) -> Best:
    """Return the best high hand; of equal ones the one with the highest suits."""
    strength = high(variant, game, hand)
    hole = (*hand.shown, *hand.up)
    found = _first(
        variant, hole, game.board, ACE_HIGH, lambda f: five_cards(f).strength == strength
    )
    return Best(strength, five_cards(found).combination.value, found)


def best_low(variant: Variant, game: Game, hand: Hand) -> Best | None:
    """Return the best low hand likewise; None if it must be eight or better, and is not."""
    best = low(variant, game, hand)
    if best is None:
        return None
    places, ranks = PLACES[ACE_LOW], best.ranks
    hole = tuple([card for card in (*hand.shown, *hand.up) if places[card] in ranks])
    board = tuple([card for card in game.board if places[card] in ranks])
    found = _first(variant, hole, board, ACE_LOW, lambda f: LOWEST[_sum(f)] == best)
    return Best(best.strength, LOW, found)


def _first(
    variant: Variant, hole: Five, board: Five, order: str, is_best: Callable[[Five], bool]
) -> Five:
    """Return the five that count, downwards; of equal ones those with the highest suits."""
    height = HEIGHTS[order].__getitem__
    if not variant.omaha:
        downwards = sorted((*hole, *board), key=height, reverse=True)
        return next(filter(is_best, combinations(downwards, 5)))
    best = filter(is_best, _two_with_three(hole, board))
    equal = [tuple(sorted(five, key=height, reverse=True)) for five in best]
    return max(equal, key=lambda five: [height(card) for card in five])


def _low_of_two_with_three(hole: Five, board: Five) -> Low | None:
    """Return the best low hand of two cards with three, if there is one of eight or better."""
    twos, threes = (_sums_of_eights(cards, count) for cards, count in ((hole, 2), (board, 3)))
    fives = [LOWEST[two + three] for two in twos for three in threes]
    return max(filter(is_eight_or_better, fives), default=None)


def _sums_of_eights(cards: Five, count: int) -> set[int]:
    """Return the sums of so many of the cards of eight or less."""
    places = PLACES[ACE_LOW]
    keys = [card.rank_key for card in cards if places[card] <= EIGHT]
    return {sum(some) for some in combinations(keys, count)}


def _sum(cards: Iterable[Card]) -> int:
    return sum([card.rank_key for card in cards])


def _two_with_three(hole: Five, board: Five) -> Iterator[Five]:
    threes = list(combinations(board, 3))
    for two in combinations(hole, 2):
        for three in threes:
            yield two + three
