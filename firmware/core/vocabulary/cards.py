"""Cards, each one object, written as rank then suit: 52 and the joker, AS, TD, 2C, JK; and tiles.

A tile of Pai Gow is its high side, then its low one: 6-6, 5-4, 2-1. Its rank is "6-", its suit "4".
"""

from collections.abc import Mapping
from typing import Final

CARD_RANKS: Final = "A23456789TJQK"
CARD_SUITS: Final = "SHDC"


RANK_KEY_BASE: Final = 5
"""A rank is a digit of a sum of keys, in this base: a pack holds four cards of each."""
RANK_DIGITS: Final = ("9TJQKA", "345678", "2")
RANK_FIELD_BITS: Final = 14
"""The width in bits of the field that holds the digits of one of these groups."""
RANK_KEYS: Final = {
    rank: RANK_KEY_BASE**place << RANK_FIELD_BITS * field
    for field, ranks in enumerate(RANK_DIGITS)
    for place, rank in enumerate(ranks)
}
JOKER_KEY: Final = 1 << 31
PLACE_SUMS: Final = (1, 5, 24, 112, 521, 2247)
"""The least of which up to seven, four alike at most, have a sum that no others have."""
PLACE_KEYS: Final = {
    rank: place << RANK_FIELD_BITS * field
    for field, ranks in enumerate(RANK_DIGITS[:2])
    for rank, place in zip(ranks, PLACE_SUMS, strict=True)
} | {"JK": JOKER_KEY}
"""Smaller than the ranks' keys; a joker's is that of no place."""


class Card:
    """One card of a pack; there is exactly one object for each, so `is` and `==` agree.

    Two tiles alike are one object too: a set of tiles holds it twice.
    """

    __slots__ = ("flush_key", "name", "place_key", "rank", "rank_key", "suit", "suit_key")

    def __init__(
        self, rank: str, suit: str, rank_key: int = 0, suit_key: int = 0, flush_key: int = 0
    ) -> None:
        self.rank = rank
        self.suit = suit
        self.name = rank + suit
        self.rank_key = rank_key
        """A sum of these counts the cards of every rank."""
        self.suit_key = suit_key
        """It shares a bit with the suit's other cards; a sum counts the cards of every suit."""
        self.place_key = PLACE_KEYS.get(rank, 0)
        """A sum of seven counts the cards of every rank but twos, which are those missing."""
        self.flush_key = flush_key
        """A sum of seven determines whether five are of one suit, and of which."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # pickled by its name, and never copied: each card is one object, in every process
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.name,)

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, _memo: object) -> "Card":
        return self


SUIT_BITS: Final = 3
"""A suit's field has so many: a hand is of seven cards at most."""
SUIT_KEYS: Final = {suit: 1 << SUIT_BITS * place for place, suit in enumerate(CARD_SUITS)}

FLUSH_KEYS: Final = dict(zip(CARD_SUITS, (0, 1, 24, 33), strict=True))
"""Seven are less than 257 together: up to there Python makes no new integer for a sum."""

FULL_PACK: Final = tuple(
    Card(rank, suit, RANK_KEYS[rank], SUIT_KEYS[suit], FLUSH_KEYS[suit])
    for suit in CARD_SUITS
    for rank in CARD_RANKS
)
"""The 52 cards of article 6."""

JOKER_CARD: Final = Card("JK", "", JOKER_KEY, sum(SUIT_KEYS.values()))
"""It counts for every suit."""

CARDS_BY_NAME: Final[Mapping[str, Card]] = {card.name: card for card in (*FULL_PACK, JOKER_CARD)}

TWIN_TILES: Final = ("6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1")
"""The tiles that are twice in a set."""

TILES_BY_NAME: Final[Mapping[str, Card]] = {
    f"{high_side}-{low_side}": Card(f"{high_side}-", str(low_side))
    for high_side in range(6, 0, -1)
    for low_side in range(high_side, 0, -1)
}
"""The 21 different tiles."""

TILE_SET: Final = tuple(
    tile_card for name, tile_card in TILES_BY_NAME.items() for _ in range(1 + (name in TWIN_TILES))
)
"""The 32 tiles of article 100."""


def parse_card(name: str) -> Card:
    """Return the card or tile named `name`. Raises ValueError with the name."""
    card = CARDS_BY_NAME.get(name) or TILES_BY_NAME.get(name)
    if card is None:
        raise ValueError(f"no card is written {name!r}")
    return card
