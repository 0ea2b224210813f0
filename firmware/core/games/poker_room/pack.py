"""The cards that are known, so that none comes twice: a foul deck."""

from collections.abc import Iterable
from typing import Final

from firmware.core.games.poker_room.alarms import Alarm, Stops
from firmware.core.games.poker_room.state import Game
from firmware.core.vocabulary.cards import PACK, Card

_PACK: Final = frozenset(PACK)


def check_known(game: Game, cards: Iterable[Card], own: int | None = None) -> None:
    """Raise Stops if one of the cards is elsewhere already, twice among them, or none of a pack.

    `own` is the spot of the hand that they belong to: its own cards face down are no others.
    """
    before: list[Card] = []
    for card in cards:
        if card not in _PACK or card in before or _is_elsewhere(game, card, own):
            raise Stops(Alarm.FOUL_DECK)
        before.append(card)


def _is_elsewhere(game: Game, card: Card, own: int | None) -> bool:
    if card in game.board or card in game.exposed:
        return True
    for spot, hand in game.hands.items():
        if card in hand.up:
            return True
        if spot != own and (card in hand.shown or card in hand.exposed or card in hand.read):
            return True
    return False
