"""The cards that are known, so that none comes twice: a foul deck."""

from collections.abc import Iterable
from typing import Final

from firmware.core.poker_room.engine.alarms import Alarm, Stops
from firmware.core.poker_room.engine.state import Game, Hand
from firmware.core.vocabulary.cards import PACK, Card

BITS: Final = {card: 1 << place for place, card in enumerate(PACK)}
"""A set of cards is the sum of their bits."""


def note_known(game: Game, cards: Iterable[Card], own: int | None = None) -> None:
    """Note cards that came to be known.

    Raises Stops if one of them is elsewhere already, twice among them, or none of a pack. `own` is
    the spot of the hand that they belong to: its own cards face down are no others.
    """
    known = game.known if own is None else game.known & ~bits_of(face_down(game.hands[own]))
    for card in cards:
        bit = BITS.get(card)
        if bit is None or known & bit:
            raise Stops(Alarm.FOUL_DECK)
        known |= bit
    game.known |= known


def bits_of(cards: Iterable[Card]) -> int:
    """Return a set of cards of a pack."""
    return sum(map(BITS.__getitem__, set(cards)))


def known_in(game: Game) -> int:
    """Return the cards that the table knows, by where they lie."""
    hands = game.hands.values()
    in_hands = [card for hand in hands for card in (*hand.up, *face_down(hand))]
    return bits_of((*game.board, *game.exposed, *in_hands))


def face_down(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of a hand's own that its reader saw, that were exposed, or shown."""
    return (*hand.read, *hand.exposed, *hand.shown)
