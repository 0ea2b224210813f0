"""A card that a person names by its rank and its suit."""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.core.cards import PACK, Card
from firmware.core.events import Key


class Entry(NamedTuple):
    """The card that is being named: its rank's place among the pack's, its suit's in that rank."""

    pack: Sequence[Card] = PACK
    rank: int = 0
    suit: int = 0

    @property
    def card(self) -> Card:
        """The card named so far."""
        found = self._of_its_rank
        return found[self.suit % len(found)]

    def next_rank(self) -> "Entry":
        """Turn to the next rank."""
        return self._replace(rank=(self.rank + 1) % len(_ranks(self.pack)))

    def next_suit(self) -> "Entry":
        """Turn to the next suit that the rank has."""
        return self._replace(suit=(self.suit + 1) % len(self._of_its_rank))

    @property
    def _of_its_rank(self) -> list[Card]:
        return _of_rank(self.pack, _ranks(self.pack)[self.rank])


def keys_to(card: Card, pack: Sequence[Card]) -> list[Key]:
    """Return the keys that turn from the first card of a pack to this one."""
    ranks, suits = _ranks(pack).index(card.rank), _of_rank(pack, card.rank).index(card)
    return [Key.RANK] * ranks + [Key.SUIT] * suits


def _ranks(pack: Sequence[Card]) -> list[str]:
    return list(dict.fromkeys(card.rank for card in pack))


def _of_rank(pack: Sequence[Card], rank: str) -> list[Card]:
    return list(dict.fromkeys(card for card in pack if card.rank == rank))
