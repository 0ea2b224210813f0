"""What a player may bet: no limit, pot limit, fixed limit (67.88 (16), 67.91)."""

from typing import NamedTuple

from firmware.core.poker_room.engine.state import Game, Hand, Room
from firmware.core.poker_room.engine.terms import Terms
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents

EARLY_STREETS = 2
HEADS_UP = 2


class Bets(NamedTuple):
    """The least and the greatest bet or raise, as all that lies before the player afterwards.

    Less than `least` may be bet only with all he has.
    """

    least: Cents
    most: Cents


def bet_size(terms: Terms, game: Game) -> Cents:
    """Return the one amount of a bet at fixed limit, on this street."""
    small, big = terms.bets or (0, 0)
    return Cents(small if game.complete <= EARLY_STREETS else big)


def least_bet(terms: Terms) -> Cents:
    """Return the least bet of a round without a blind."""
    return Cents(terms.blinds[1])


def bets_open_to(room: Room, game: Game, spot: int) -> Bets:
    """Return what he may bet or raise to. Raises Forbidden if he may not."""
    hand, terms = game.hands[spot], room.terms
    has = all_before(room, game, spot)
    if has <= game.level:
        raise Forbidden("room.too_much", spot=spot, has_cents=has)
    if not _is_reopened(terms, game, hand):
        raise Forbidden("room.not_reopened", spot=spot)
    if terms.fixed:
        return _fixed(terms, game)
    least = Cents(game.level + game.increment)
    if terms.limit == "none":
        return Bets(min(least, has), has)
    most = Cents(game.level + game.in_the_middle + to_call(game, hand))
    return Bets(min(least, has), min(max(most, least), has))


def _fixed(terms: Terms, game: Game) -> Bets:
    capped = game.full > 0 and game.raises >= terms.raises
    if capped and len(game.live) > HEADS_UP:
        raise Forbidden("room.raises_used", count=terms.raises)
    to = Cents(game.full + bet_size(terms, game))
    return Bets(to, to)


def _is_reopened(terms: Terms, game: Game, hand: Hand) -> bool:
    """Return whether a player who may have spoken may raise: he faces a full raise."""
    if not hand.spoken:
        return True
    if terms.fixed:
        return game.full > hand.spoke_at
    return to_call(game, hand) >= game.increment


def to_call(game: Game, hand: Hand) -> Cents:
    """Return what a hand must still put in to stay in, though its player may have less."""
    return Cents(max(game.level - hand.put, 0))


def all_before(room: Room, game: Game, spot: int) -> Cents:
    """Return what would lie before a player who puts in all he has."""
    return Cents(game.hands[spot].put + room.seats[spot].cents)
