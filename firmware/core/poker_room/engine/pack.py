"""The known cards of a game, as a set of bits: a card known twice is a foul deck."""

from collections.abc import Iterable
from typing import Final

from firmware.core.poker_room.engine.alarms import AlarmStop, PokerAlarm
from firmware.core.poker_room.engine.state import PlayerHand, PokerGame
from firmware.core.vocabulary.cards import FULL_PACK, Card

CARD_BITS: Final = {card: 1 << place for place, card in enumerate(FULL_PACK)}
"""A set of cards is the sum of their bits."""


def note_known(game: PokerGame, card: Card) -> None:
    """Add a card to the known ones. Raises AlarmStop if it is one already, or not in the pack."""
    card_bit = CARD_BITS.get(card)
    if card_bit is None or game.known_cards & card_bit:
        raise AlarmStop(PokerAlarm.FOUL_DECK)
    game.known_cards |= card_bit


def note_down_cards(game: PokerGame, spot: int, cards: Iterable[Card]) -> None:
    """Add face-down cards of a hand, which it may have named before.

    Raises AlarmStop if a card is known elsewhere, is named twice, or is not in the pack.
    """
    named_before = card_set(known_down_cards(game.hands[spot]))
    game.known_cards &= ~named_before
    for card in cards:
        note_known(game, card)
    game.known_cards |= named_before


def card_set(cards: Iterable[Card]) -> int:
    """Return the set of these cards."""
    return sum(map(CARD_BITS.__getitem__, set(cards)))


def known_card_set(game: PokerGame) -> int:
    """Return the set of all known cards, from the places where they are."""
    hands = game.hands.values()
    cards_in_hands = [card for hand in hands for card in (*hand.up, *known_down_cards(hand))]
    open_burn = () if game.open_burn is None else (game.open_burn,)
    return card_set((*game.board, *open_burn, *game.exposed, *cards_in_hands))


def known_down_cards(hand: PlayerHand) -> tuple[Card, ...]:
    """Return a hand's face-down cards that were read, exposed or shown."""
    return (*hand.read, *hand.exposed, *hand.shown)
