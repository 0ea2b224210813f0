"""Multi-Action at a table where the dealer takes his second card at once (22, 26.7).

If this makes a Blackjack, no hand is played: the first bet is lost, or a Blackjack has it back, and
the others go on with two cards against his next hands. If it doesn't, the player decides knowing so
much. The best decisions are those that bring most for all bets together, three of one amount.

His later hands are drawn from what is left after all these cards. In which order cards are drawn
makes none of them more probable, so they are counted as if they came before his first hand's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.vocabulary.keys import Key
from firmware.odds import twenty_one
from firmware.odds.figure import BEST, Chances, Figure, mixed
from firmware.odds.hands_of_21 import Hands, Options, Played
from firmware.odds.rounds_of_21 import NINE, TEN, Dealt, Rounds
from firmware.odds.shoe import VALUES, Hand, Path, Shoe, Ways, of_values, with_card
from firmware.odds.ways_of_21 import PLAYS, Shown, Way

ACE: Final = VALUES.index("A")
COMPLETING: Final[Mapping[int, int]] = {ACE: TEN, TEN: ACE}
"""By the dealer's first card: the second one that makes a Blackjack."""
NONE: Final = (NINE,)
"""A second card that makes none, and to which he does not draw."""

PARTS = {"main": twenty_one.upcards}


Two = tuple[int, ...]
"""The first two cards of a hand."""


class Counted(NamedTuple):
    """How many bets are counted."""

    first: int
    later: int


class NoBlackjack(Shoe):
    """What is left where the dealer has a second card that makes no Blackjack."""

    def __init__(self, decks: int, known: Hand, completing: int, counted: Counted) -> None:
        super().__init__(decks, known)
        self._completing, self._counted = completing, counted
        self._upon_it = Shoe(decks, with_card(known, completing))

    def ways(
        self, gone: NDArray[np.int64], dealers: Mapping[Hand, Path], ahead: int
    ) -> dict[Any, Ways]:
        """Return the ways of all counted hands of the dealer's together: of the first one all but
        a Blackjack, of a later one those upon any second card less those upon that one.
        """
        first, later = self._counted
        any_other = super().ways(gone, dealers, ahead)
        upon_it = self._upon_it.ways(gone, dealers, ahead)
        there = (self.left[self._completing] - gone[:, self._completing]).astype(object)
        return {
            (worth, blackjack): (later + first * (not blackjack)) * (self.cards - ahead) * ways
            - later * there * upon_it[worth, blackjack]
            for (worth, blackjack), ways in any_other.items()
        }

    def every(self, gone: Hand, ahead: int) -> int:
        others = self.cards - sum(gone) - (self.left[self._completing] - gone[self._completing])
        return sum(self._counted) * others * self._upon_it.every(gone, ahead)


class Repeated:
    """Hands that are decided as in a way to play, though other bets are counted."""

    def __init__(self, shown: Shown, way: Way) -> None:
        self._shown, self._way = shown, way
        self._whole = Played(shown.hands, lambda cards, _: cast("Key", way.alone(tuple(cards))))

    def of(self, two: Two) -> Chances:
        """Return the chances with these first two cards."""
        if self._way.decision(two) is Key.SPLIT:
            return Played(self._shown.of_split(two[0]), self._of_split).both()
        drawn = of_values(two)
        return self._shown.hands.chances(self._whole.at(drawn)[1], drawn)

    def _of_split(self, cards: Sequence[int], _: Options) -> Key:
        return cast("Key", self._way.decision(tuple(cards), split=True))


def main(game: Blackjack, upcard: str) -> Iterator[Figure]:
    """The bet on each of the dealer's hands."""
    shown = VALUES.index(upcard)
    if not game.options["hole_card"] or shown not in COMPLETING:
        yield from twenty_one.main(game, upcard)
        return
    deals = Deals(game, shown)
    for play in PLAYS:
        way = Way(deals.all_bets, play)
        advice = tuple(deals.all_bets.advice(way.decisions())) if play == BEST else ()
        bound = "least" if play == BEST else ""
        first, later = deals.first(way), deals.later(way)
        for on, chances in zip(game.MAINS, (first, later, later), strict=True):
            yield Figure(on, chances, on, play, advice=advice, bound=bound)


class Deals:
    """All deals with an ace or a ten of the dealer's shown."""

    def __init__(self, game: Blackjack, upcard: int) -> None:
        self._game, self.upcard, self._completing = game, upcard, COMPLETING[upcard]
        self._upon_none = Rounds(game, first=NONE)
        self.all_bets = self._counting(Counted(first=1, later=len(game.MAINS) - 1))
        self.of_first = self._counting(Counted(first=1, later=0))
        self.of_later = self._counting(Counted(first=0, later=1))

    def _counting(self, counted: Counted) -> Shown:
        def left(known: Hand) -> Shoe:
            return NoBlackjack(self._game.decks, known, self._completing, counted)

        return Shown(self._upon_none, self.upcard, left)

    def first(self, way: Way) -> Chances:
        """Return what the bet on his first hand brings."""
        rounds = Rounds(self._game)
        dealers = rounds.dealers(self.upcard)
        blackjack = next(path for path in dealers.values() if path.result[1])

        def ended(two: Two) -> Chances:
            dealt = Dealt(two)
            gain = rounds.profit([(rounds.made(dealt, split=False), dealt)], blackjack)
            return {gain: Fraction(1)}

        return self._mixed(Repeated(self.of_first, way), ended)

    def later(self, way: Way) -> Chances:
        """Return what the bet on one of the others brings."""
        rounds = Rounds(self._game, first=(self._completing,))
        shoe = Shoe(self._game.decks, of_values([self.upcard, self._completing]))
        stood = Hands(rounds, shoe, rounds.dealers(self.upcard))

        def ended(two: Two) -> Chances:
            drawn = of_values(two)
            return stood.chances(stood.ends(drawn), drawn)

        return self._mixed(Repeated(self.of_later, way), ended)

    def _mixed(self, played: Repeated, ended: Callable[[Two], Chances]) -> Chances:
        """Return what a bet brings, by what it brings if the play has ended at once."""
        cases: list[tuple[Fraction, Chances]] = []
        for two, chance in self.all_bets.hands.starts:
            share = self._blackjack_after(two)
            cases += [(chance * share, ended(two)), (chance * (1 - share), played.of(two))]
        return mixed(cases)

    def _blackjack_after(self, two: Two) -> Fraction:
        left = Shoe(self._game.decks, of_values([self.upcard, *two]))
        return Fraction(left.left[self._completing], left.cards)
