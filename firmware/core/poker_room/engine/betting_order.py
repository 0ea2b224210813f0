"""The order of a round of bets (67.88 (19)): the player to act, and when the round is over."""

from firmware.core.poker_room.engine.state import DEALING, OVER, SHOWDOWN, PokerGame, PokerState


def player_to_act(poker_state: PokerState) -> int | None:
    """Return the spot of the player to act; None if no decision is due."""
    return poker_state.game.to_act if poker_state.game else None


def next_to_act(poker_state: PokerState, game: PokerGame) -> int | None:
    """Return the spot that is to act next; None if the round is over."""
    spot = _next_candidate(poker_state, game)
    return spot if spot is not None and _can_be_called(poker_state, game, spot) else None


def is_betting_over(poker_state: PokerState) -> bool:
    """Return whether no bet is possible any more in this game."""
    game = poker_state.game
    if game is None or game.stage in (SHOWDOWN, OVER):
        return game is not None
    return (
        game.stage is DEALING and game.streets_complete > 0 and len(poker_state.with_chips()) <= 1
    )


def _next_candidate(poker_state: PokerState, game: PokerGame) -> int | None:
    """Return the next spot clockwise with chips that still has to act."""
    seats, bet_level, from_spot = poker_state.seats, game.bet_level, game.next_from_spot
    first_candidate: int | None = None
    for spot, hand in game.hands.items():
        if hand.folded or not seats[spot].cents or (hand.spoken and hand.put >= bet_level):
            continue
        if spot >= from_spot:
            return spot
        if first_candidate is None:
            first_candidate = spot
    return first_candidate


def _can_be_called(poker_state: PokerState, game: PokerGame, spot: int) -> bool:
    """Return whether another live hand has chips to call with, or has bet more."""
    seats, bet_cents = poker_state.seats, game.hands[spot].put
    for rival_spot, hand in game.hands.items():
        if (
            rival_spot != spot
            and not hand.folded
            and (seats[rival_spot].cents or hand.put > bet_cents)
        ):
            return True
    return False
