"""The facts of a set of named cards, for the conditions of a rule pack."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from firmware.core.game.conditions import FactKind, Facts, FactValue
from firmware.core.vocabulary.cards import Card

CARD_FACTS: Final[Mapping[str, FactKind]] = {
    "ranks": FactKind.NUMBER,
    "suits": FactKind.NUMBER,
    "colours": FactKind.NUMBER,
    "in_a_row": FactKind.TRUTH,
    "total": FactKind.NUMBER,
    "hand": FactKind.WORD,
    "pair": FactKind.TRUTH,
    "low": FactKind.NUMBER,
    "high": FactKind.NUMBER,
}
"""How many ranks, suits and colours differ; whether the ranks follow each other, the ace high or
low; Blackjack's total, an ace as 11 where that does not bust; the best poker hand; whether two or
more are of one rank; the lowest and the highest rank, an ace 14.
"""
SUIT_FACTS: Final = frozenset({"suits", "colours", "hand"})
"""Those that look at suits."""
MOST_CARDS: Final = 7
HAND_SIZE: Final = 5
"""A poker hand's cards, of more the best ones."""
RED_SUITS: Final = "HD"

_ACE: Final = 14
_BLACKJACK: Final = 21
# written out, and not the poker games' rankings: a table of another game does not load their tables
_FIVE_CARD_ORDER: Final = (
    *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"),
    *("three_of_a_kind", "two_pairs", "pair", "high_card"),
)
_ORDERS: Final[Mapping[int, Sequence[str]]] = {
    1: ("high_card",),
    2: ("pair", "high_card"),
    3: ("straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card"),
    4: (
        *("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight"),
        *("two_pairs", "pair", "high_card"),
    ),
    5: _FIVE_CARD_ORDER,
}
"""By the number of cards: the combinations, the best one first, as the poker games rank them."""
_RANKS_ASCENDING: Final = "23456789TJQKA"


def rank_number(card: Card) -> int:
    """Return 2 to 14, the ace's."""
    return _RANKS_ASCENDING.index(card.rank) + 2


def card_facts(cards: Sequence[Card], names: Collection[str] = CARD_FACTS.keys()) -> Facts:
    """Return the facts of these names: of one to seven cards, from one pack or several."""
    numbers = sorted(map(rank_number, cards))
    return {name: _FACT_OF[name](cards, numbers) for name in names}


def are_in_a_row(numbers: Sequence[int]) -> bool:
    """Return whether ascending rank numbers follow each other, an ace high or low."""
    with_low_ace = [1, *numbers[:-1]] if numbers[-1] == _ACE else numbers
    return any(
        all(upper - lower == 1 for lower, upper in pairwise(run)) for run in (numbers, with_low_ace)
    )


def best_combination(cards: Sequence[Card]) -> str:
    """Return the best combination of five of the cards, or of all if they are fewer."""
    size = min(len(cards), HAND_SIZE)
    order = _ORDERS[size]
    return min((_combination(hand, order) for hand in combinations(cards, size)), key=order.index)


def _combination(cards: Sequence[Card], order: Sequence[str]) -> str:
    numbers = sorted(map(rank_number, cards))
    is_suited, is_straight = len({card.suit for card in cards}) == 1, are_in_a_row(numbers)
    largest, *others = sorted(Counter(numbers).values(), reverse=True)
    found = {
        "high_card": True,
        "pair": largest >= 2,
        "two_pairs": largest >= 2 and others[:1] >= [2],
        "three_of_a_kind": largest >= 3,
        "straight": is_straight,
        "flush": is_suited,
        "full_house": largest >= 3 and others[:1] >= [2],
        "four_of_a_kind": largest >= 4,
        "straight_flush": is_straight and is_suited,
        "royal_flush": is_straight and is_suited and numbers[0] == _ACE - 4,
    }
    return next(combination for combination in order if found[combination])


def _blackjack_total(numbers: Sequence[int]) -> int:
    hard_total = sum(1 if number == _ACE else min(number, 10) for number in numbers)
    is_soft = _ACE in numbers and hard_total + 10 <= _BLACKJACK
    return hard_total + 10 if is_soft else hard_total


_FACT_OF: Final[Mapping[str, Callable[[Sequence[Card], Sequence[int]], FactValue]]] = {
    "ranks": lambda _, numbers: len(set(numbers)),
    "suits": lambda cards, _: len({card.suit for card in cards}),
    "colours": lambda cards, _: len({card.suit in RED_SUITS for card in cards}),
    "in_a_row": lambda _, numbers: are_in_a_row(numbers),
    "total": lambda _, numbers: _blackjack_total(numbers),
    "hand": lambda cards, _: best_combination(cards),
    "pair": lambda _, numbers: len(set(numbers)) < len(numbers),
    "low": lambda _, numbers: numbers[0],
    "high": lambda _, numbers: numbers[-1],
}
"""By fact: how it is found, from the cards and their ascending rank numbers."""
