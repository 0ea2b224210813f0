"""Whose turn it is to speak (67.88 (19)); who need not, since nobody could answer him."""

from firmware.core.games.poker_room.state import Game, Hand, Room, Stage, clockwise


def speaker(room: Room) -> int | None:
    """Return the spot of the player whose turn it is; None if nobody has to decide anything."""
    game = room.game
    if game is None or game.stage is not Stage.BETTING:
        return None
    live = game.live
    able = [spot for spot in live if room.seats[spot].cents]
    due = [spot for spot in able if _is_due(game.hands[spot], game)]
    if not due or len(live) == 1 or (len(able) == 1 and _has_matched(game, able[0])):
        return None
    return clockwise(due, game.start)[0]


def bets_are_over(room: Room) -> bool:
    """Return whether nobody can bet any more in this game."""
    game = room.game
    if game is None or game.stage in (Stage.SHOWDOWN, Stage.OVER):
        return game is not None
    return game.stage is Stage.DEALING and game.complete > 0 and len(room.with_chips()) <= 1


def _is_due(hand: Hand, game: Game) -> bool:
    return not hand.spoken or hand.put < game.level


def _has_matched(game: Game, spot: int) -> bool:
    """Return whether a hand has put in as much as any other that is in."""
    return game.hands[spot].put >= max(_of_others(game, spot), default=0)


def _of_others(game: Game, spot: int) -> list[int]:
    return [game.hands[other].put for other in game.live if other != spot]


def has_spoken(game: Game, spot: int) -> None:
    """Note that a player has spoken, and that the turn goes to his left."""
    hand: Hand = game.hands[spot]
    hand.spoken, hand.spoke_at = True, game.full
    game.start = spot + 1
    game.clock = None
