"""Blackjack: the main bet by the best play and by plain ones, and insurance.

The two hands of a split are each played by their own cards, without a look at the other's: since
the next cards of a shoe are as probable after any that were drawn, each brings what it would bring
alone. A player who looks, who splits again, or who decides by suits where three cards of one suit
win by themselves (18.1), may do better: so the best play's figure is a bound, and what splitting
again brings on average is reckoned beside it. Insurance is a bet of its own.
"""

from collections.abc import Iterator
from fractions import Fraction

from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.odds.figure import BEST, Figure, mixed
from firmware.odds.resplits import least
from firmware.odds.rounds_of_21 import Rounds
from firmware.odds.shoe import PER_PACK, VALUES
from firmware.odds.ways_of_21 import PLAYS, Shown, Way


def upcards(_: Blackjack) -> dict[str, Fraction]:
    """Return how probable each value of the dealer's first card is."""
    every = sum(PER_PACK)
    return {value: Fraction(n, every) for value, n in zip(VALUES, PER_PACK, strict=True)}


PARTS = {"main": upcards}


def main(game: Blackjack, upcard: str) -> Iterator[Figure]:
    """The main bet; at multi-action that on each of the dealer's hands, which are alike unless a
    Blackjack of his ends the play of the first one.
    """
    shown = Shown(Rounds(game), VALUES.index(upcard))
    for play in PLAYS:
        way = Way(shown, play)
        figure = Figure("main", way.chances(), "main", play)
        if play == BEST:
            figure = figure._replace(advice=tuple(shown.advice(way.decisions())), bound="least")
            if game.options["resplit"]:
                figure = figure._replace(least=least(shown, way))
        for on in game.MAINS:
            yield figure._replace(bet=on, per=on)


def insurance(game: Blackjack) -> Iterator[Figure]:
    """Whenever it may be taken, whatever the player has (25)."""
    left = [game.decks * count for count in PER_PACK]
    left[0] -= 1
    rounds = Rounds(game)
    ends = ((Fraction(n, sum(left)), rounds.insured(value)) for value, n in enumerate(left))
    yield Figure("insurance", mixed((p, {gain: Fraction(1)}) for p, gain in ends), "insurance")
