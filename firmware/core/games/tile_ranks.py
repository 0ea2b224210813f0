"""The combinations of two tiles of Pai Gow, articles 101 to 105."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum, auto
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import TILES_BY_NAME, TWIN_TILES, Card


class TileCombination(StrEnum):
    """A combination of two tiles."""

    SUPREME = auto()
    PAIR = auto()
    MIXED = auto()
    WONG = auto()
    GONG = auto()
    POINTS = auto()


TILE_KEYS: Final[Mapping[TileCombination, str]] = {
    TileCombination.SUPREME: "tiles.supreme",
    TileCombination.PAIR: "tiles.pair",
    TileCombination.MIXED: "tiles.mixed",
    TileCombination.WONG: "tiles.wong",
    TileCombination.GONG: "tiles.gong",
    TileCombination.POINTS: "tiles.points",
}
"""The message key of each combination."""


class TileRank(NamedTuple):
    """A hand's rank among all hands; equal ones are copies, which the bank wins (104)."""

    hand_value: int
    """Up to nine points (102), and above them the combinations of article 101."""
    best_tile: int
    """If points are equal, the rank of its better tile, upwards (104)."""
    combination: TileCombination


MOST_POINTS: Final = 9

COMBINATIONS: Final = (
    (TileCombination.SUPREME, ["4-2 2-1"]),
    *((TileCombination.PAIR, [f"{twin} {twin}"]) for twin in TWIN_TILES),
    (TileCombination.MIXED, ["6-3 5-4"]),
    (TileCombination.MIXED, ["5-3 6-2"]),
    (TileCombination.MIXED, ["4-3 5-2"]),
    (TileCombination.MIXED, ["4-1 3-2"]),
    (TileCombination.WONG, ["6-6 5-4", "6-6 6-3"]),
    (TileCombination.WONG, ["1-1 5-4", "1-1 6-3"]),
    (TileCombination.GONG, ["6-6 6-2", "6-6 5-3", "6-6 4-4"]),
    (TileCombination.GONG, ["1-1 6-2", "1-1 5-3", "1-1 4-4"]),
)
"""Article 101, from the first to the twentieth."""

SINGLE_TILES: Final = (
    *("6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1"),
    *("6-3 5-4", "6-2 5-3", "5-2 4-3", "4-2", "4-1 3-2", "2-1"),
)
"""Article 105, from the first to the seventeenth."""

THREE_OR_SIX: Final = ("4-2", "2-1")
"""Article 103: each of these alone counts 3 or 6, whichever is better."""


def _named_tiles(tile_names: str) -> frozenset[Card]:
    return frozenset(TILES_BY_NAME[tile_name] for tile_name in tile_names.split())


COMBINATION_RANKS: Final[Mapping[frozenset[Card], TileRank]] = {
    _named_tiles(tile_names): TileRank(MOST_POINTS + combination_index, 0, combination)
    for combination_index, (combination, tile_pairs) in enumerate(reversed(COMBINATIONS), start=1)
    for tile_names in tile_pairs
}

TILE_PLACES: Final[Mapping[Card, int]] = {
    tile: place
    for place, names in enumerate(reversed(SINGLE_TILES))
    for tile in _named_tiles(names)
}


def two_tiles(both_tiles: Collection[Card]) -> TileRank:
    """Rank two tiles: a combination (101), or else their points (102)."""
    tile_rank = COMBINATION_RANKS.get(frozenset(both_tiles))
    if tile_rank:
        return tile_rank
    first_tile, second_tile = both_tiles
    hand_points = max(
        (first_value + second_value) % 10
        for first_value in _tile_values(first_tile)
        for second_value in _tile_values(second_tile)
    )
    return TileRank(
        hand_points, max(TILE_PLACES[first_tile], TILE_PLACES[second_tile]), TileCombination.POINTS
    )


def _tile_values(tile: Card) -> Iterable[int]:
    """Return the possible values of a tile."""
    return (3, 6) if tile.name in THREE_OR_SIX else (int(tile.name[0]) + int(tile.name[-1]),)
