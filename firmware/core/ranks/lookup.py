"""Ranking by look-up: the sum of the cards' keys identifies the hand, in any order of its cards.

A sum of rank keys counts the cards of every rank, a sum of suit keys those of every suit. Each
nearly always fits in one digit of Python's integers, which makes adding and looking up fast.
Seven cards are looked up in a list by the place of their ranks: a dict of as many hands would not
fit in a processor's cache.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Final

from firmware.core.ranks.places import places
from firmware.core.ranks.rank import Rank
from firmware.core.ranks.scale import UPWARDS, Scale
from firmware.core.vocabulary.cards import (
    BASE,
    DIGITS,
    FIELD,
    JOKER,
    JOKER_KEY,
    PACK,
    RANK_KEYS,
    SUIT_BITS,
    SUIT_KEYS,
    Card,
)

ONE_FIELD: Final = (1 << FIELD) - 1

SUITED_KEYS: Final[Mapping[int, Mapping[Card, int]]] = {
    suit: {card: card.rank_key if card.suit_key & suit else 0 for card in (*PACK, JOKER)}
    for suit in SUIT_KEYS.values()
}
"""By the key of a suit: the key of each card in that suit."""


class Table(dict[int, Rank]):
    """Ranks by the sum of rank keys, each computed at its first use."""

    def __init__(self, scale: Scale, most: int, *, suited: bool) -> None:
        super().__init__()
        self.scale, self.most, self.suited = scale, most, suited

    def __missing__(self, cards: int) -> Rank:
        self[cards] = rank = self.reckon(cards)
        return rank

    def above(self, best: Rank, flush: int, cards: Collection[Card]) -> Rank:
        """Return the better rank: this one, or that of the cards in the suit of this key."""
        return max(best, self[sum(map(SUITED_KEYS[flush].__getitem__, cards))])

    def reckon(self, cards: int) -> Rank:
        """Return the best rank among these cards. Raises ValueError for too few or too many."""
        ranks, size = ranks_of(cards), self.scale.size
        if cards >= JOKER_KEY or not size <= len(ranks) <= self.most:
            raise _no_hand(self, len(ranks))
        if len(ranks) == size:
            return self.scale.rank(ranks, suited=self.suited)
        return max(self[cards - RANK_KEYS[rank]] for rank in set(ranks))


class JokerTable(Table):
    """The same if one card may be the joker."""

    def reckon(self, cards: int) -> Rank:
        """Article 39: the joker is an ace or a missing card, whichever ranks highest."""
        if cards < JOKER_KEY:
            return super().reckon(cards)
        ranks = ranks_of(cards - JOKER_KEY)
        if cards >= 2 * JOKER_KEY or len(ranks) != self.scale.size - 1:
            raise _no_hand(self, len(ranks))
        may_be = (set(UPWARDS) - set(ranks)) | {"A"}
        return max(self.scale.rank(ranks + rank, suited=self.suited) for rank in may_be)


def ranks_of(cards: int) -> str:
    """Return the ranks of the cards of a sum of rank keys, the joker apart."""
    return "".join(
        rank * ((cards >> FIELD * field & ONE_FIELD) // BASE**place % BASE)
        for field, ranks in enumerate(DIGITS)
        for place, rank in enumerate(ranks)
    )


def _no_hand(table: Table, cards: int) -> ValueError:
    """Return the error, without the cards, which may not be public yet."""
    return ValueError(f"{cards} cards that are no hand of {table.scale.size} to {table.most}")


Ranking = Callable[[Collection[Card]], Rank]


def ranking(scale: Scale, most: int | None = None, table: type[Table] = Table) -> Ranking:
    """Return a function that ranks the best hand of the scale within `most` cards."""
    most = most or scale.size
    mixed, suited = table(scale, most, suited=False), table(scale, most, suited=True)
    flushes = _flushes(scale.size)

    def rank(cards: Collection[Card]) -> Rank:
        ranks, suits = 0, 0
        for card in cards:
            ranks += card.rank_key
            suits += card.suit_key
        best, flush = mixed[ranks], flushes[suits]
        return suited.above(best, flush, cards) if flush else best

    match most:
        case 5:
            return _of_five(mixed, rank)
        case 7:
            return _of_seven(mixed, suited, rank)
        case _:
            return rank


@cache
def _flushes(size: int) -> list[int]:
    """Return by the sum of suit keys the key of the suit that has so many cards, 0 for none."""
    found = [0] * (1 << SUIT_BITS * len(SUIT_KEYS))
    for key in SUIT_KEYS.values():
        for suits in range(len(found)):
            if suits // key % (1 << SUIT_BITS) >= size:
                found[suits] = key
    return found


def _of_five(mixed: Table, rank: Ranking) -> Ranking:
    """Return the same as `rank`, without its loop for five cards."""

    def rank_five(cards: Collection[Card]) -> Rank:
        try:
            a, b, c, d, e = cards
        except ValueError:
            return rank(cards)
        if (suit := a.suit_key & b.suit_key) and suit & c.suit_key & d.suit_key & e.suit_key:
            return rank(cards)
        return mixed[a.rank_key + b.rank_key + c.rank_key + d.rank_key + e.rank_key]

    return rank_five


def _of_seven(mixed: Table, suited: Table, rank: Ranking) -> Ranking:
    """Return the same as `rank`, without its loop for seven cards."""
    flushes = _flushes(mixed.scale.size)
    first, second, every = places(7)
    found: list[Rank | None] = [None] * every

    def rank_seven(cards: Collection[Card]) -> Rank:
        try:
            a, b, c, d, e, f, g = cards
        except ValueError:
            return rank(cards)
        flush = flushes[
            a.suit_key + b.suit_key + c.suit_key + d.suit_key + e.suit_key + f.suit_key + g.suit_key
        ]
        ranks = (
            a.rank_key + b.rank_key + c.rank_key + d.rank_key + e.rank_key + f.rank_key + g.rank_key
        )
        place = first[ranks & ONE_FIELD] + second[ranks >> FIELD & ONE_FIELD]
        best = found[place] or remembered(ranks, place)
        return suited.above(best, flush, cards) if flush else best

    def remembered(ranks: int, place: int) -> Rank:
        found[place] = best = mixed.reckon(ranks)
        return best

    return rank_seven
