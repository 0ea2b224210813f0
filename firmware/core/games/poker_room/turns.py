"""Whose turn it is to speak (67.88 (19)); who need not, since nobody could answer him."""

from firmware.core.games.poker_room.state import DEALING, OVER, SHOWDOWN, Game, Room


def speaker(room: Room) -> int | None:
    """Return the spot of the player whose turn it is; None if nobody has to decide anything."""
    return room.game.turn if room.game else None


def next_to_speak(room: Room, game: Game) -> int | None:
    """Return whose turn it is in a round of bets; None if it is over."""
    seats, level, start = room.seats, game.level, game.start
    turn: int | None = None
    live = able = 0
    for spot, hand in game.hands.items():
        if hand.folded:
            continue
        live += 1
        if not seats[spot].cents:
            continue
        able += 1
        is_due = not hand.spoken or hand.put < level
        if is_due and (turn is None or turn < start <= spot):
            turn = spot
    if turn is None or live == 1 or (able == 1 and _has_matched(game, turn)):
        return None
    return turn


def bets_are_over(room: Room) -> bool:
    """Return whether nobody can bet any more in this game."""
    game = room.game
    if game is None or game.stage in (SHOWDOWN, OVER):
        return game is not None
    return game.stage is DEALING and game.complete > 0 and len(room.with_chips()) <= 1


def _has_matched(game: Game, spot: int) -> bool:
    """Return whether a hand has put in as much as any other that is in."""
    return game.hands[spot].put >= max(_of_others(game, spot), default=0)


def _of_others(game: Game, spot: int) -> list[int]:
    return [game.hands[other].put for other in game.live if other != spot]
