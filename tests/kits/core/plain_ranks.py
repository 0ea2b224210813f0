"""A second, naive implementation of the articles' scales, and a comparison of two rankings."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from random import Random
from typing import Any, NamedTuple

from firmware.core.ranks import Rank
from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, Card, parse_card

VALUE = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
COMPLETED = {"straight", "flush", "straight_flush", "royal_flush"}
"""Article 39: the combinations that a joker may complete."""

Worth = tuple[int, tuple[float, ...], str]
"""The key of the comparison, a greater one wins; last the combination's name."""

Plain = Callable[[Sequence[Card]], Worth]
Ranking = Callable[[Sequence[Card]], Rank]


class Order(NamedTuple):
    """An article's combinations, lowest first, and the place of A-2-3-... among straights."""

    combinations: list[str]
    wheel: float = 0

    def worth(self, cards: Sequence[Card]) -> Worth:
        """Return the worth of a hand of the article's size."""
        name, values = plain_hand(cards)
        if name in ("straight", "straight_flush"):
            values = (self.wheel if values == WHEELS[len(cards)] else values[0],)
        return self.combinations.index(name), values, name


WHEELS = {size: (14, *range(size, 1, -1)) for size in (3, 4, 5)}
OF_FIVE = ["high_card", "pair", "two_pairs", "three_of_a_kind", "straight", "flush", "full_house",
           "four_of_a_kind", "straight_flush", "royal_flush"]  # fmt: skip
FIVE = Order(OF_FIVE)
PAI_GOW = Order([*OF_FIVE, "five_aces"], wheel=13.5)
FOUR = Order(["high_card", "pair", "two_pairs", "straight", "flush", "three_of_a_kind",
              "straight_flush", "four_of_a_kind"])  # fmt: skip
THREE = Order(["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"])


def hand(names: str) -> list[Card]:
    return [parse_card(name) for name in names.split()]


def hands(size: int, number: int, seed: int, pack: Sequence[Card] = FULL_PACK) -> list[list[Card]]:
    chance = Random(seed)
    return [chance.sample(pack, size) for _ in range(number)]


def plain_hand(cards: Sequence[Card]) -> tuple[str, tuple[float, ...]]:
    """Return the combination and the cards' values, those of the largest groups first."""
    dealt = [VALUE[card.rank] for card in cards]
    values = tuple(sorted(dealt, key=lambda value: (-dealt.count(value), -value)))
    match sorted((dealt.count(value) for value in set(dealt)), reverse=True):
        case [4, *_]:
            return "four_of_a_kind", values
        case [3, 2]:
            return "full_house", values
        case [3, *_]:
            return "three_of_a_kind", values
        case [2, 2, *_]:
            return "two_pairs", values
        case [2, *_]:
            return "pair", values
    return (_straight_or_flush(cards, values) if len(cards) > 2 else "high_card"), values


def _straight_or_flush(cards: Sequence[Card], values: tuple[int, ...]) -> str:
    straight = values[0] - values[-1] == len(values) - 1 or values == WHEELS[len(values)]
    flush = len({card.suit for card in cards}) == 1
    if straight and flush:
        return "royal_flush" if values == (14, 13, 12, 11, 10) else "straight_flush"
    return "straight" if straight else "flush" if flush else "high_card"


def best_of(order: Order, size: int) -> Plain:
    return lambda cards: max(order.worth(chosen) for chosen in combinations(cards, size))


def with_joker(cards: Sequence[Card]) -> Worth:
    """Article 39, by trial: every card that the joker may be."""
    if JOKER_CARD not in cards:
        return PAI_GOW.worth(cards)
    others = [card for card in cards if card is not JOKER_CARD]
    if [card.rank for card in others] == ["A"] * 4:
        return PAI_GOW.combinations.index("five_aces"), (14,), "five_aces"
    tried = [(card, PAI_GOW.worth([*others, card])) for card in FULL_PACK if card not in others]
    return max(worth for card, worth in tried if card.rank == "A" or worth[-1] in COMPLETED)


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
