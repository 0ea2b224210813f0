"""The level as a hall sends it to each of its tables."""

from firmware.core.tournament.rulings import Moved
from firmware.core.tournament.tournament import Stage
from firmware.floor.level_wire import LevelDown, MoveDown
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.state import Hall, is_at_play


def level_down(kept: KeptHall, table: int) -> LevelDown:
    """Return the level for a table now."""
    hall, room, clock = kept.hall, kept.room, kept.clock
    return LevelDown(
        tournament=hall.tournament,
        number=0 if room.stage is Stage.SALE else clock.number,
        blinds=clock.level.blinds or (0, 0),
        ante=clock.level.ante,
        seconds_left=max(0, clock.left_s),
        rest=clock.period.rest,
        runs=is_at_play(room) and clock.runs,
        hand_for_hand=room.hand_for_hand,
        heard=hall.heard.get(table, 0),
        moves=tuple(
            MoveDown(move.player, move.origin, move.to, hall.ways[move.player].number)
            for move in hall.moves
            if table == move.to[0] or _leaves(hall, move, table)
        ),
    )


def _leaves(hall: Hall, move: Moved, table: int) -> bool:
    """Return whether a player has yet to leave a table, as far as the hall knows."""
    return table == move.origin[0] and move.player in hall.players_at(*move.origin)
