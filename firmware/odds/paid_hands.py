"""Poker bets that are paid by the player's own hand, whatever the dealer holds.

What a hand pays is asked of the game, which plays one example of each line: its combination, and
the rank by which some tables divide it. Every hand is counted.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.game.game import Game
from firmware.core.ranks import Rank, best_four, five_cards, three_cards
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet
from firmware.odds.against import Rows, cards_of, classes
from firmware.odds.figure import Figure
from firmware.odds.played import played, profit

Line = tuple[str, str]


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

    @property
    def cards(self) -> int:
        return self.own + self.shared


PLUS = {
    "three-card": Paid("pair_plus", {}, 3, 0, 3, three_cards),
    "four-card": Paid("aces_up", {}, 5, 0, 6, best_four),
    "crazy-four": Paid("queens_up", {"ante": 1, "super_bonus": 1}, 5, 0, 5, best_four),
    "caribbean": Paid("progressive", {"ante": 1}, 5, 0, 5, five_cards),
    "boston": Paid("bonus", {"ante": 1, "first": 2}, 3, 0, 3, three_cards),
    "three": Paid("three", {"five": 1}, 3, 0, 4, three_cards),
    "five": Paid("five", {"three": 1}, 3, 2, 4, five_cards),
}
THREE_EQUAL = {"first": 1, "second": 1, "third": 1}
GRAND_PRIX = {on: Paid(on, THREE_EQUAL, 3, 2, 3, five_cards) for on in ("third", "bonus")}


def pair_plus(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["three-card"])


def aces_up(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["four-card"])


def queens_up(game: Game) -> Iterator[Figure]:
    return _simple(game, PLUS["crazy-four"])


def progressive(game: Game) -> Iterator[Figure]:
    """At the lot as the table shows it (67.21)."""
    return _simple(game, PLUS["caribbean"])


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
    if _is_shown(game, of.on):
        hands, counts = classes(PACK, of.cards)
        gains = _gains(game, of, hands)
        ways: Counter[Fraction] = Counter()
        for gain, count in zip(gains, counts.tolist(), strict=True):
            ways[gain] += count
        yield Figure(of.on, _chances(ways), of.on)


def _is_shown(game: Game, on: str) -> bool:
    return on not in (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS) or on in game.side_bets


def _chances(ways: Mapping[Fraction, int]) -> dict[Fraction, Fraction]:
    every = sum(ways.values())
    return {gain: Fraction(count, every) for gain, count in ways.items() if count}


def _gains(game: Game, of: Paid, hands: Rows) -> list[Fraction]:
    """Return what the bet brings with each of these hands."""
    found: dict[Line, Fraction] = {}
    gains = []
    for hand in hands:
        cards = cards_of(PACK, hand)
        rank = of.rank(cards)
        line = str(rank.combination), rank.high
        if line not in found:
            found[line] = _gain(game, of, cards)
        gains.append(found[line])
    return gains


def _gain(game: Game, of: Paid, cards: Sequence[Card]) -> Fraction:
    """Play one round with these cards; what is decided of other bets costs this one nothing."""
    unit = game.nominal(of.on)
    bets = [Bet(Place(1, on), Cents(units * game.nominal("ante"))) for on, units in of.laid.items()]
    if of.on not in of.laid:
        bets.append(Bet(Place(1, of.on), unit))
    rest = [card for card in PACK if card not in cards][: of.dealers - of.shared]
    hands = {1: cards[: of.own], DEALER: [*cards[of.own :], *rest]}

    def decide(choices: Sequence[Choice]) -> Decision:
        keys = {choice.do: choice for choice in choices}
        return Decision(keys.get(Key.KEEP) or keys[Key.FOLD])

    return profit(played(game, bets, hands, decide), [of.on], unit)
