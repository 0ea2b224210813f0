"""The side bets of Blackjack that a spot's first cards decide (21.1, 21.3, 21.4).

Every order of the first cards is dealt as long as they may reach a higher line: who may, draws. The
game settles an example of each line.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.side_bets import LINES, TENS, lines_left
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.odds.figure import Figure
from firmware.odds.played import played, profit
from firmware.odds.plays import by_lot
from firmware.odds.walk import decided

FIRST: Final = 2
"""How many cards a spot has when the dealer may look at his second one."""

FILLING: Final = (CARDS["9C"],)
"""For a spot whose first card has decided its bet."""

DEALERS: Final = CARDS["2C"]
"""The dealer's card does not matter: it is not among the spot's, and brings no insurance."""
ENOUGH: Final = 30
"""More of these than three hands of the dealer's take."""


def side_bets(game: Blackjack) -> Iterator[Figure]:
    """The bets that this table shows, but for the progressive one."""
    for on in game.SIDE_BETS:
        if on in game.side_bets:
            yield Figure(on, _chances(game, on), on)


def progressive(game: Blackjack) -> Iterator[Figure]:
    """At the lot as the table shows it, with the lot at which it returns what is bet (21.2)."""
    if game.offers_lot:
        yield from by_lot(game, lambda at: _chances(at, "progressive"), "progressive")


def _chances(game: Blackjack, on: str) -> dict[Fraction, Fraction]:
    """Deal on as long as a higher line may be reached; not to a spot whose round a dealer's
    Blackjack has ended, since his second card was dealt with the first ones (22).
    """
    lines = LINES[game.table_name(on)]
    found: dict[Fraction, Fraction] = {}
    gains: dict[str, Fraction] = {}

    def end(cards: Sequence[Card], chance: Fraction, *, last: bool) -> None:
        left = lines_left(lines, cards, last=last)
        reached = left[0].name if left else ""
        if reached not in gains:
            gains[reached] = _gain(game, on, tuple(cards))
        found[gains[reached]] = found.get(gains[reached], Fraction(0)) + chance

    ahead: list[tuple[tuple[Card, ...], Fraction]] = [((), Fraction(1))]
    while ahead:
        cards, chance = ahead.pop()
        left = lines_left(lines, cards, last=False)
        more = bool(left) and left[0].size > len(cards)
        ended = _ended(game, cards) if len(cards) >= FIRST else Fraction(0)
        if more and len(cards) == FIRST and ended:
            end(cards, chance * ended, last=True)
        if more:
            ahead += _next(game, cards, chance)
        else:
            end(cards, chance * (1 - ended if len(cards) > FIRST else 1), last=False)
    return found


def _ended(game: Blackjack, cards: Sequence[Card]) -> Fraction:
    """Return how probable it is, after these cards, that the dealer's first two are a Blackjack
    that ends the round at once.
    """
    if not game.options["hole_card"]:
        return Fraction(0)
    left = [card for card in game.pack for _ in range(game.decks)]
    for card in cards:
        left.remove(card)
    aces, tens = (sum(card.rank in ranks for card in left) for ranks in ("A", TENS))
    return Fraction(2 * aces * tens, len(left) * (len(left) - 1))


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
