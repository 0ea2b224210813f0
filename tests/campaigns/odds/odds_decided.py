"""How the players of the campaigns decide: by a key, with as many chips as they may or as few."""

from collections.abc import Sequence

from firmware.core.game.course import Choice, Decision
from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import Key
from tests.campaigns.odds.odds_rounds import Decide


def constantly(key: Key, *, most: bool) -> Decide:
    """Return a player who decides so whenever he may, with as many chips as he may or as few."""
    return lambda game: decide_so(game, key, most=most)


def decide_so(game: Game, key: Key, *, most: bool) -> None:
    choice = next((one for one in game.choices if one.do is key), game.choices[-1])
    try:
        game.decide(laid_so(choice, most=most))
    except Forbidden:
        game.decide(laid_so(choice, most=False))


def laid_so(choice: Choice, *, most: bool) -> Decision:
    return Decision(choice, {s.on: s.most if most else s.least for s in choice.stakes})


def own_cards(game: Game) -> Sequence[Card]:
    """Return the cards of the first spot."""
    cards: Sequence[Card] = game.hands[1]  # type: ignore[attr-defined]
    return cards
