"""Cards: 52 of them and the joker, each one object, written as rank then suit: AS, TD, 2C, JK."""

from collections.abc import Mapping
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"


class Card:
    """One card of a pack; there is exactly one object for each, so `is` and `==` agree."""

    __slots__ = ("key", "name", "rank", "rank_key", "suit", "suit_key")

    def __init__(self, rank: str, suit: str, rank_key: int, suit_key: int) -> None:
        self.rank = rank
        self.suit = suit
        self.name = rank + suit
        self.rank_key = rank_key
        self.suit_key = suit_key
        """It shares a bit with the suit's other cards."""
        self.key = rank_key * SUITS_END + suit_key
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


BASE: Final = 5
"""A rank is a digit of a sum of keys, in this base: a pack holds four cards of each."""
RANK_KEYS: Final = {rank: BASE**place for place, rank in enumerate("23456789TJQKA")}
JOKER_KEY: Final = BASE ** len(RANK_KEYS)
SUIT_KEYS: Final = {suit: 1 << 4 * place for place, suit in enumerate(SUITS)}
"""A suit's field is of four bits."""
SUITS_END: Final = 1 << 4 * len(SUITS)
"""In a key the rank lies above the suits."""

PACK: Final = tuple(
    Card(rank, suit, RANK_KEYS[rank], SUIT_KEYS[suit]) for suit in SUITS for rank in RANKS
)
"""The 52 cards of article 6."""

JOKER: Final = Card("JK", "", JOKER_KEY, sum(SUIT_KEYS.values()))
"""It counts for every suit."""

CARDS: Final[Mapping[str, Card]] = {card.name: card for card in (*PACK, JOKER)}


def parse_card(name: str) -> Card:
    """Return the card written `name`. Raises ValueError, naming what was written."""
    card = CARDS.get(name)
    if card is None:
        raise ValueError(f"no card is written {name!r}")
    return card
