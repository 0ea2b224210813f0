"""Poker bets that are paid by the player's own hand, whatever the dealer holds.

What a hand pays is asked of the game, which plays one example of each line: its combination, and
the rank by which some tables divide it. Every hand is counted.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.ranks import Rank, best_five, best_four, five_cards, three_cards
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.against import cards_of, classes
from firmware.odds.figure import Chances, Figure
from firmware.odds.played import played, profit
from firmware.odds.plays import by_lot, stakes_of
from firmware.odds.ranked import Ranked, cards_in


class Paid(NamedTuple):
    """A bet and the cards that it is paid by: the player's, and the dealer's next."""

    on: str
    laid: Mapping[str, int]
    """The bets that must lie with it, in units of the nominal stake."""
    own: int
    shared: int
    dealers: int
    """How many cards the dealer is dealt."""
    rank: Callable[[Sequence[Card]], Rank]
    counting: int
    """How many cards of a hand count."""

    @property
    def cards(self) -> int:
        return self.own + self.shared


PLUS = {
    "three-card": Paid("pair_plus", {}, 3, 0, 3, three_cards, 3),
    "four-card": Paid("aces_up", {}, 5, 0, 6, best_four, 4),
    "crazy-four": Paid("queens_up", {"ante": 1, "super_bonus": 1}, 5, 0, 5, best_four, 4),
    "caribbean": Paid("progressive", {"ante": 1}, 5, 0, 5, five_cards, 5),
    "boston": Paid("bonus", {"ante": 1, "first": 2}, 3, 0, 3, three_cards, 3),
    "three": Paid("three", {"five": 1}, 3, 0, 4, three_cards, 3),
    "five": Paid("five", {"three": 1}, 3, 2, 4, five_cards, 5),
    "seven": Paid("seven", {"three": 1, "five": 1, "seven": 1}, 3, 4, 4, best_five, 5),
}
THREE_EQUAL = {"first": 1, "second": 1, "third": 1}
GRAND_PRIX = {on: Paid(on, THREE_EQUAL, 3, 2, 3, five_cards, 5) for on in (*THREE_EQUAL, "bonus")}


def pair_plus(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["three-card"])


def aces_up(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["four-card"])


def queens_up(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["crazy-four"])


def progressive(game: Game) -> Iterator[Figure]:
    """At the lot as the table shows it, with the lot at which it returns what is bet (67.21)."""
    if game.offers_lot:
        yield from by_lot(game, _of_lot, "progressive")


def _of_lot(game: Game) -> Chances:
    (figure,) = _simple(game, PLUS["caribbean"])
    return figure.chances


def boston_bonus(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["boston"])


def three(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["three"])


def five(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["five"])


def third(game: Game) -> Iterator[Figure]:
    """The bet that can't be withdrawn (67.6)."""
    return _simple(game, GRAND_PRIX["third"])


def grand_prix_bonus(game: Game) -> Iterator[Figure]:
    return _simple(game, GRAND_PRIX["bonus"])


def _simple(game: Game, of: Paid) -> Iterator[Figure]:
    """Nothing is decided: every hand is dealt, and paid."""
    if not _is_shown(game, of.on):
        return
    ranked = Ranked(of.rank, of.counting, of.cards)
    hands, counts = classes(PACK, of.cards)
    lines = ranked.line[ranked.codes(cards_in(PACK, hands))]
    there, first = np.unique(lines, return_index=True)
    ways = [int(counts[lines == line].sum()) for line in there]
    examples = [cards_of(PACK, hands[at]) for at in first]
    for stake in stakes_of(game, of.on):
        gains = [gain(game, of, cards, stake) for cards in examples]
        shown = stake if of.on in game.caps else None
        yield Figure(of.on, shares(zip(gains, ways, strict=True)), of.on, stake=shown)


def _is_shown(game: Game, on: str) -> bool:
    return on not in (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS) or on in game.side_bets


def shares(ways: Iterable[tuple[Fraction, int]]) -> dict[Fraction, Fraction]:
    """Return how probable each profit is, given the deals that bring it."""
    found: Counter[Fraction] = Counter()
    for won, count in ways:
        found[won] += count
    every = sum(found.values())
    return {won: Fraction(count, every) for won, count in found.items() if count}


def gain(game: Game, of: Paid, cards: Sequence[Card], stake: Cents, do: Key = Key.KEEP) -> Fraction:
    """Play one round with these cards and a decision on this bet; other bets are kept, or given up
    for the ante.
    """
    unit = Cents(of.laid[of.on] * stake) if of.on in of.laid else game.nominal(of.on)
    bets = [Bet(Place(1, on), Cents(units * stake)) for on, units in of.laid.items()]
    if of.on not in of.laid:
        bets.append(Bet(Place(1, of.on), unit))
    rest = [card for card in PACK if card not in cards][: of.dealers - of.shared]
    hands = {1: cards[: of.own], DEALER: [*cards[of.own :], *rest]}

    def decide(choices: Sequence[Choice]) -> Decision:
        keys = {choice.do: choice for choice in choices}
        own = do if choices[0].about == of.on else Key.KEEP
        return Decision(keys.get(own) or keys[Key.FOLD])

    return profit(played(game, bets, hands, decide), [of.on], unit)
