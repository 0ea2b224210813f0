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
from firmware.odds.figure import BEST, Advice, Chances, Figure
from firmware.odds.paid_hands import GRAND_PRIX, PLUS, Paid, gain, shares
from firmware.odds.plays import stakes_of
from firmware.odds.ranked import Ranked, cards_in
from firmware.odds.shapes import tabled

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
            keeps = deals.keeps(kept, given_up, play)
            chances = deals.chances(kept, given_up, keeps)
            advice = deals.advice(keeps) if play == BEST else ()
            yield Figure(of.on, chances, of.on, play, shown, advice)


class _Deals:
    """By what the player has seen (a row): how many deals have each line."""

    def __init__(self, of: Paid, seen: int) -> None:
        self._ranked = Ranked(of.rank, of.counting, of.cards)
        self._others = every_hand(CARDS, of.shared)
        self._cards = cards_in(PACK, self._others)
        self._sums, self._sum = np.unique(self._cards.ranks, return_inverse=True)
        self._found: dict[int, Sequence[Card]] = {}
        self._own, numbers = classes(PACK, of.own)
        self._seen = range(CARDS) if seen else (None,)
        rows = [
            self._counted(hand, seen) * count
            for hand, count in zip(self._own, numbers, strict=True)
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

    def keeps(self, kept: Sequence[Fraction], given_up: Fraction, play: str) -> Rows:
        """Return for each row whether the bet is kept, given what each line and a withdrawal
        bring.
        """
        if play != BEST:
            return np.full(len(self._counts), play == Key.KEEP.value)
        scale = max(gain.denominator for gain in (*kept, given_up))
        worth = np.array([int((each - given_up) * scale) for each in kept], np.int64)
        return np.asarray(self._counts @ worth > 0)

    def chances(self, kept: Sequence[Fraction], given_up: Fraction, keeps: Rows) -> Chances:
        by_line = self._counts[keeps].sum(axis=0).tolist()
        rest = int(self._counts[~keeps].sum())
        return shares([*zip(kept, by_line, strict=True), (given_up, rest)])

    def advice(self, keeps: Rows) -> tuple[Advice, ...]:
        """Return what is decided upon the cards that he has seen, his own and the dealer's."""
        views = [
            (*own, *(() if seen is None else (seen,))) for own in self._own for seen in self._seen
        ]
        return tabled(
            {
                tuple(cards_of(PACK, view)): (Key.KEEP if keep else Key.WITHDRAW).value
                for view, keep in zip(views, keeps.tolist(), strict=True)
                if len(set(view)) == len(view)
            }
        )
