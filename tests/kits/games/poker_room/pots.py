"""Pots and commission from the definition of each chip: which hands can win it (67.96, 67.108)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import gcd

Own = tuple[int, int, int]
"""Chips from one height to another that are a hand's own, and whose."""
Pot = tuple[int, tuple[int, ...]]
"""Cents, and the hands that can win them."""


def winners(height: int, put: Mapping[int, int], hands: Iterable[int]) -> tuple[int, ...]:
    """Return the hands that have put in a chip which lies as high before its player."""
    return tuple(sorted(spot for spot in hands if put.get(spot, 0) > height))


def pots(
    put: Mapping[int, int], dead: int, hands: Iterable[int], own: Iterable[Own] = ()
) -> list[Pot]:
    """Return the pots, the main one first.

    `put` is what each player has put in, `dead` what is in nobody's name, `hands` those still in.
    """
    hands = set(hands)
    unit = gcd(*put.values()) or 1
    heights = range(0, max(put.values(), default=0), unit)
    found: Counter[tuple[int, ...]] = Counter()
    able = tuple(sorted(hands))
    for height in heights:
        owner = [spot for low, high, spot in own if low <= height < high]
        able = tuple(owner) or winners(height, put, hands) or able
        found[able] += unit * sum(chips > height for chips in put.values())
    main = next(iter(found), able)
    found[main] += dead
    return [(cents, able) for able, cents in found.items()]


def owned(put: Mapping[int, int], hands: Iterable[int], own: Iterable[Own] = ()) -> list[Own]:
    """Return the chips that only one hand can still win, those that were so before included."""
    hands, own = set(hands), list(own)
    edges = sorted({0, *put.values(), *(edge for low, high, _ in own for edge in (low, high))})
    remaining = list(own)
    for low, high in pairwise(edges):
        able = winners(low, put, hands)
        if len(able) == 1 and not any(a <= low < b for a, b, _ in own):
            remaining.append((low, high, able[0]))
    return remaining


def commissions(cents: Iterable[int], percent: int, cap: int | None, chip: int) -> list[int]:
    """Return what is taken of each pot: of all so far, in whole chips, less what was taken."""
    taken: list[int] = []
    so_far = 0
    for pot in cents:
        so_far += pot
        due = so_far * percent // 100 // chip * chip
        taken.append(min(due, due if cap is None else cap) - sum(taken))
    return taken


def shares(cents: int, among: list[int], chip: int) -> dict[int, int]:
    """Share in whole chips; who comes first gets an odd chip first."""
    each, odd = divmod(cents // chip, len(among))
    return {spot: (each + (place < odd)) * chip for place, spot in enumerate(among)}
