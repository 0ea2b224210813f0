"""Pai Gow: every four tiles of the player's against every four of the dealer's.

Tiles alike are of one kind. The player sets his hand as brings most against a dealer who sets his
by the house way, whatever it is; or he sets it so himself.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np

from firmware.core.games.pai_gow import PaiGow
from firmware.core.vocabulary.cards import TILES, Card
from firmware.odds.against import Ints, Rows
from firmware.odds.figure import BEST, Figure
from firmware.odds.house_ways import HOUSE_WAY, Setting, gains, of_four, settings
from firmware.odds.paid_hands import shares
from firmware.odds.plays import STAKES

SIZE = 4
MIMIC = "mimic"


class _Dealt(NamedTuple):
    """All hands of four tiles: how many there are of each kind in it, a row each."""

    pack: Ints
    rows: Rows
    hands: Sequence[Sequence[Card]]


def main(game: PaiGow) -> Iterator[Figure]:
    """At each stake: the commission rises by steps (111)."""
    own = list(Compared(game).own())
    for stake, won in gains(game, SIZE, STAKES, of_four):
        for play in (BEST, MIMIC):
            ways = [0, 0, 0]
            for count, hands in own:
                best = max(hands, key=lambda of: sum(n * g for n, g in zip(of, won, strict=True)))
                chosen = best if play == BEST else hands[0]
                ways = [sum_ + count * n for sum_, n in zip(ways, chosen, strict=True)]
            chances = shares(zip(won, ways, strict=True))
            yield Figure("main", chances, "main", play, stake, dealer=HOUSE_WAY)


Ends = list[int]
"""How many of the dealer's hands are against it when it wins neither, one or both."""


class Compared:
    """The player's hands, each against all of the dealer's."""

    def __init__(self, game: PaiGow) -> None:
        self._game = game
        self.kinds = list(TILES.values())
        self.dealt = _dealt(game, self.kinds)
        self._house = [of_four(game, hand) for hand in self.dealt.hands]
        self._ways = _ways(self.dealt.pack, self.dealt.rows)
        lows, highs = zip(*(one.ranks for one in self._house), strict=True)
        self._low, self._high = _codes(lows), _codes(highs)
        self._won: dict[Any, Rows] = {}

    def own(self) -> Iterator[tuple[int, list[Ends]]]:
        """Yield for each hand how many there are, and the ends of each way to set it; the house
        way first.
        """
        every = zip(self.dealt.rows, self.dealt.hands, self._house, self._ways, strict=True)
        for row, hand, house, ways in every:
            against = self.against(row)
            others = {one.ranks: one for one in settings(self._game, hand)}
            ordered = {house.ranks: house} | others
            yield int(ways), [self.ends(one, against) for one in ordered.values()]

    def against(self, row: Rows) -> Ints:
        """Return how many of each of the dealer's hands there are without these tiles."""
        pack, rows = self.dealt.pack, self.dealt.rows
        left = self._ways.copy()
        for kind in np.flatnonzero(row):
            before = _COMB[pack[kind], rows[:, kind]]
            after = _COMB[pack[kind] - row[kind], rows[:, kind]]
            left = left * after // before
        return left

    def ends(self, own: Setting, against: Ints) -> Ends:
        won = self._wins(own, 0).astype(np.int8) + self._wins(own, 1)
        return [int(against[won == count].sum()) for count in range(3)]

    def _wins(self, own: Setting, which: int) -> Rows:
        """Return which of the dealer's low (0) or high (1) hands the game says it beats."""
        of, at = (self._low, self._high)[which]
        key = which, own.ranks[which]
        if key not in self._won:
            beaten = [self._game.wins(own.ranks, (rank, rank))[which] for rank in of]
            self._won[key] = np.array(beaten)[at]
        return self._won[key]


_COMB = np.array([[comb(n, k) for k in range(SIZE + 1)] for n in range(3)], np.int64)


def _dealt(game: PaiGow, kinds: Sequence[Card]) -> _Dealt:
    pack = np.array([game.pack.count(tile) for tile in kinds])
    places = combinations_with_replacement(range(len(kinds)), SIZE)
    rows = np.array([np.bincount(hand, minlength=len(kinds)) for hand in places])
    rows = rows[(rows <= pack).all(axis=1)]
    hands = [[kinds[at] for at in np.repeat(np.arange(len(kinds)), row).tolist()] for row in rows]
    return _Dealt(pack, rows, hands)


def _ways(pack: Ints, rows: Rows) -> Ints:
    return np.asarray(np.prod(_COMB[pack[None, :], rows], axis=1))


def _codes(ranks: Sequence[Any]) -> tuple[list[Any], Ints]:
    """Return the different ranks, and by hand the place of its own."""
    every = list(dict.fromkeys(ranks))
    place = {rank: at for at, rank in enumerate(every)}
    return every, np.array([place[rank] for rank in ranks])
