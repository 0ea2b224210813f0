"""Poker against the dealer's hand: 3 Cartes, Caraïbes, 4 Cartes, Fou du poker and Boston.

The best decision is taken for each hand of the player's, or for what he knows of it, and for each
card of the dealer's that he sees.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, cast

import numpy as np

from firmware.core.game.game import Game
from firmware.core.ranks import best_four, five_cards, three_cards
from firmware.core.vocabulary.cards import CARDS, RANKS, SUITS, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL, Cents
from firmware.odds.against import Ints, Rows, cards_of
from firmware.odds.duel_counts import Deals, Duel, Gains
from firmware.odds.figure import BEST, Advice, Figure
from firmware.odds.plays import stakes_of
from firmware.odds.shapes import EVERY_HAND

MIMIC = "mimic"
"""To raise with a hand on which the dealer would open, and with no other; where none of his cards
is shown, which changes what he opens on.
"""

FORBIDDEN: Final = -(1 << 50)
"""Less than any hand brings."""

RAISE = {"raise": (Key.RAISE, True), "fold": (Key.FOLD, True)}
FREELY = {"raise": (Key.RAISE, True), "call": (Key.RAISE, False), "fold": (Key.FOLD, True)}

ANTE = {"ante": ("ante", "raise")}

THREE_CARDS = Duel(["ante"], ANTE, 3, 3, three_cards, 3, RAISE)
CARIBBEAN = Duel(["ante"], ANTE, 5, 5, five_cards, 5, RAISE)
FOUR_CARDS = Duel(["ante"], ANTE, 5, 6, best_four, 4, FREELY)
CRAZY_FOUR = Duel(
    ["ante", "super_bonus"],
    {"ante": ("ante", "super_bonus", "raise"), "super_bonus": ("super_bonus",)},
    5, 5, best_four, 4, FREELY,
)  # fmt: skip
BOSTON = Duel(
    ["ante", "first"],
    {"ante": ("ante", "first", "second"), "first": ("first",), "second": ("second",)},
    5, 5, five_cards, 5, RAISE, known=3,
)  # fmt: skip


def three_card_poker(game: Game) -> Iterator[Figure]:
    return duel(game, THREE_CARDS)


def crazy_four_poker(game: Game) -> Iterator[Figure]:
    return duel(game, CRAZY_FOUR)


def boston_poker(game: Game) -> Iterator[Figure]:
    """The second bet is laid, or not, upon the first three cards (67.58)."""
    return duel(game, BOSTON)


def upcards(_: Game) -> dict[str, Fraction]:
    """Return by rank how probable the dealer's card is that is shown; its suit changes nothing."""
    return dict.fromkeys(RANKS, Fraction(1, len(RANKS)))


def caribbean_stud(game: Game, upcard: str) -> Iterator[Figure]:
    return duel(game, CARIBBEAN, CARDS[upcard + SUITS[0]])


def four_card_poker(game: Game, upcard: str) -> Iterator[Figure]:
    return duel(game, FOUR_CARDS, CARDS[upcard + SUITS[0]])


PARTS = {"caribbean_stud": upcards, "four_card_poker": upcards}
"""The pieces that are computed in parts, by what the dealer shows."""


def duel(game: Game, of: Duel, shown: Card | None = None) -> Iterator[Figure]:
    """Yield the figures of the best play and of the plain ones, with a card of the dealer's shown
    or with none.
    """
    dealt = Deals(game, of, shown)
    stakes = stakes_of(game, *of.laid, "raise")
    for stake in stakes:
        yield from _figures(_Plays(dealt, stake), None if stakes == (NOMINAL,) else stake)


def _figures(plays: "_Plays", stake: Cents | None) -> Iterator[Figure]:
    for (play, figure), tally in plays.tallied():
        every = sum(tally.values())
        chances = {gain: Fraction(count, every) for gain, count in tally.items() if count}
        shown = plays.advice() if play == BEST and figure in plays.of.laid[:1] else ()
        yield Figure(figure, chances, figure, play, stake, tuple(shown))


