"""The naive hands for the cards of the core, and a comparison of two rankings."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from firmware.core.ranks import Rank
from firmware.core.vocabulary.cards import FULL_PACK, Card, parse_card
from tests.kits.games.naive import hands as naive
from tests.kits.games.naive import pai_gow

Worth = tuple[tuple[int, ...], str]
"""The key of the comparison, a greater one wins, and the combination's name."""

Plain = Callable[[Sequence[Card]], Worth]
Ranking = Callable[[Sequence[Card]], Rank]


def hand(names: str) -> list[Card]:
    return [parse_card(name) for name in names.split()]


def names(cards: Sequence[Card]) -> list[str]:
    return [card.name for card in cards]


def hands(size: int, number: int, seed: int, pack: Sequence[Card] = FULL_PACK) -> list[list[Card]]:
    chance = Random(seed)
    return [chance.sample(pack, size) for _ in range(number)]


def _plain(tell: Callable[[list[str]], naive.Hand]) -> Plain:
    return lambda cards: tell(names(cards))[::-1]


three, four, five = map(_plain, (naive.three, naive.four, naive.five))
best_four, best_five = map(_plain, (naive.best_four, naive.best_five))


def high_hand(cards: Sequence[Card]) -> Worth:
    """Return what a main forte is (39, 40)."""
    key = pai_gow.high(names(cards))
    return key, pai_gow.name(key)


def low_hand(cards: Sequence[Card]) -> Worth:
    """Return what a main faible is (41)."""
    key = pai_gow.low(names(cards))
    return key, pai_gow.name(key)


def compared(rank: Ranking, plain: Plain, dealt: Iterable[Sequence[Card]]) -> list[Any]:
    """Return hands named otherwise by the naive formulation, or ordered otherwise."""
    both = [(rank(cards), plain(cards)) for cards in dealt]
    return [pair for pair in both if pair[0].combination != pair[1][-1]] or out_of_order(both)


def out_of_order(pairs: Iterable[tuple[Any, Any]]) -> list[Any]:
    """Return neighbours which one ranking ties or reverses and the other does not."""
    return [
        (one, other)
        for one, other in pairwise(sorted(set(pairs)))
        if not (one[0] < other[0] and one[1] < other[1])
    ]
