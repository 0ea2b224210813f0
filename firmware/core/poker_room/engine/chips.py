"""Chips that a player puts in before the cards: as many as are due, or all he has."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.state import Room, game_of
from firmware.core.vocabulary.money import Cents


def put_ante(room: Room, spot: int) -> None:
    """Put in an ante (67.88 (11))."""
    game, paid = game_of(room), _pay(room, spot, room.terms.ante)
    hand = game.hands[spot]
    game.hands[spot] = replace(hand, total=hand.total + paid)


def put(room: Room, spot: int, cents: int) -> None:
    """Put a blind before a player."""
    game, paid = game_of(room), _pay(room, spot, cents)
    hand = game.hands[spot]
    game.change(spot, put=Cents(hand.put + paid), total=Cents(hand.total + paid))


def put_dead(room: Room, spot: int, cents: int) -> None:
    """Put chips in that match nothing."""
    game, paid = game_of(room), _pay(room, spot, cents)
    game.change(spot, dead=Cents(game.hands[spot].dead + paid))


def _pay(room: Room, spot: int, cents: int) -> Cents:
    """Take chips from a stack, as many as there are; return how many."""
    paid = Cents(min(cents, room.seats[spot].cents))
    room.give(spot, -paid)
    return paid
