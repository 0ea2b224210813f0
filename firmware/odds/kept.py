"""Bets that the player may withdraw when he has seen a part of the cards.

They are the first two of Grand Prix (67.6) and the one on seven cards of 3-5-7 (67.47). For each
class of his own cards every other card is dealt; the better decision counts for each class, and for
each of the other cards that he has seen.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.odds.against import Ints, Rows, cards_of, classes, every_hand
from firmware.odds.figure import BEST, Chances, Figure
from firmware.odds.paid_hands import GRAND_PRIX, PLUS, Paid, gain, shares
from firmware.odds.plays import stakes_of
from firmware.odds.ranked import Ranked, cards_in

CARDS = len(PACK)


def first(game: Game) -> Iterator[Figure]:
    """He has seen his own cards."""
    return _kept(game, GRAND_PRIX["first"], seen=0)


def second(game: Game) -> Iterator[Figure]:
    """He has seen one of the dealer's as well."""
    return _kept(game, GRAND_PRIX["second"], seen=1)


def seven(game: Game) -> Iterator[Figure]:
    return _kept(game, PLUS["seven"], seen=0)


def _kept(game: Game, of: Paid, seen: int) -> Iterator[Figure]:
    deals = _Deals(of, seen)
    for stake in stakes_of(game, of.on):
        kept = [gain(game, of, cards, stake) for cards in deals.examples]
        given_up = gain(game, of, deals.examples[0], stake, Key.WITHDRAW)
        shown = stake if of.on in game.caps else None
        for play in (BEST, Key.KEEP.value, Key.WITHDRAW.value):
            chances = deals.chances(kept, given_up, play)
            yield Figure(of.on, chances, of.on, play, shown)


class _Deals:
    """By what the player has seen (a row): how many deals have each line."""

    def __init__(self, of: Paid, seen: int) -> None:
        self._ranked = Ranked(of.rank, of.counting, of.cards)
        self._others = every_hand(CARDS, of.shared)
        self._cards = cards_in(PACK, self._others)
        self._sums, self._sum = np.unique(self._cards.ranks, return_inverse=True)
        self._found: dict[int, Sequence[Card]] = {}
        rows = [
            self._counted(hand, seen) * count
            for hand, count in zip(*classes(PACK, of.own), strict=True)
        ]
        counts = np.concatenate(rows)
        lines = sorted(self._found)
        self.examples = [self._found[line] for line in lines]
        """Cards of each line."""
        self._counts = counts[:, lines]

    def _counted(self, own: Rows, seen: int) -> Ints:
        """Return the rows of one hand: a single one, or one for each card that he has seen."""
        held = cards_in(PACK, own[None, :])
        apart = np.flatnonzero(~np.isin(self._others, own).any(axis=1))
        suits = (of[apart] | bits for of, bits in zip(self._cards.suits, held.suits, strict=True))
        mixed = self._ranked.mixed(self._sums + held.ranks)[self._sum[apart]]
        lines = self._ranked.line[self._ranked.suited(mixed, suits)]
        for line, at in zip(*np.unique(lines, return_index=True), strict=True):
            others = self._others[apart[at]]
            self._found.setdefault(int(line), cards_of(PACK, [*own, *others]))
        every = len(self._ranked.lines)
        if not seen:
            return np.bincount(lines, minlength=every)[None, :]
        cells = (self._others[apart].astype(np.int64) * every + lines[:, None]).ravel()
        return np.bincount(cells, minlength=CARDS * every).reshape(CARDS, every)

    def chances(self, kept: Sequence[Fraction], given_up: Fraction, play: str) -> Chances:
        """Return the chances of a way to play, given what each line and a withdrawal bring."""
        scale = max(gain.denominator for gain in (*kept, given_up))
        worth = np.array([int((each - given_up) * scale) for each in kept], np.int64)
        value = self._counts @ worth
        keeps = {BEST: value > 0, Key.KEEP.value: value == value}.get(play, value != value)
        by_line = self._counts[keeps].sum(axis=0).tolist()
        rest = int(self._counts[~keeps].sum())
        return shares([*zip(kept, by_line, strict=True), (given_up, rest)])
