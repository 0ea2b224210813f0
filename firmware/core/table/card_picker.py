"""A card that a person names by its rank and its suit."""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.keys import Key


class Entry(NamedTuple):
    """The card that is being named: its rank's place among the pack's, its suit's in that rank.

    No card is named before it is chosen: the first key that turns chooses the pack's first.
    """

    pack: Sequence[Card] = PACK
    rank: int = 0
    suit: int = 0
    chosen: bool = False

    @property
    def card(self) -> Card:
        """The chosen card, or the one that the first press will choose."""
        found = self._of_its_rank
        return found[self.suit % len(found)]

    def turned(self, key: Key) -> "Entry":
        """Turn to the next rank, or to the next suit that the rank has."""
        if not self.chosen:
            return self._replace(chosen=True)
        if key is Key.RANK:
            return self._replace(rank=(self.rank + 1) % len(_ranks(self.pack)))
        return self._replace(suit=(self.suit + 1) % len(self._of_its_rank))

    @property
    def _of_its_rank(self) -> list[Card]:
        return _of_rank(self.pack, _ranks(self.pack)[self.rank])


def keys_to(card: Card, pack: Sequence[Card]) -> list[Key]:
    """Return the keys that turn from the first card of a pack, once chosen, to this one."""
    ranks, suits = _ranks(pack).index(card.rank), _of_rank(pack, card.rank).index(card)
    return [Key.RANK] * ranks + [Key.SUIT] * suits


def _ranks(pack: Sequence[Card]) -> list[str]:
    return list(dict.fromkeys(card.rank for card in pack))


def _of_rank(pack: Sequence[Card], rank: str) -> list[Card]:
    return list(dict.fromkeys(card for card in pack if card.rank == rank))
