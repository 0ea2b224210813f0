"""A card that a person names by its rank and its suit."""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import Key


class CardEntry(NamedTuple):
    """The card that is being named: its rank's place among the pack's, its suit's in that rank.

    No card is named before it is chosen: the first key that turns chooses the pack's first.
    """

    pack: Sequence[Card] = FULL_PACK
    rank: int = 0
    suit: int = 0
    chosen: bool = False

    @property
    def card(self) -> Card:
        """The chosen card, or the one that the first press will choose."""
        rank_cards = self._rank_cards
        return rank_cards[self.suit % len(rank_cards)]

    def after_key(self, key: Key) -> "CardEntry":
        """Turn to the next rank, or to the next suit that the rank has."""
        if not self.chosen:
            return self._replace(chosen=True)
        if key is Key.NEXT_RANK:
            return self._replace(rank=(self.rank + 1) % len(_pack_ranks(self.pack)))
        return self._replace(suit=(self.suit + 1) % len(self._rank_cards))

    @property
    def _rank_cards(self) -> list[Card]:
        return _cards_of_rank(self.pack, _pack_ranks(self.pack)[self.rank])


def keys_to_card(card: Card, pack: Sequence[Card]) -> list[Key]:
    """Return the keys that turn from the first card of a pack, once chosen, to this one."""
    ranks, suits = _pack_ranks(pack).index(card.rank), _cards_of_rank(pack, card.rank).index(card)
    return [Key.NEXT_RANK] * ranks + [Key.NEXT_SUIT] * suits


def _pack_ranks(pack: Sequence[Card]) -> list[str]:
    return list(dict.fromkeys(card.rank for card in pack))


def _cards_of_rank(pack: Sequence[Card], rank: str) -> list[Card]:
    return list(dict.fromkeys(card for card in pack if card.rank == rank))
