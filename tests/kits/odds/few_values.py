"""A pack for Blackjack of four values alone, so that several hands can be dealt in every order."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import perm

Left = tuple[int, ...]
"""How many cards of each value are left."""
Cards = tuple[int, ...]
"""Values, counted from 0."""

ACE, SIX, NINE, TEN = 0, 5, 8, 9
PACK: Left = (5, 0, 0, 0, 0, 12, 0, 0, 11, 24)
BUST = 22


def worth(cards: Sequence[int]) -> tuple[int, bool]:
    """Articles 13 and 14: the total, all above 21 as one, and whether an ace counts 11."""
    hard = sum(value + 1 for value in cards)
    soft = ACE in cards and hard <= 11
    return min(hard + 10 * soft, BUST), soft


def taken(left: Left, *values: int) -> Left:
    return tuple(there - values.count(value) for value, there in enumerate(left))


def drawn(left: Left) -> Iterator[tuple[int, Fraction, Left]]:
    for value, there in enumerate(left):
        if there:
            yield value, Fraction(there, sum(left)), taken(left, value)


def draws(cards: Sequence[int]) -> bool:
    """Article 26: to a soft 17 or less."""
    total, soft = worth(cards)
    return len(cards) < 2 or total < 17 or (total == 17 and soft)


@cache
def finished(cards: Cards, left: Left) -> Mapping[tuple[Cards, Left], Fraction]:
    """Return the hands that follow if they are drawn to as the dealer draws, and what is left."""
    return {
        end: Fraction(count, perm(sum(left), sum(left) - sum(end[1])))
        for end, count in orders(cards, left).items()
    }


@cache
def orders(cards: Cards, left: Left) -> Mapping[tuple[Cards, Left], int]:
    """Return in how many orders their cards come."""
    if not draws(cards):
        return {(cards, left): 1}
    found: dict[tuple[Cards, Left], int] = {}
    for value, there in enumerate(left):
        if there:
            own = tuple(sorted((*cards, value)))
            for end, then in orders(own, taken(left, value)).items():
                found[end] = found.get(end, 0) + there * then
    return found
