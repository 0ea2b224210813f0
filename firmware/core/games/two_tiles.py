"""The combinations of two tiles of Pai Gow, articles 101 to 105."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum, auto
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import TILES, TWINS, Card


class TwoTiles(StrEnum):
    """A combination of two tiles."""

    SUPREME = auto()
    PAIR = auto()
    MIXED = auto()
    WONG = auto()
    GONG = auto()
    POINTS = auto()


class TileRank(NamedTuple):
    """A hand's rank among all hands; equal ones are copies, which the bank wins (104)."""

    worth: int
    """Up to nine points (102), and above them the combinations of article 101."""
    tile: int
    """If points are equal, the rank of its better tile, upwards (104)."""
    makes: TwoTiles


MOST_POINTS: Final = 9

COMBINATIONS: Final = (
    (TwoTiles.SUPREME, ["4-2 2-1"]),
    *((TwoTiles.PAIR, [f"{twin} {twin}"]) for twin in TWINS),
    (TwoTiles.MIXED, ["6-3 5-4"]),
    (TwoTiles.MIXED, ["5-3 6-2"]),
    (TwoTiles.MIXED, ["4-3 5-2"]),
    (TwoTiles.MIXED, ["4-1 3-2"]),
    (TwoTiles.WONG, ["6-6 5-4", "6-6 6-3"]),
    (TwoTiles.WONG, ["1-1 5-4", "1-1 6-3"]),
    (TwoTiles.GONG, ["6-6 6-2", "6-6 5-3", "6-6 4-4"]),
    (TwoTiles.GONG, ["1-1 6-2", "1-1 5-3", "1-1 4-4"]),
)
"""Article 101, from the first to the twentieth."""

SINGLY: Final = (
    *("6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1"),
    *("6-3 5-4", "6-2 5-3", "5-2 4-3", "4-2", "4-1 3-2", "2-1"),
)
"""Article 105, from the first to the seventeenth."""

EITHER_WAY: Final = ("4-2", "2-1")
"""Article 103: each of these, apart from the other, counts 3 or 6, whichever is better."""


def _tiles(names: str) -> frozenset[Card]:
    return frozenset(TILES[name] for name in names.split())


RANKS: Final[Mapping[frozenset[Card], TileRank]] = {
    _tiles(names): TileRank(MOST_POINTS + nth, 0, makes)
    for nth, (makes, hands) in enumerate(reversed(COMBINATIONS), start=1)
    for names in hands
}

PLACES: Final[Mapping[Card, int]] = {
    tile: place for place, names in enumerate(reversed(SINGLY)) for tile in _tiles(names)
}


def two_tiles(tiles: Collection[Card]) -> TileRank:
    """Rank two tiles: a combination (101), or else their points (102)."""
    combination = RANKS.get(frozenset(tiles))
    if combination:
        return combination
    one, other = tiles
    points = max((a + b) % 10 for a in _counts(one) for b in _counts(other))
    return TileRank(points, max(PLACES[one], PLACES[other]), TwoTiles.POINTS)


def _counts(tile: Card) -> Iterable[int]:
    """Return the possible values of a tile."""
    return (3, 6) if tile.name in EITHER_WAY else (int(tile.name[0]) + int(tile.name[-1]),)
