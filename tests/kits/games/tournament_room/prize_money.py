"""Places and prizes from their definition (127, 004 9 and 12)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor

Placing = dict[str, int]
SMALLER_UNITS = (5000, 2500, 1000, 500, 100, 25, 5, 1)


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
    """Return the prize of each place that somebody has; all prizes make the total."""
    whole = Fraction(gross * percent, 100)
    total = floor(whole) if holdem else ceil(whole)
    due = [floor(Fraction(total * share, 100)) for share in shares[:players]]
    given = rounded(due, unit)
    if holdem:
        return with_rest(given, total)
    return [given[0] + total - sum(given), *given[1:]]


def rounded(due: list[int], unit: int) -> list[int]:
    """Round down to the unit, or to the largest below it that leaves each nine tenths."""
    for one in (unit, *(smaller for smaller in SMALLER_UNITS if smaller < unit)):
        given = [share - share % one for share in due]
        if all(10 * cents >= 9 * share for cents, share in zip(given, due, strict=True)):
            return given
    raise AssertionError("a cent leaves everybody all of it")


def with_rest(given: list[int], total: int) -> list[int]:
    """Give the rest where no place has more than half of the total by it (004 9)."""
    rest, half = total - sum(given), total // 2
    best = next((place for place, cents in enumerate(given) if cents + rest <= half), None)
    if best is not None:
        return [cents + rest * (place == best) for place, cents in enumerate(given)]
    shared = []
    for cents in given:
        more = min(rest, max(half - cents, 0))
        shared.append(cents + more)
        rest -= more
    return [shared[0] + rest, *shared[1:]]


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
