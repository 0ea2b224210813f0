"""Whose turn it is to speak (67.88 (19)); who need not, since nobody could answer him."""

from firmware.core.poker_room.engine.state import DEALING, OVER, SHOWDOWN, Game, Room


def speaker(room: Room) -> int | None:
    """Return the spot of the player whose turn it is; None if nobody has to decide anything."""
    return room.game.turn if room.game else None


def next_to_speak(room: Room, game: Game) -> int | None:
    """Return whose turn it is in a round of bets; None if it is over."""
    spot = _next_due(room, game)
    return spot if spot is not None and _is_answered(room, game, spot) else None


def bets_are_over(room: Room) -> bool:
    """Return whether nobody can bet any more in this game."""
    game = room.game
    if game is None or game.stage in (SHOWDOWN, OVER):
        return game is not None
    return game.stage is DEALING and game.complete > 0 and len(room.with_chips()) <= 1


def _next_due(room: Room, game: Game) -> int | None:
    """Return the next player with chips who has not spoken, or faces a bet."""
    seats, level, start = room.seats, game.level, game.start
    first: int | None = None
    for spot, hand in game.hands.items():
        if hand.folded or not seats[spot].cents or (hand.spoken and hand.put >= level):
            continue
        if spot >= start:
            return spot
        if first is None:
            first = spot
    return first


def _is_answered(room: Room, game: Game, spot: int) -> bool:
    """Return whether another hand has chips to answer with, or has put in more."""
    seats, put = room.seats, game.hands[spot].put
    for other, hand in game.hands.items():
        if other != spot and not hand.folded and (seats[other].cents or hand.put > put):
            return True
    return False
