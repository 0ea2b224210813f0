"""The cards that a page names."""

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone


def card_of(name: str, game: Game) -> Card:
    """Return the card or tile of a game that is called so. Raises CannotBeDone."""
    for card in game.pack:
        if card.name == name:
            return card
    raise CannotBeDone(Text("web.act.no_such_card", {"name": name}))
