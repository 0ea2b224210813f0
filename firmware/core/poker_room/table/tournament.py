"""What a tournament's hall does at its table in service: the level, breaks, and moves."""

from firmware.core.poker_room.engine.tournament import Hall
from firmware.core.poker_room.engine.tournament_table import TournamentTable
from firmware.core.poker_room.table.apply import poker
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.hall import LevelSeen, Move


def hall_of(state: State) -> Hall:
    """Return what the table's hall has said; nothing in a poker room."""
    return poker(state).hall


def level_seen(state: State, event: LevelSeen) -> None:
    """Take the hall's word."""
    if not isinstance(state.game, TournamentTable):
        raise Forbidden("room.no_tournament")
    state.game.hear(event)


def lapsed(state: State, _event: Event) -> None:
    """The hall is lost: the table plays on at its last level."""
    poker(state).hall = hall_of(state).lapsed()


def note_moved(state: State, move: Move | None) -> None:
    """Note a move that was carried out, if it was one of the hall's."""
    if move is not None:
        poker(state).hall = hall_of(state).did(move)


def note_over(state: State) -> None:
    """Note that a game is over: hand for hand the hall releases the next one."""
    poker(state).hall = hall_of(state).game_over()


def check_runs(state: State) -> None:
    """Raise Forbidden if the hall lets no game begin."""
    if why := hall_of(state).stops:
        raise Forbidden(why)
