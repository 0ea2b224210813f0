"""The level message that a tournament sends to each of its tables."""

from firmware.core.tournament.rulings import PlayerMoved
from firmware.core.tournament.tournament import TournamentStage
from firmware.floor.level_wire import LevelMessage, MoveMessage, RebuyMessage
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.state import TournamentState, is_in_play


def level_message(journaled: JournaledTournament, table: int) -> LevelMessage:
    """Return the level message for a table now."""
    state, tournament, clock = journaled.state, journaled.tournament, journaled.clock
    return LevelMessage(
        tournament=state.name,
        number=0 if tournament.stage is TournamentStage.SALE else clock.level_number,
        blinds=clock.current_level.blinds or (0, 0),
        ante=clock.current_level.ante,
        seconds_left=max(0, clock.remaining_s),
        rest=clock.current_period.rest,
        runs=is_in_play(tournament) and clock.is_running,
        hand_for_hand=tournament.hand_for_hand,
        last_report=state.reports_taken.get(table, 0),
        moves=tuple(
            MoveMessage(move.player, move.origin, move.to, state.pending_moves[move.player].number)
            for move in state.unconfirmed_moves
            if table == move.to[0] or _has_to_leave(state, move, table)
        ),
        rebuys=tuple(
            RebuyMessage(rebuy.seat[1], tournament.terms.rebuy.chips, rebuy.number)
            for rebuy in state.open_rebuys_at(table).values()
            if tournament.terms.rebuy
        ),
    )


def _has_to_leave(state: TournamentState, move: PlayerMoved, table: int) -> bool:
    """Return whether the moved player may still be at this table."""
    return table == move.origin[0] and move.player in state.candidates_at(*move.origin)
