"""Forced bets before the cards: antes, blinds, dead blinds; all of the stack if that is less."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.state import PokerState, current_game
from firmware.core.vocabulary.money import Cents


def post_ante_chips(poker_state: PokerState, spot: int) -> None:
    """Post an ante (67.88 (11))."""
    game = current_game(poker_state)
    paid_cents = _take_from_stack(poker_state, spot, poker_state.terms.ante)
    hand = game.hands[spot]
    game.hands[spot] = replace(hand, total=hand.total + paid_cents)


def post_blind_chips(poker_state: PokerState, spot: int, cents: int) -> None:
    """Post a live blind: it counts as a bet of the first round."""
    game, paid_cents = current_game(poker_state), _take_from_stack(poker_state, spot, cents)
    hand = game.hands[spot]
    game.change(spot, put=Cents(hand.put + paid_cents), total=Cents(hand.total + paid_cents))


def post_dead_chips(poker_state: PokerState, spot: int, cents: int) -> None:
    """Post dead money: it goes to the main pot, and matches no bet."""
    game, paid_cents = current_game(poker_state), _take_from_stack(poker_state, spot, cents)
    game.change(spot, dead=Cents(game.hands[spot].dead + paid_cents))


def _take_from_stack(poker_state: PokerState, spot: int, cents: int) -> Cents:
    """Take cents from a stack, at most all of it; return how many."""
    seat = poker_state.seats[spot]
    paid_cents = Cents(min(cents, seat.cents))
    poker_state.seats[spot] = replace(seat, cents=seat.cents - paid_cents)
    return paid_cents
