"""The cards that are known, so that none comes twice: a foul deck."""

from collections.abc import Iterable
from typing import Final

from firmware.core.poker_room.engine.alarms import AlarmStop, PokerAlarm
from firmware.core.poker_room.engine.state import PlayerHand, PokerGame
from firmware.core.vocabulary.cards import FULL_PACK, Card

CARD_BITS: Final = {card: 1 << place for place, card in enumerate(FULL_PACK)}
"""A set of cards is the sum of their bits."""


def note_known(game: PokerGame, cards: Iterable[Card], own_spot: int | None = None) -> None:
    """Note cards that came to be known.

    Raises Stops if one of them is elsewhere already, twice among them, or none of a pack. `own` is
    the spot of the hand that they belong to: its own cards face down are no others.
    """
    known_cards = (
        game.known_cards
        if own_spot is None
        else game.known_cards & ~card_set(known_down_cards(game.hands[own_spot]))
    )
    for card in cards:
        card_bit = CARD_BITS.get(card)
        if card_bit is None or known_cards & card_bit:
            raise AlarmStop(PokerAlarm.FOUL_DECK)
        known_cards |= card_bit
    game.known_cards |= known_cards


def card_set(cards: Iterable[Card]) -> int:
    """Return a set of cards of a pack."""
    return sum(map(CARD_BITS.__getitem__, set(cards)))


def known_card_set(game: PokerGame) -> int:
    """Return the cards that the table knows, by where they lie."""
    hands = game.hands.values()
    cards_in_hands = [card for hand in hands for card in (*hand.up, *known_down_cards(hand))]
    return card_set((*game.board, *game.exposed, *cards_in_hands))


def known_down_cards(hand: PlayerHand) -> tuple[Card, ...]:
    """Return the cards of a hand's own that its reader saw, that were exposed, or shown."""
    return (*hand.read, *hand.exposed, *hand.shown)
