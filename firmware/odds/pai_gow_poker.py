"""Pai gow poker: seven cards of the player's against seven of the dealer's, both set the house way.

Player and dealer are dealt and set alike, so it is enough to count the pairs of hands in which one
wins both of its hands, and those in which one of the two is equal. Pairs that have no card in
common are counted by inclusion and exclusion: for each set of cards that both may hold, all hands
that hold it are compared with each other. Sets that differ only by an exchange of suits count once.

A set of cards is the bits of a whole number: thirteen of each suit, then the joker's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np

from firmware.core.games.poker.pai_gow_poker import PaiGowPoker
from firmware.core.vocabulary.cards import CARDS, JOKER, JOKER_KEY, RANK_KEYS, RANKS, SUITS, Card
from firmware.odds import house_ways
from firmware.odds.against import Ints, Rows
from firmware.odds.figure import BEST, Figure
from firmware.odds.house_ways import HOUSE_WAY, gains
from firmware.odds.paid_hands import shares
from firmware.odds.plays import STAKES
from firmware.odds.shoe import Ways

SIZE: Final = 7
FLUSH: Final = 5
MIMIC: Final = "mimic"

BITS: Final = len(RANKS)
ONE_SUIT: Final = (1 << BITS) - 1
JOKER_BIT: Final = 1 << BITS * len(SUITS)
FIELD: Final = 4
"""The cards of each suit are counted in so many bits."""
EVERY_SUIT: Final = sum(1 << FIELD * at for at in range(len(SUITS)))
ENOUGH: Final = (1 << FIELD - 1) - FLUSH
"""A suit's field starts so far below its top bit that a flush sets it."""
AT_ONCE: Final = 1 << 17
"""About so many hands are compared at once."""

_BITS: Final = np.arange(ONE_SUIT + 1)
_EACH: Final = _BITS >> np.arange(BITS)[:, None] & 1
_KEYS: Final = np.array([RANK_KEYS[rank] for rank in RANKS], np.int64) @ _EACH
_COUNTS: Final = _EACH.sum(axis=0)


def main(game: PaiGowPoker) -> Iterator[Figure]:
    """At each stake: the commission rises by steps (47). The best play brings at least as much."""
    ways = compared(game, RANKS)
    for stake, won in gains(game, SIZE, STAKES, house_ways.of_seven):
        chances = shares(zip(won, ways, strict=True))
        for play, bound in ((BEST, "least"), (MIMIC, "")):
            yield Figure("main", chances, "main", play, stake, bound=bound, dealer=HOUSE_WAY)


def compared(game: PaiGowPoker, ranks: str) -> list[int]:
    """Return in how many pairs of hands of a pack of these ranks and the joker the player wins
    neither, one or both.
    """
    cards = len(ranks) * len(SUITS) + 1
    found = np.zeros(2, object)
    of = _Sets(game, ranks)
    for held in range(SIZE + 1):
        found += (-1) ** held * of.pairs(held)
    both, copies = found.tolist()
    every = comb(cards, SIZE) * comb(cards - SIZE, SIZE)
    return [both + copies, every - 2 * both - copies, both]


