"""The hands of Pai Gow, reckoned the long way (articles 100 to 105).

A tile is its name ("6-6", "5-4"), a hand two of them. `strength` returns a key that compares hands:
the combination, the points where there is none, then the highest tile.
"""

from collections.abc import Iterable
from itertools import combinations

TWICE = ("6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1")
ONCE = ("6-3", "5-4", "6-2", "5-3", "5-2", "4-3", "4-2", "4-1", "3-2", "2-1")
TILES = (*TWICE, *TWICE, *ONCE)
"""Article 100: a set of 32."""

COMBINATIONS = (
    *("4-2 2-1", "6-6 6-6", "1-1 1-1", "4-4 4-4", "3-1 3-1", "5-5 5-5", "3-3 3-3", "2-2 2-2"),
    *("6-5 6-5", "6-4 6-4", "6-1 6-1", "5-1 5-1"),
    *("6-3 5-4", "5-3 6-2", "4-3 5-2", "4-1 3-2"),
    *("6-6 5-4, 6-6 6-3", "1-1 5-4, 1-1 6-3"),
    *("6-6 6-2, 6-6 5-3, 6-6 4-4", "1-1 6-2, 1-1 5-3, 1-1 4-4"),
)
"""Article 101, from the supreme pair to the lowest gong."""

HIGHEST_TILE_FIRST = (
    *("6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1"),
    *("6-3, 5-4", "6-2, 5-3", "5-2, 4-3", "4-2", "4-1, 3-2", "2-1"),
)
"""Article 105."""

SUPREME = {"4-2": (6, 3), "2-1": (3, 6)}
"""What a tile of the supreme pair may count apart from the other one (103)."""

Hand = Iterable[str]
Key = tuple[int, int, int]


def _upwards(downwards: tuple[str, ...]) -> dict[str, int]:
    """Number the lines of an article from the last, which is 1."""
    numbered = enumerate(reversed(downwards), start=1)
    return {name: number for number, line in numbered for name in line.split(", ")}


TILE = _upwards(HIGHEST_TILE_FIRST)
COMBINATION = {
    tuple(sorted(names.split())): number for names, number in _upwards(COMBINATIONS).items()
}


def strength(hand: Hand) -> Key:
    """Return what two tiles are: equal hands have equal keys (104)."""
    tiles = tuple(sorted(hand))
    combination = COMBINATION.get(tiles, 0)
    return combination, 0 if combination else points(tiles), max(map(TILE.__getitem__, tiles))


def points(hand: Hand) -> int:
    """Return the units of the pips of both tiles (102), the best that 103 allows."""
    first, second = map(_counts, hand)
    return max((one + other) % 10 for one in first for other in second)


def _counts(tile: str) -> tuple[int, ...]:
    return SUPREME.get(tile, (int(tile[0]) + int(tile[2]),))


def has_value(hand: Hand) -> bool:
    """Say whether a hand is a combination or has points (109)."""
    combination, value, _ = strength(hand)
    return combination > 0 or value > 0


def is_right(weak: list[str], strong: list[str]) -> bool:
    """Say whether four tiles are laid as two hands, the strong one no weaker (113)."""
    return (len(weak), len(strong)) == (2, 2) and strength(strong) >= strength(weak)


def parted(four: Iterable[str], weak: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the weak hand and what is left of the tiles without it."""
    strong = list(four)
    for tile in weak:
        strong.remove(tile)
    return list(weak), strong


def settings(four: Iterable[str]) -> list[tuple[list[str], list[str]]]:
    """Return each way to part four tiles into a weak and a strong hand, wrong ways too."""
    tiles = sorted(four)
    return [parted(tiles, weak) for weak in dict.fromkeys(combinations(tiles, 2))]


def hands_in_order() -> list[list[tuple[str, str]]]:
    """Return the 496 pairs of the set, equal ones together, the strongest first."""
    by_key: dict[Key, list[tuple[str, str]]] = {}
    for hand in combinations(TILES, 2):
        by_key.setdefault(strength(hand), []).append(hand)
    return [by_key[key] for key in sorted(by_key, reverse=True)]
