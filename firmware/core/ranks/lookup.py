"""Ranking by look-up: the sum of the cards' keys identifies the hand, in any order of its cards.

A sum of rank keys counts the cards of every rank, a sum of suit keys those of every suit. Each
nearly always fits in one digit of Python's integers, which makes adding and looking up fast.
Seven cards are looked up in lists, by the place of their ranks and by sums of smaller keys: a dict
of as many hands would not fit in a processor's cache.
"""

from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from firmware.core.ranks.places import places, rows
from firmware.core.ranks.rank import Rank
from firmware.core.ranks.scale import UPWARDS, Scale
from firmware.core.vocabulary.cards import (
    BASE,
    DIGITS,
    FIELD,
    FLUSH_KEYS,
    JOKER_KEY,
    RANK_KEYS,
    SUIT_BITS,
    SUIT_KEYS,
    SUITS,
    Card,
)

SEVEN: Final = 7
FLUSH: Final = 5
ONE_FIELD: Final = (1 << FIELD) - 1


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
        suited = self[sum([card.rank_key for card in cards if card.suit_key & flush])]
        return suited if suited.strength > best.strength else best

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
    flushes, place = _flushes_of_seven(), places(SEVEN)
    found: list[list[Rank | None]] = rows(SEVEN, None)

    def rank_seven(cards: Collection[Card]) -> Rank:
        try:
            a, b, c, d, e, f, g = cards
            ranks = (
                a.place_key + b.place_key + c.place_key + d.place_key + e.place_key + f.place_key
                + g.place_key
            )  # fmt: skip
            best = found[ranks >> FIELD][place[ranks & ONE_FIELD]]
        except (ValueError, IndexError):
            return rank(cards)
        if best is None:
            best = remembered(ranks, cards)
        flush = flushes[
            a.flush_key + b.flush_key + c.flush_key + d.flush_key + e.flush_key + f.flush_key
            + g.flush_key
        ]  # fmt: skip
        return suited.above(best, flush, cards) if flush else best

    def remembered(ranks: int, cards: Collection[Card]) -> Rank:
        best = mixed.reckon(sum(card.rank_key for card in cards))
        found[ranks >> FIELD][place[ranks & ONE_FIELD]] = best
        return best

    return rank_seven


def _flushes_of_seven() -> list[int]:
    """Return by the sum of seven flush keys the key of the suit that has five or more, 0 for
    none.
    """
    found = [0] * (SEVEN * max(FLUSH_KEYS.values()) + 1)
    for suits in combinations_with_replacement(SUITS, SEVEN):
        suit, count = Counter(suits).most_common(1)[0]
        if count >= FLUSH:
            found[sum(map(FLUSH_KEYS.__getitem__, suits))] = SUIT_KEYS[suit]
    return found
