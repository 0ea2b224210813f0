"""Chips that a player puts in before the cards: as many as are due, or all he has."""

from firmware.core.games.poker_room.state import Room, game_of
from firmware.core.vocabulary.money import Cents


def put_ante(room: Room, spot: int) -> None:
    """Put in an ante (67.88 (11))."""
    hand = game_of(room).hands[spot]
    hand.total = Cents(hand.total + _pay(room, spot, room.terms.ante))


def put(room: Room, spot: int, cents: int) -> None:
    """Put a blind before a player."""
    hand = game_of(room).hands[spot]
    paid = _pay(room, spot, cents)
    hand.put, hand.total = Cents(hand.put + paid), Cents(hand.total + paid)


def put_dead(room: Room, spot: int, cents: int) -> None:
    """Put chips in that match nothing."""
    hand = game_of(room).hands[spot]
    hand.dead = Cents(hand.dead + _pay(room, spot, cents))


def _pay(room: Room, spot: int, cents: int) -> Cents:
    """Take chips from a stack, as many as there are; return how many."""
    seat = room.seats[spot]
    paid = Cents(min(cents, seat.cents))
    seat.cents = Cents(seat.cents - paid)
    return paid
