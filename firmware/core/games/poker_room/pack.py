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
    taken = _elsewhere(game, own)
    for card in cards:
        if card in taken or card not in _PACK:
            raise Stops(Alarm.FOUL_DECK)
        taken.add(card)


def _elsewhere(game: Game, own: int | None) -> set[Card]:
    taken = {*game.board, *game.exposed}
    for spot, hand in game.hands.items():
        taken.update(hand.up)
        if spot != own:
            taken.update(hand.shown, hand.exposed, hand.read)
    return taken
