"""The order of a round of bets (67.88 (19)): the player to act, and when the round is over."""

from firmware.core.poker_room.engine.state import DEALING, OVER, SHOWDOWN, PokerGame, PokerState


def player_to_act(poker_state: PokerState) -> int | None:
    """Return the spot of the player to act; None if no decision is due."""
    return poker_state.game.to_act if poker_state.game else None


def next_to_act(poker_state: PokerState, game: PokerGame) -> int | None:
    """Return the spot that is to act next; None if the round is over."""
    seats, bet_level, from_spot = poker_state.seats, game.bet_level, game.next_from_spot
    next_spot: int | None = None
    for spot, hand in game.hands.items():
        if (hand.spoken and hand.put >= bet_level) or hand.folded or not seats[spot].cents:
            continue
        if spot >= from_spot:
            next_spot = spot
            break
        if next_spot is None:
            next_spot = spot
    if next_spot is None or not _can_be_called(poker_state, game, next_spot):
        return None
    return next_spot


def is_betting_over(poker_state: PokerState) -> bool:
    """Return whether no bet is possible any more in this game."""
    game = poker_state.game
    if game is None or game.stage in (SHOWDOWN, OVER):
        return game is not None
    return (
        game.stage is DEALING and game.streets_complete > 0 and len(poker_state.with_chips()) <= 1
    )


def _can_be_called(poker_state: PokerState, game: PokerGame, spot: int) -> bool:
    """Return whether another live hand has bet more, or has chips to call with."""
    seats, bet_cents = poker_state.seats, game.hands[spot].put
    for rival_spot, hand in game.hands.items():
        if (
            rival_spot != spot
            and not hand.folded
            and (hand.put > bet_cents or seats[rival_spot].cents)
        ):
            return True
    return False
