"""Places and prizes from their definition (127, 004 9 and 12)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor

Placing = dict[str, int]


def placing(stacks: Mapping[str, int], last: int) -> Placing:
    """Return the place of each of those who had these chips; `last` is the worst of them."""
    best = last - len(stacks) + 1
    return {
        name: best + sum(other > chips for other in stacks.values())
        for name, chips in stacks.items()
    }


def by_place(places: Placing) -> list[str]:
    """Return the names by their places; who share one in the order in which they were reported."""
    return sorted(places, key=places.__getitem__)


def prizes(
    gross: int, percent: int, shares: list[int], unit: int, players: int, *, holdem: bool
) -> list[int]:
    """Return the prize of each place that somebody has."""
    whole = Fraction(gross * percent, 100)
    total = floor(whole) if holdem else ceil(whole)
    given = [floor(Fraction(total * share, 100) / unit) * unit for share in shares[:players]]
    rest = total - sum(given)
    for place, cents in enumerate(given):
        if not holdem or cents + rest <= Fraction(total, 2):
            given[place] += rest
            break
    return given


def won(places: Placing, given: list[int]) -> Iterator[tuple[str, int, int]]:
    """Yield who gets what for which place, by place."""
    every = [*given, *[0] * len(places)]
    for place in sorted(set(places.values())):
        sharing = [name for name in by_place(places) if places[name] == place]
        pot = sum(every[place - 1 : place - 1 + len(sharing)])
        each = pot // len(sharing)
        odd = pot - each * len(sharing)
        for number, name in enumerate(sharing):
            cents = each + (1 if number < odd else 0)
            if cents:
                yield name, place, cents
