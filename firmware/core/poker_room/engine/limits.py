"""Betting limits, the minimum raise, and who may raise again (67.88 (16), 67.91)."""

from typing import NamedTuple

from firmware.core.poker_room.engine.state import PlayerHand, PokerGame, PokerState
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents

SMALL_BET_STREETS = 2
HEADS_UP = 2


class BetRange(NamedTuple):
    """The range of a bet or raise, as the whole bet of the round. Less than `minimum` is legal only
    all in.
    """

    minimum: Cents
    maximum: Cents


def fixed_bet_size(terms: PokerTerms, game: PokerGame) -> Cents:
    """Return the size of a bet at fixed limit, on this street."""
    small_bet, big_bet = terms.bets or (0, 0)
    return Cents(small_bet if game.streets_complete <= SMALL_BET_STREETS else big_bet)


def minimum_bet(terms: PokerTerms) -> Cents:
    """Return the minimum bet of a round without blinds."""
    return Cents(terms.blinds[1])


def bet_range_of(poker_state: PokerState, game: PokerGame, spot: int) -> BetRange:
    """Return the range a player may bet or raise to. Raises Forbidden if no bet is allowed."""
    hand, terms = game.hands[spot], poker_state.terms
    all_in_to = all_in_amount(poker_state, game, spot)
    if all_in_to <= game.bet_level:
        raise Forbidden("room.too_much", spot=spot, has_cents=all_in_to)
    if not _is_reopened(terms, game, hand):
        raise Forbidden("room.not_reopened", spot=spot)
    if not _can_be_answered(poker_state, game, spot):
        raise Forbidden("room.nobody_answers", spot=spot)
    if terms.is_fixed_limit:
        return _fixed_range(terms, game)
    minimum = Cents(game.bet_level + game.minimum_raise)
    if terms.limit == "none":
        return BetRange(min(minimum, all_in_to), all_in_to)
    # pot limit: call first, then raise by the pot including that call
    maximum = Cents(game.bet_level + game.total_pot_cents + amount_to_call(game, hand))
    return BetRange(min(minimum, all_in_to), min(max(maximum, minimum), all_in_to))


def _fixed_range(terms: PokerTerms, game: PokerGame) -> BetRange:
    is_capped = game.full_bet > 0 and game.raise_count >= terms.raises
    # two players may raise without end (67.91)
    if is_capped and len(game.live_spots) > HEADS_UP:
        raise Forbidden("room.raises_used", count=terms.raises)
    bet_to = Cents(game.full_bet + fixed_bet_size(terms, game))
    return BetRange(bet_to, bet_to)


def _is_reopened(terms: PokerTerms, game: PokerGame, hand: PlayerHand) -> bool:
    """Return whether a player may raise: who has only checked may always (67.100).

    Who has called, bet or raised may raise again only when facing a full raise.
    """
    if not hand.spoken or hand.has_only_checked:
        return True
    if terms.is_fixed_limit:
        return game.full_bet > hand.spoke_at
    return amount_to_call(game, hand) >= game.minimum_raise


def _can_be_answered(poker_state: PokerState, game: PokerGame, spot: int) -> bool:
    """Return whether another live hand has more than the bet to match: else a raise comes back."""
    seats, bet_level = poker_state.seats, game.bet_level
    for rival_spot, hand in game.hands.items():
        is_rival = rival_spot != spot and not hand.folded
        if is_rival and hand.put + seats[rival_spot].cents > bet_level:
            return True
    return False


def amount_to_call(game: PokerGame, hand: PlayerHand) -> Cents:
    """Return the amount a hand must add to stay in, even if its player has less."""
    return Cents(max(game.bet_level - hand.put, 0))


def all_in_amount(poker_state: PokerState, game: PokerGame, spot: int) -> Cents:
    """Return the whole bet of the round if the player goes all in."""
    return Cents(game.hands[spot].put + poker_state.seats[spot].cents)
