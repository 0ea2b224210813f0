"""The side bets of Blackjack that a spot's first cards decide (21.1, 21.3, 21.4).

Every order of the first cards is dealt as long as they may reach a higher line: who may, draws. The
game settles an example of each line.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.side_bets import LINES, lines_left
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.figure import Figure
from firmware.odds.played import played, profit
from firmware.odds.plays import by_lot
from firmware.odds.walk import decided

FILLING: Final = (CARDS["9C"],)
"""For a spot whose first card has decided its bet."""

DEALERS: Final = CARDS["2C"]
"""The dealer's card does not matter: it is not among the spot's, and brings no insurance."""
ENOUGH: Final = 30
"""More of these than three hands of the dealer's take."""


def side_bets(game: Blackjack) -> Iterator[Figure]:
    """The bets that this table shows, but for the progressive one; and for the sevens, and for it,
    if a dealer's Blackjack that is known at once may keep their third card away.
    """
    for on in game.SIDE_BETS:
        if on in game.side_bets and not (on == "sevens" and game.options["hole_card"]):
            yield Figure(on, _chances(game, on), on)


def progressive(game: Blackjack) -> Iterator[Figure]:
    """At the lot as the table shows it, with the lot at which it returns what is bet (21.2)."""
    if game.offers_lot and not game.options["hole_card"]:
        yield from by_lot(game, lambda at: _chances(at, "progressive"), "progressive")


def _chances(game: Blackjack, on: str) -> dict[Fraction, Fraction]:
    lines = LINES[game.table_name(on)]
    found: dict[Fraction, Fraction] = {}
    gains: dict[str, Fraction] = {}
    ahead: list[tuple[tuple[Card, ...], Fraction]] = [((), Fraction(1))]
    while ahead:
        cards, chance = ahead.pop()
        left = lines_left(lines, cards, last=False)
        if left and left[0].size > len(cards):
            ahead += _next(game, cards, chance)
            continue
        reached = left[0].name if left else ""
        if reached not in gains:
            gains[reached] = _gain(game, on, cards)
        gain = gains[reached]
        found[gain] = found.get(gain, Fraction(0)) + chance
    return found


def _gain(game: Blackjack, on: str, cards: tuple[Card, ...]) -> Fraction:
    """Return what the bet brings if these are the spot's cards."""
    stake = game.nominal(on)
    mains = [Bet(Place(1, main), game.nominal("main")) for main in game.MAINS]
    return profit(_dealt(game, [*mains, Bet(Place(1, on), stake)], cards), [on], stake)


def _next(
    game: Blackjack, cards: tuple[Card, ...], chance: Fraction
) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    left = len(game.pack) * game.decks - len(cards)
    for card in game.pack:
        there = game.decks - cards.count(card)
        if there:
            yield (*cards, card), chance * Fraction(there, left)


def _dealt(game: Blackjack, bets: list[Bet], cards: tuple[Card, ...]) -> Sequence[BetSettled]:
    """Deal these cards to the spot, which draws as long as there are any."""
    coming = iter(cards[2:])

    def decide(choices: Sequence[Choice]) -> Decision:
        return decided(choices, Key.HIT if next(coming, None) else Key.STAND)

    hands = {1: [*cards, *FILLING][: max(2, len(cards))], DEALER: [DEALERS] * ENOUGH}
    return played(game, bets, hands, decide)
