"""Cards: 52 of them and the joker, each one object, written as rank then suit: AS, TD, 2C, JK."""

from collections.abc import Mapping
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"


class Card:
    """One card of a pack; there is exactly one object for each, so `is` and `==` agree."""

    __slots__ = ("key", "name", "rank", "suit")

    def __init__(self, rank: str, suit: str, key: int) -> None:
        self.rank = rank
        self.suit = suit
        self.name = rank + suit
        self.key = key
        """One of its rank and one of its suit: a sum of keys says what a hand is made of."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.name,)

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, _memo: object) -> "Card":
        return self


WIDTH: Final = 3
"""Bits of a rank's field in a key."""
RANK_KEYS: Final = {rank: 1 << WIDTH * place for place, rank in enumerate("23456789TJQKA")}
JOKER_KEY: Final = 1 << WIDTH * len(RANK_KEYS)
SUIT_KEYS: Final = {suit: JOKER_KEY << WIDTH + 4 * place for place, suit in enumerate(SUITS)}
"""A suit's field is of four bits."""

PACK: Final = tuple(
    Card(rank, suit, RANK_KEYS[rank] + SUIT_KEYS[suit]) for suit in SUITS for rank in RANKS
)
"""The 52 cards of article 6."""

JOKER: Final = Card("JK", "", JOKER_KEY + sum(SUIT_KEYS.values()))
"""It counts for every suit."""

CARDS: Final[Mapping[str, Card]] = {card.name: card for card in (*PACK, JOKER)}


def parse_card(name: str) -> Card:
    """Return the card written `name`. Raises ValueError, naming what was written."""
    card = CARDS.get(name)
    if card is None:
        raise ValueError(f"no card is written {name!r}")
    return card
