"""Walks through rounds of any game at random, to draw what it can wait for and what may follow."""

from collections.abc import Iterator
from random import Random
from typing import Final

from firmware.core.cards import JOKER, Card
from firmware.core.course import DEALER, Choice, Decision, To
from firmware.core.events import CardRead, Place
from firmware.core.game import Game
from firmware.core.money import Cents
from firmware.core.rulings import Bet, base_name

UNITS: Final = (1000, 2000)
SPOTS: Final = (1, 3)
OVER: Final = "The round is over"
CLOSED: Final = "The bets are closed"


def walk(game: Game, chance: Random) -> Iterator[str]:
    """Play one round; yield what is waited for at every step, the end included."""
    game.open()
    game.close(_bets(game, chance))
    shoe = _shoe(game, chance)
    yield CLOSED
    while not game.finished:
        yield waits_for(game)
        if game.choices and (game.due is None or chance.random() < 1 / 2):
            _decide(game, chance.choice(game.choices), chance)
        else:
            game.take(CardRead(shoe.pop()))
    yield OVER


def waits_for(game: Game) -> str:
    """Return in words what the game waits for."""
    asked = " / ".join(dict.fromkeys(choice.do.value for choice in game.choices))
    card = _card(game.due) if isinstance(game.due, To) else ""
    return " or ".join(filter(None, (card, f"Decision: {asked}" if asked else "")))


def _card(due: To) -> str:
    if due.burnt:
        return "Card to burn"
    return "Card to the dealer" if due.spot == DEALER else "Card to a spot"


def _bets(game: Game, chance: Random) -> list[Bet]:
    """Return bets that can stand together."""
    while True:
        laid = {}
        for spot in SPOTS:
            for on in game.BETS:
                cents = _stake(game, on, chance)
                if cents and game.refuses((Place(spot, on), None), cents) is None:
                    laid[Place(spot, on), None] = cents
        for stack in game.unfit(laid):
            del laid[stack]
        if laid:
            return [Bet(place, cents, who) for (place, who), cents in laid.items()]


def _stake(game: Game, on: str, chance: Random) -> Cents:
    fixed = game.rules.stakes.get(base_name(on))
    return Cents(chance.choice((0, fixed.cents) if fixed else (0, *UNITS)))


def _shoe(game: Game, chance: Random) -> list[Card]:
    """Return a shuffled shoe, leaning at times towards few ranks, so that rare hands come."""
    cards = [card for card in game.pack for _ in range(game.decks)]
    chance.shuffle(cards)
    if chance.random() < 1 / 2:
        ranks = chance.sample("A23456789TJQK", 4)
        cards.sort(key=lambda card: card.rank in ranks or card is JOKER)
    return cards


def _decide(game: Game, choice: Choice, chance: Random) -> None:
    laid = {stake.on: stake.least for stake in choice.stakes}
    low = tuple(getattr(game, "hands", {}).get(choice.spot, ())[:2]) if choice.picks else ()
    decision = Decision(choice, laid, low)
    if choice.check is None or choice.check(decision) is None:
        game.decide(decision)
    else:
        others = [other for other in game.choices if other is not choice]
        _decide(game, chance.choice(others), chance)
