"""Every deal of a player's hand against the dealer's, counted by how the two compare.

A round's end depends on the player's line and on how the dealer's hand compares: not open, lower,
equal, higher. For each of these the game itself plays one example; `Against` says how many of the
dealer's hands are such.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.ranks import Rank
from firmware.core.vocabulary.cards import PACK, SUITS, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.against import Against, Ints, Rows, cards_of, classes, least_alike
from firmware.odds.played import played, profit
from firmware.odds.ranked import Ranked, cards_in

Do = tuple[Key, bool]
"""A decision's key, and whether it takes all the chips that it may."""


class Duel(NamedTuple):
    """How a game is looked at."""

    laid: Sequence[str]
    """The bets that a player must lay, in the game's own proportion."""
    counted: Mapping[str, Sequence[str]]
    """By figure: the bets that it counts, in units of the one that it is named after."""
    held: int
    """How many cards the player has."""
    dealers: int
    """How many the dealer has."""
    rank: Callable[[Sequence[Card]], Rank]
    counting: int
    """How many cards of a hand count."""
    ways: Mapping[str, Do]
    """Each decision, by its name."""
    known: int | None = None
    """How many of his cards the player has when he decides, if not all."""


Gains = list[list[Fraction | None]]
"""By line and by case."""


class Deals:
    """All deals with one card of the dealer's shown, or with none."""

    def __init__(self, game: Game, of: Duel, shown: Card | None) -> None:
        self.of, self.shown = of, shown
        self._game = game
        self.pool = [card for card in PACK if card is not shown]
        self._up = [shown] if shown else []
        ranked = Ranked(of.rank, of.counting, of.dealers)
        up = cards_in(self._up, np.zeros((1, len(self._up)), np.uint8))
        self._against = Against(
            self.pool,
            of.dealers - len(self._up),
            lambda hands: ranked.strengths(cards_in(self.pool, hands) + up),
        )
        free = "".join(suit for suit in SUITS if not shown or suit != shown.suit)
        self.hands, self.counts = classes(self.pool, of.held, free)
        """One hand of the player's of each class, and how many are in it."""
        ranked = Ranked(of.rank, of.counting, of.held)
        codes = ranked.codes(cards_in(self.pool, self.hands))
        self.strengths = ranked.every[codes]
        self.open = self._opening()
        """The least strength with which the dealer opens."""
        self.cases = self._counted()
        self.lines, self.line = ranked.lines, ranked.line[codes]
        self.groups = self._groups(free)
        """What a player may know of each hand: hands of one number are alike to him."""
        self._first = [self._first_with(counts) for counts in self.cases]

    def _groups(self, free: str) -> Ints:
        if self.of.known is None:
            return np.arange(len(self.hands)).reshape(-1, 1)
        views = combinations(range(self.of.held), self.of.known)
        seen = [least_alike(self.pool, self.hands[:, list(view)], free) for view in views]
        _, groups = np.unique(np.array(seen).T, return_inverse=True)
        return groups.reshape(len(self.hands), -1)

    def _opening(self) -> int:
        strengths = self._against.strengths
        low, high = 0, len(strengths) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._opens(middle) else (middle + 1, high)
        return int(strengths[low]) if low else 0

    def _opens(self, code: int) -> bool:
        dealers = self._against.hands[int(np.argmax(self._against.codes == code))]
        others = [at for at in range(len(self.pool)) if at not in dealers]
        hand = np.array(others[: self.of.held], np.uint8)
        raised = next(iter(self.of.ways.values()))
        self._play(hand, cards_of(self.pool, dealers), raised, NOMINAL)
        return self._game.result().key != "result.not_open"

    def _counted(self) -> list[Ints]:
        """Return for each hand how many of the dealer's are not open, lower, equal and higher."""
        below = partial(self._against.below, self.hands)
        opening = np.full_like(self.strengths, self.open)
        shut = below(opening, or_equal=False)
        lower = np.maximum(below(self.strengths, or_equal=False), shut)
        equal = np.maximum(below(self.strengths, or_equal=True), shut)
        every = below(np.full_like(self.strengths, self._against.strengths[-1]), or_equal=True)
        return [shut, lower - shut, equal - lower, every - equal]

    def _between(self, strength: int) -> list[tuple[int, int]]:
        """Return the dealer's strengths in each of these cases."""
        least, most = 0, int(self._against.strengths[-1])
        return [
            (least, self.open - 1),
            (self.open, strength - 1),
            (max(strength, self.open), strength),
            (max(strength + 1, self.open), most),
        ]

    def _first_with(self, counts: Ints) -> dict[int, int]:
        """Return a hand of each line for which a case can be, by the line's place."""
        there = np.flatnonzero(counts)
        lines, first = np.unique(self.line[there], return_index=True)
        return dict(zip(lines.tolist(), there[first].tolist(), strict=True))

    # the game

    def _play(
        self, hand: Rows, dealers: Sequence[Card], do: Do, stake: Cents
    ) -> Sequence[BetSettled]:
        bets = [Bet(Place(1, on), self.laid(on, stake)) for on in self.of.laid]
        cards = {1: cards_of(self.pool, hand), DEALER: [*dealers, *self._up]}
        return played(self._game, bets, cards, partial(_decided, do))

    def laid(self, on: str, stake: Cents) -> Cents:
        """Return what lies on a bet beside so much on the first one."""
        nominal = self._game.nominal
        return Cents(stake * nominal(on) // nominal(self.of.laid[0]))

    def gains(self, do: Do, figure: str, stake: Cents) -> Gains:
        """Return what each line brings in each case; None in cases that can't be, and for hands
        that may not decide so.
        """
        return [
            [
                self._gain(of.get(line), case, do, figure, stake)
                for case, of in enumerate(self._first)
            ]
            for line in range(len(self.lines))
        ]

    def _gain(
        self, at: int | None, case: int, do: Do, figure: str, stake: Cents
    ) -> Fraction | None:
        if at is None:
            return None
        hand = self.hands[at]
        least, most = self._between(int(self.strengths[at]))[case]
        dealers = self._against.example(hand, least, most)
        if dealers is None:
            raise AssertionError(f"no hand of the dealer's from {least} to {most}")
        try:
            lines = self._play(hand, dealers, do, stake)
        except Forbidden:
            return None
        return profit(lines, self.of.counted[figure], self.laid(figure, stake))


def _decided(do: Do, choices: Sequence[Choice]) -> Decision:
    key, most = do
    choice = next(one for one in choices if one.do is key)
    return Decision(choice, {s.on: s.most if most else s.least for s in choice.stakes})
