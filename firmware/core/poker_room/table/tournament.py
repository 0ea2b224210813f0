"""The tournament at its table in service: the level, breaks, and moves."""

from firmware.core.poker_room.engine.tournament_link import TournamentLink
from firmware.core.poker_room.engine.tournament_table import TournamentTable
from firmware.core.poker_room.table.apply import poker_room_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.tournament import LevelSeen, SeatMove, SeatRebuy


def tournament_link_of(state: State) -> TournamentLink:
    """Return the table's link to its tournament; `NO_TOURNAMENT` in a cash game."""
    return poker_room_of(state).tournament_link


def level_seen(state: State, event: LevelSeen) -> None:
    """Apply a level received from the tournament."""
    if not isinstance(state.game, TournamentTable):
        raise Forbidden("room.no_tournament")
    state.game.take_level(event)


def tournament_lapsed(state: State, _event: Event) -> None:
    """The tournament's server is silent: the table plays on at its last level."""
    poker_room_of(state).tournament_link = tournament_link_of(state).without_tournament()


def note_move_made(state: State, move: SeatMove | None) -> None:
    """Record that a move of the tournament was carried out here."""
    if move is not None:
        poker_room_of(state).tournament_link = tournament_link_of(state).with_move_made(move)


def note_rebuy_laid(state: State, rebuy: SeatRebuy) -> None:
    """Record that the chips of a rebuy were laid here."""
    poker_room_of(state).tournament_link = tournament_link_of(state).with_rebuy_laid(rebuy)


def note_game_over(state: State) -> None:
    """Record the end of a game: hand for hand, the tournament must release the next one."""
    poker_room_of(state).tournament_link = tournament_link_of(state).after_game()


def check_may_begin(state: State) -> None:
    """Raise Forbidden if the tournament lets no game begin."""
    if reason := tournament_link_of(state).block_reason:
        raise Forbidden(reason)
