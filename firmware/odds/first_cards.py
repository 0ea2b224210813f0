"""The side bets of Blackjack that a spot's first cards decide (21.1, 21.3, 21.4).

Every order of the first cards is dealt to the game until it settles the bet. Who holds two sevens
draws, as the highest line needs.
"""

from collections.abc import Iterator
from fractions import Fraction

from firmware.core.game.course import DEALER, To
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.figure import Figure
from firmware.odds.played import profit
from firmware.odds.walk import decided

DEALERS = CARDS["2C"]
"""The dealer's card does not matter: it is not among the spot's, and brings no insurance."""


def side_bets(game: Blackjack) -> Iterator[Figure]:
    """The bets that this table shows, but for the progressive one; and for the sevens if a dealer's
    Blackjack that is known at once may keep their third card away.
    """
    for on in game.SIDE_BETS:
        if on in game.side_bets and not (on == "sevens" and game.options["hole_card"]):
            yield Figure(on, _chances(game, on), on)


def _chances(game: Blackjack, on: str) -> dict[Fraction, Fraction]:
    stake = game.nominal(on)
    mains = [Bet(Place(1, main), game.nominal("main")) for main in game.MAINS]
    bets = [*mains, Bet(Place(1, on), stake)]
    found: dict[Fraction, Fraction] = {}
    ahead: list[tuple[tuple[Card, ...], Fraction]] = [((), Fraction(1))]
    while ahead:
        cards, chance = ahead.pop()
        lines = _dealt(game, bets, cards)
        own = [line for line in lines if line.bet.place.on == on]
        if own:
            gain = profit(own, [on], stake)
            found[gain] = found.get(gain, Fraction(0)) + chance
        else:
            ahead += _next(game, cards, chance)
    return found


def _next(
    game: Blackjack, cards: tuple[Card, ...], chance: Fraction
) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    left = len(game.pack) * game.decks - len(cards)
    for card in game.pack:
        there = game.decks - cards.count(card)
        if there:
            yield (*cards, card), chance * Fraction(there, left)


def _dealt(game: Blackjack, bets: list[Bet], cards: tuple[Card, ...]) -> list[BetSettled]:
    """Deal these cards to the spot, as long as the game takes them; return its lines."""
    game.open()
    game.close(bets)
    coming = iter(cards)
    while not game.finished:
        if game.choices:
            game.decide(decided(game.choices, Key.HIT))
        elif isinstance(game.due, To) and game.due.spot == DEALER:
            game.take(CardRead(DEALERS))
        elif (card := next(coming, None)) is not None:
            game.take(CardRead(card))
        else:
            break
    return list(game.lines)
