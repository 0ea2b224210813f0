"""Ranking by look-up: the sum of the cards' keys finds the hand, whatever the order of its cards.

A key has a field for each rank and one for the joker, and above them a field for each suit, so that
a sum counts the cards of every rank and suit.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from firmware.core.cards import JOKER, JOKER_KEY, PACK, RANK_KEYS, SUIT_KEYS, WIDTH, Card
from firmware.core.ranks.rank import Rank
from firmware.core.ranks.scale import UPWARDS, Scale

RANKS: Final = (JOKER_KEY << WIDTH) - 1
"""The fields of the ranks and the joker."""

EVERY_SUIT: Final = sum(SUIT_KEYS.values())
FIVE: Final = 5
"""The commonest hand, which is summed without a loop."""
ENOUGH: Final = 8
"""A suit's field begins so far from this as a flush has cards: its top bit says flush."""
FLUSHES: Final = ENOUGH * EVERY_SUIT

SUITED_KEYS: Final[Mapping[int, Mapping[Card, int]]] = {
    ENOUGH * suit: {card: card.key & RANKS if card.key & suit else 0 for card in (*PACK, JOKER)}
    for suit in SUIT_KEYS.values()
}
"""From the bit that says flush to what each card counts in that suit."""


class Table(dict[int, Rank]):
    """Ranks by the sum of rank keys, each reckoned when it is first asked for."""

    def __init__(self, scale: Scale, most: int, *, suited: bool) -> None:
        super().__init__()
        self.scale, self.most, self.suited = scale, most, suited

    def __missing__(self, cards: int) -> Rank:
        self[cards] = rank = self.reckon(cards)
        return rank

    def reckon(self, cards: int) -> Rank:
        """Return the best rank among these cards. Raises ValueError for too few or too many."""
        ranks, size = _ranks(cards), self.scale.size
        if cards & JOKER_KEY or not size <= len(ranks) <= self.most:
            raise ValueError(f"no hand of {size} to {self.most} cards of a pack: {ranks}")
        if len(ranks) == size:
            return self.scale.rank(ranks, suited=self.suited)
        return max(self[cards - RANK_KEYS[rank]] for rank in set(ranks))


class JokerTable(Table):
    """The same where one card may be the joker."""

    def reckon(self, cards: int) -> Rank:
        """Article 39: the joker is an ace or a missing card, whichever ranks highest."""
        if not cards & JOKER_KEY:
            return super().reckon(cards)
        others = cards - JOKER_KEY
        missing = set(UPWARDS) - set(_ranks(others))
        return max(self[others + RANK_KEYS[rank]] for rank in missing | {"A"})


def _ranks(cards: int) -> str:
    return "".join(rank * (cards // key % (1 << WIDTH)) for rank, key in RANK_KEYS.items())


def ranking(
    scale: Scale, most: int | None = None, table: type[Table] = Table
) -> Callable[[Collection[Card]], Rank]:
    """Return what ranks the best hand of the scale among its number of cards, up to `most`."""
    most = most or scale.size
    mixed, suited = table(scale, most, suited=False), table(scale, most, suited=True)
    start = (ENOUGH - scale.size) * EVERY_SUIT

    def rank(cards: Collection[Card]) -> Rank:
        total = start
        for card in cards:
            total += card.key
        best, flush = mixed[total & RANKS], total & FLUSHES
        if not flush:
            return best
        return max(best, suited[sum(map(SUITED_KEYS[flush].__getitem__, cards))])

    def rank_five(cards: Collection[Card]) -> Rank:
        try:
            a, b, c, d, e = cards
        except ValueError:
            return rank(cards)
        total = start + a.key + b.key + c.key + d.key + e.key
        return rank(cards) if total & FLUSHES else mixed[total & RANKS]

    return rank_five if most == FIVE else rank
