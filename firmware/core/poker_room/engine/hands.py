"""The best five cards of a shown hand, high and low (67.103, 004 12)."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from firmware.core.poker_room.engine.state import PlayerHand, PokerGame
from firmware.core.poker_room.engine.variants import Variant
from firmware.core.ranks import best_five, five_cards
from firmware.core.ranks.low_hands import (
    ACE_HIGH,
    ACE_LOW,
    EIGHT_PLACE,
    LOWEST_HANDS,
    RANK_PLACES,
    LowHand,
    is_eight_or_better,
)
from firmware.core.vocabulary.cards import Card

SUITS: Final = "CDHS"
"""Suits upwards, where they decide: odd chips and the bring-in of stud."""

CARD_HEIGHTS: Final[Mapping[str, Mapping[Card, int]]] = {
    order: {card: len(SUITS) * place + SUITS.index(card.suit) for card, place in places.items()}
    for order, places in RANK_PLACES.items()
}
"""The height of each card, ace high and ace low: by rank, then by suit."""

FiveCards = tuple[Card, ...]
LOW: Final = "low"


class BestHand(NamedTuple):
    """The best five cards; a greater `strength` wins among hands of the same half."""

    strength: int
    name: str
    cards: FiveCards


def high_strength(variant: Variant, game: PokerGame, hand: PlayerHand) -> int:
    """Return the strength of the best high hand; greater wins."""
    if not variant.omaha:
        return best_five((*hand.shown, *hand.up, *game.board)).strength
    fives = _two_with_three(hand.shown, game.board)
    return max([five_cards(combination).strength for combination in fives])


def low_hand(variant: Variant, game: PokerGame, hand: PlayerHand) -> LowHand | None:
    """Return the best low hand; None if it does not qualify (eight or better)."""
    if variant.omaha:
        return _low_of_two_with_three(hand.shown, game.board)
    lowest = _lowest_within((*hand.shown, *hand.up, *game.board))
    return lowest if not variant.is_split or is_eight_or_better(lowest) else None


def best_high_hand(variant: Variant, game: PokerGame, hand: PlayerHand) -> BestHand:
    """Return the best high hand; of equal ones the one with the highest suits."""
    strength = high_strength(variant, game, hand)
    hole_cards = (*hand.shown, *hand.up)
    five = _first_five(
        variant,
        hole_cards,
        game.board,
        ACE_HIGH,
        lambda five_of: five_cards(five_of).strength == strength,
    )
    return BestHand(strength, five_cards(five).combination.value, five)


def best_low_hand(variant: Variant, game: PokerGame, hand: PlayerHand) -> BestHand | None:
    """Return the best low hand, of equal ones that with the highest suits, if any qualifies."""
    best = low_hand(variant, game, hand)
    if best is None:
        return None
    places_low, ranks = RANK_PLACES[ACE_LOW], best.ranks
    hole_cards = tuple([card for card in (*hand.shown, *hand.up) if places_low[card] in ranks])
    board = tuple([card for card in game.board if places_low[card] in ranks])
    five = _first_five(
        variant,
        hole_cards,
        board,
        ACE_LOW,
        lambda five_of: _lowest_within(five_of) == best,
    )
    return BestHand(best.strength, LOW, five)


def _first_five(
    variant: Variant,
    hole_cards: FiveCards,
    board: FiveCards,
    order: str,
    is_best: Callable[[FiveCards], bool],
) -> FiveCards:
    """Return the first five cards downwards that are best; of equal ones the highest suits."""
    card_height = CARD_HEIGHTS[order].__getitem__
    if not variant.omaha:
        downwards = sorted((*hole_cards, *board), key=card_height, reverse=True)
        return next(filter(is_best, combinations(downwards, 5)))
    best = filter(is_best, _two_with_three(hole_cards, board))
    equal_fives = [
        tuple(sorted(combination, key=card_height, reverse=True)) for combination in best
    ]
    return max(equal_fives, key=lambda combination: [card_height(card) for card in combination])


def _low_of_two_with_three(hole_cards: FiveCards, board: FiveCards) -> LowHand | None:
    """Return the best qualifying low hand of two hole and three board cards, if any."""
    pair_sums, threes = (
        _sums_of_eights(cards, count) for cards, count in ((hole_cards, 2), (board, 3))
    )
    fives = [LOWEST_HANDS[pair + three_cards] for pair in pair_sums for three_cards in threes]
    return max(filter(is_eight_or_better, fives), default=None)


def _sums_of_eights(cards: FiveCards, count: int) -> set[int]:
    """Return the rank sums of all combinations of `count` cards of eight or lower."""
    places_low = RANK_PLACES[ACE_LOW]
    rank_keys = [card.rank_key for card in cards if places_low[card] <= EIGHT_PLACE]
    return {sum(chosen) for chosen in combinations(rank_keys, count)}


def _lowest_within(cards: FiveCards) -> LowHand:
    return LOWEST_HANDS[sum([card.rank_key for card in cards])]


def _two_with_three(hole_cards: FiveCards, board: FiveCards) -> Iterator[FiveCards]:
    threes = list(combinations(board, 3))
    for pair in combinations(hole_cards, 2):
        for three_cards in threes:
            yield pair + three_cards
