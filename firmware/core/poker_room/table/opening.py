"""Opens and closes a poker table; each game is a round of the journal."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.state import GameStage
from firmware.core.poker_room.table import actions
from firmware.core.poker_room.table.apply import game_stage_of, poker_room_of, poker_state_of
from firmware.core.poker_room.table.metering import metered_rulings
from firmware.core.table.accounts import check_meters
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.meters import with_count
from firmware.core.table.state import RoundState, State
from firmware.core.table.voiding import report_cleared
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.rulings import Announced, RoundOpened


def open_table(state: State) -> None:
    """Open the table: players may sit down."""
    poker_room_of(state).table_opened()
    _next_round(state)
    state.add_ruling(Announced(Text("announce.table_open")), SoundAlert.BETS_OPEN)


def may_close(state: State) -> bool:
    """Return whether the supervisor may close the table: with empty seats, or in a tournament."""
    poker_state = poker_state_of(state)
    return state.device.key_switch and (poker_state.terms.tournament or not poker_state.seats)


def close_table(state: State) -> None:
    """Close the table until CONFIRM opens it again: no game of before is corrected then."""
    poker_room_of(state).engine.forget_past_rounds()
    state.key_entry = NO_KEY_ENTRY
    state.add_ruling(Announced(Text("announce.table_closed")))


def refuse_to_close(state: State) -> None:
    """Refuse to close the table, with the reason."""
    poker_state = poker_state_of(state)
    if poker_state.seats and not poker_state.terms.tournament:
        raise Forbidden("why.players_first")
    raise Forbidden("why.supervisor_key")


def refuse_in_game(_: State) -> None:
    """Refuse to change seats or stacks during a game."""
    raise Forbidden("room.game_on")


def confirm_game(state: State) -> None:
    """The pots have been pushed: the game is over."""
    # before the game is closed: its rulings go with it
    game = poker_state_of(state).game
    end_rulings = game.end_rulings if game else ()
    actions.confirm_pots(state)
    state.advance_meters(lambda meters: with_count(metered_rulings(meters, end_rulings), "rounds"))
    _next_round(state)


def void_game(state: State) -> None:
    """Void the game: all chips go back to their players (67.110)."""
    actions.apply_void(state)
    trouble = state.device.trouble
    voided_faults = trouble.voidable
    after = replace(trouble.with_voided(), felt_unconfirmed=False, power_returned=False)
    state.device = replace(state.device, trouble=after)
    report_cleared(state, voided_faults)
    _next_round(state)


def is_game_over(state: State) -> bool:
    """Return whether the pots are won."""
    return game_stage_of(state) is GameStage.OVER


def is_game_undone(state: State) -> bool:
    """Return whether undo has taken the game back to before its post."""
    return poker_state_of(state).game is None


def _next_round(state: State) -> None:
    state.round = RoundState(state.round.number + 1)
    state.key_entry = NO_KEY_ENTRY
    poker_room_of(state).comparison = None
    state.effects.opened = True
    check_meters(state)
    state.add_ruling(RoundOpened(state.round.number))