class _Plays:
    """The ways to play these deals with one stake on the first bet."""

    def __init__(self, dealt: Deals, stake: Cents) -> None:
        self.of, self._dealt = dealt.of, dealt
        self._gains = {
            figure: [dealt.gains(do, figure, stake) for do in self.of.ways.values()]
            for figure in self.of.counted
        }
        self._best = self._chosen(next(iter(self.of.counted)))
        """The best decision of each group of hands, by its place among the ways."""

    def tallied(self) -> Iterator[tuple[tuple[str, str], dict[Fraction, int]]]:
        """Yield by play and figure the number of deals that bring each profit."""
        plays = {BEST: self._best}
        if self._dealt.shown is None and self.of.known is None:
            plays[MIMIC] = self._mimicked()
        for at, name in enumerate(self.of.ways):
            plays[name] = np.full_like(self._best, at)
        for figure in self.of.counted:
            gains = self._gains[figure]
            for play, does in plays.items():
                yield (play, figure), self._tally(gains, does)

    def _tally(self, gains: Sequence[Gains], does: Ints) -> dict[Fraction, int]:
        """Count deals, each once for each view of the player's; a hand that may not do this does
        the next thing.
        """
        found: Counter[Fraction] = Counter()
        dealt = self._dealt
        chosen = does[dealt.groups]
        for at, of in enumerate(gains):
            chosen = np.where((chosen == at) & self._barred(of)[:, None], at + 1, chosen)
            shares = (chosen == at).sum(axis=1) * dealt.counts
            for case, counts in enumerate(dealt.cases):
                ways = np.zeros(len(dealt.lines), np.int64)
                np.add.at(ways, dealt.line, counts * shares)
                for row, count in zip(of, ways.tolist(), strict=True):
                    if count:
                        found[cast("Fraction", row[case])] += count
        return found

    def _barred(self, gains: Gains) -> Rows:
        """Return for each hand whether it may not decide so."""
        barred = np.array([all(gain is None for gain in row) for row in gains])
        return np.asarray(barred[self._dealt.line])

    def _chosen(self, figure: str) -> Ints:
        gains = self._gains[figure]
        parts = {gain.denominator for of in gains for row in of for gain in row if gain is not None}
        values = np.array([self._values(of, lcm(*parts)) for of in gains])
        return np.asarray(values.argmax(axis=0), np.int64)

    def _values(self, gains: Gains, scale: int) -> Ints:
        """Return what each group of hands brings against all of the dealer's hands, scaled to whole
        numbers; less than anything for hands that may not decide so.
        """
        dealt = self._dealt
        whole = np.array([[int((gain or 0) * scale) for gain in row] for row in gains], np.int64)
        value = (whole[dealt.line] * np.array(dealt.cases).T).sum(axis=1)
        value[self._barred(gains)] = FORBIDDEN
        found = np.zeros(dealt.groups.max() + 1, np.int64)
        for view in dealt.groups.T:
            np.add.at(found, view, value * dealt.counts)
        return found

    def _mimicked(self) -> Ints:
        fold = list(self.of.ways).index("fold")
        return np.where(self._dealt.strengths >= self._dealt.open, 0, fold).astype(np.int64)

    def advice(self) -> list[Advice]:
        """Return the weakest hand of each decision, and the strongest of the last one."""
        if self.of.known is not None:
            return self._advice_on_a_part()
        strengths, last = self._dealt.strengths, len(self.of.ways) - 1
        seen = f"{self._dealt.shown.rank}: " if self._dealt.shown else ""
        rows = []
        for at, name in enumerate(self.of.ways):
            does = np.flatnonzero(self._best == at)
            if len(does):
                ends = np.argmax(strengths[does]) if at == last else np.argmin(strengths[does])
                hand = _written(cards_of(self._dealt.pool, self._dealt.hands[does[ends]]))
                rows.append(Advice(f"{seen}{'≤' if at == last else '≥'} {hand}", name))
        return rows

    def _advice_on_a_part(self) -> list[Advice]:
        """Return the one decision of a player who knows a part of his hand, if he has one."""
        names = list(self.of.ways)
        does = [names[at] for at in np.unique(self._best)]
        return [Advice(EVERY_HAND, *does)] if len(does) == 1 else []


def _written(hand: Sequence[Card]) -> str:
    order = "AKQJT98765432"
    return " ".join(card.name for card in sorted(hand, key=lambda card: order.index(card.rank)))
