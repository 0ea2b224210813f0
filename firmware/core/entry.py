"""A card that a person names by its rank and its suit."""

from typing import NamedTuple

from firmware.core.cards import JOKER, RANKS, SUITS, Card, parse_card


class Entry(NamedTuple):
    """The card that is being named, by its place in RANKS, behind which is the joker, and SUITS."""

    rank: int = 0
    suit: int = 0

    @property
    def card(self) -> Card:
        """The card named so far."""
        return JOKER if self.rank == len(RANKS) else parse_card(RANKS[self.rank] + SUITS[self.suit])

    def next_rank(self, *, joker: bool) -> "Entry":
        """Turn to the next rank; the joker comes last, where the pack has one."""
        return self._replace(rank=(self.rank + 1) % (len(RANKS) + joker))

    def next_suit(self) -> "Entry":
        """Turn to the next suit."""
        return self._replace(suit=(self.suit + 1) % len(SUITS))
