"""The last closed games, in which two persons may correct the stack of who was dealt in."""

from functools import cache
from typing import Final

from msgspec.structs import replace

from firmware.core.game.past_rounds import PastRound, SettledStack, latest_rounds
from firmware.core.poker_room.engine.state import PokerGame, PokerState
from firmware.core.vocabulary.places import Place

POT: Final = "pot"
"""The place of a player's money in a closed game."""


def record_game(poker_state: PokerState, game: PokerGame, number: int) -> None:
    """Record who was dealt in in the game that ends now."""
    past_round = PastRound(number, tuple(map(_pot_of, game.hands)))
    poker_state.past_rounds = latest_rounds(poker_state.past_rounds, past_round)


def forget_player(poker_state: PokerState, spot: int) -> None:
    """Forget the games of a player whose seat is free: another may sit there next."""
    poker_state.past_rounds = tuple(
        replace(past_round, bets=tuple(bet for bet in past_round.bets if bet != _pot_of(spot)))
        for past_round in poker_state.past_rounds
    )


@cache
def _pot_of(spot: int) -> str:
    return SettledStack(Place(spot, POT)).written
