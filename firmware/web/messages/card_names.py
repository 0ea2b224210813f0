"""The cards that a page names."""

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text
from firmware.web.messages.unfit import Unfit


def card_of(name: str, game: Game) -> Card:
    """Return the card or tile of a game that is called so. Raises Unfit."""
    for card in game.pack:
        if card.name == name:
            return card
    raise Unfit(Text("web.act.no_such_card", {"name": name}))