class _Sets:
    """Every hand of seven cards, as it is set."""

    def __init__(self, game: PaiGowPoker, ranks: str) -> None:
        self._cards = [bit(card) for card in _cards(ranks)]
        self._codes = Codes(game, ranks)

    def pairs(self, held: int) -> Ways:
        """Return the number of ordered pairs of hands that hold the same set of so many cards:
        those of which one wins both, and those of which one loses by a copy; over all such sets.
        """
        if held == SIZE:
            return np.array([0, comb(len(self._cards), SIZE)], object)
        if held == 0:
            return np.array([int(each[0]) for each in _compared(self._every_hand())], object)
        rest = Rest(_sets(self._cards, SIZE - held))
        found = np.zeros(2, object)
        sets, counts = self._classes(held)
        step = max(1, AT_ONCE // len(rest.sets))
        for at in range(0, len(sets), step):
            ways = self._codes.ways(self._codes.of(sets[at : at + step], rest))
            weights = counts[at : at + step].astype(object)
            found += [(each.astype(object) * weights).sum() for each in _compared(ways)]
        return found

    def _every_hand(self) -> Ints:
        """Return the ways of all hands, counted once for each of their cards."""
        rest = Rest(_sets(self._cards, SIZE - 1))
        every = np.zeros(self._codes.cells, np.int64)
        for one, count in zip(*self._classes(1), strict=True):
            codes = self._codes.of(np.array([one]), rest)
            every = every + count * np.bincount(codes[0], minlength=self._codes.cells)
        return (every // SIZE).reshape(1, -1, self._codes.lows)

    def _classes(self, held: int) -> tuple[Ints, Ints]:
        """Return one set of each class that differs only by an exchange of suits, and how many sets
        are in it.
        """
        plain = [card for card in self._cards if card != JOKER_BIT]
        found = [np.unique(_least(_sets(plain, held)), return_counts=True)]
        if held:
            sets, counts = np.unique(_least(_sets(plain, held - 1)), return_counts=True)
            found.append((sets | JOKER_BIT, counts))
        sets, counts = (np.concatenate(each) for each in zip(*found, strict=True))
        return sets, counts


def _cards(ranks: str) -> list[Card]:
    return [*(CARDS[rank + suit] for suit in SUITS for rank in ranks), JOKER]


def bit(card: Card) -> int:
    if card is JOKER:
        return JOKER_BIT
    return 1 << BITS * SUITS.index(card.suit) + RANKS.index(card.rank)


def _sets(cards: Sequence[int], size: int) -> Ints:
    """Return every set of so many of these cards: first those without the last card, and so on."""
    sets = np.zeros(1, np.int64)
    for held in range(1, size + 1):
        parts = [sets[: comb(at, held - 1)] | card for at, card in enumerate(cards)]
        sets = np.concatenate(parts)
    return sets


def _suits(sets: Ints) -> list[Ints]:
    return [sets >> BITS * at & ONE_SUIT for at in range(len(SUITS))]


def _least(sets: Ints) -> Ints:
    """Return of each set the one whose suits are in order."""
    suits = np.sort(np.array(_suits(sets)), axis=0)
    return sum((suit << BITS * at for at, suit in enumerate(suits)), np.zeros(len(sets), np.int64))


def _keys(sets: Ints) -> Ints:
    """Return the sums of the rank keys."""
    found: Ints = (sets // JOKER_BIT) * JOKER_KEY
    for suit in _suits(sets):
        found += _KEYS[suit]
    return found


def _counts(sets: Ints) -> Ints:
    """Return how many cards of each suit there are, in a field each; the joker is of all."""
    found: Ints = (sets // JOKER_BIT) * EVERY_SUIT
    for at, suit in enumerate(_suits(sets)):
        found += _COUNTS[suit] << FIELD * at
    return found


class Rest:
    """The sets of the cards that may complete a hand, and what is asked of them often."""

    def __init__(self, sets: Ints) -> None:
        self.sets = sets
        self.counts = _counts(sets)
        self.keys, self.key = np.unique(_keys(sets), return_inverse=True)
        """The different sums of rank keys, and by set the place of its own."""


class Codes:
    """The house way of every hand, by its ranks; if it holds a flush, by its suited ranks too."""

    def __init__(self, game: PaiGowPoker, ranks: str) -> None:
        mixed = {_key(hand): hand for hand in _of_mixed_suits(ranks)}
        suited = {_key(hand) << BITS | _suited(hand): hand for hand in _of_a_flush(ranks)}
        set_ = {
            key: house_ways.of_seven(game, hand).ranks
            for hands in (mixed, suited)
            for key, hand in hands.items()
        }
        lows, highs = (sorted({each[at] for each in set_.values()}) for at in range(2))
        low, high = ({rank: at for at, rank in enumerate(of)} for of in (lows, highs))
        self.lows, self.cells = len(lows), len(lows) * len(highs)
        codes = {key: high[of[1]] * self.lows + low[of[0]] for key, of in set_.items()}
        self._mixed, self._suited = _Table(mixed, codes), _Table(suited, codes)

    def of(self, sets: Ints, rest: Rest) -> Rows:
        """Return the codes of all hands that hold each of these sets, a row each."""
        apart = (rest.sets & sets[:, None]) == 0
        keys = _keys(sets)[:, None] + rest.keys
        codes = self._mixed.codes(keys)[:, rest.key][apart]
        counts = (_counts(sets)[:, None] + rest.counts)[apart] + ENOUGH * EVERY_SUIT
        flush = np.flatnonzero(counts & EVERY_SUIT << FIELD - 1)
        if len(flush):
            hands = (sets[:, None] | rest.sets)[apart][flush]
            tops = counts[flush] >> FIELD - 1 & EVERY_SUIT
            suited = sum(
                np.where(tops >> FIELD * at & 1, suit, 0) for at, suit in enumerate(_suits(hands))
            )
            codes[flush] = self._suited.codes(_keys(hands) << BITS | suited)
        return np.asarray(codes.reshape(len(sets), -1))

    def ways(self, codes: Rows) -> Ints:
        """Return by row, high hand and low hand how many hands there are; of the hands, only those
        that a row has, in their order.
        """
        rows = np.arange(len(codes))[:, None]
        (high, highs), (low, lows) = map(_ranked, np.divmod(codes, self.lows))
        cells = (rows * highs + high) * lows + low
        ways = np.bincount(cells.ravel(), minlength=len(codes) * highs * lows)
        return ways.reshape(-1, highs, lows)


class _Table:
    """Codes by the keys of hands."""

    def __init__(self, keys: Iterable[int], codes: Mapping[int, int]) -> None:
        rising = sorted(keys)
        self._keys = np.array(rising, np.int64)
        self._codes = np.array([codes[key] for key in rising], np.int32)

    def codes(self, keys: Ints) -> Rows:
        """Return the codes of these keys; that of some hand for what is none."""
        at = np.searchsorted(self._keys, keys)
        return self._codes[np.minimum(at, len(self._keys) - 1)]


def _key(hand: Sequence[Card]) -> int:
    return sum(card.rank_key for card in hand)


def _suited(hand: Sequence[Card]) -> int:
    """Return the ranks of the first suit."""
    return sum(bit(card) for card in hand if card.suit == SUITS[0])


def _of_mixed_suits(ranks: str) -> Iterator[Sequence[Card]]:
    """Yield a hand without a flush for each seven ranks."""
    for joker in ([], [JOKER]):
        for held in combinations_with_replacement(ranks, SIZE - len(joker)):
            if max(map(held.count, held)) <= len(SUITS):
                yield [*(CARDS[r + SUITS[at % 4]] for at, r in enumerate(held)), *joker]


def _of_a_flush(ranks: str) -> Iterator[Sequence[Card]]:
    """Yield a hand for each flush of the first suit and the ranks beside it."""
    for joker in ([], [JOKER]):
        for count in range(FLUSH - len(joker), SIZE - len(joker) + 1):
            for suited in combinations(ranks, count):
                own = [CARDS[rank + SUITS[0]] for rank in suited]
                for others in combinations_with_replacement(ranks, SIZE - len(joker) - count):
                    if all(others.count(r) + (r in suited) <= len(SUITS) for r in others):
                        beside = (CARDS[r + SUITS[1 + at]] for at, r in enumerate(others))
                        yield [*own, *beside, *joker]


def _compared(ways: Ints) -> tuple[Ints, Ints]:
    """Return for each row the number of ordered pairs of its hands of which the first is above in
    both, and of those in which the first loses by an equal hand.
    """
    below = ways.cumsum(axis=1).cumsum(axis=2)
    both = (ways[:, 1:, 1:] * below[:, :-1, :-1]).sum(axis=(1, 2))
    high, low = ((ways.sum(axis=at) ** 2).sum(axis=1) for at in (2, 1))
    return both, (high + low) // 2


def _ranked(codes: Rows) -> tuple[Rows, int]:
    """Return the codes of each row by their places among those of the row, and how many it has."""
    rows = np.arange(len(codes))[:, None]
    there = np.zeros((len(codes), int(codes.max()) + 1), bool)
    there[rows, codes] = True
    places = there.cumsum(axis=1, dtype=np.int32) - 1
    return places[rows, codes], int(places[:, -1].max()) + 1
