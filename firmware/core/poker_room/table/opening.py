"""A poker table opens and closes; a game begins a round of the journal, and ends it."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.state import Stage
from firmware.core.poker_room.table import actions
from firmware.core.poker_room.table.apply import poker, room_of, stage_of
from firmware.core.poker_room.table.metering import metered
from firmware.core.table.accounts import check_meters
from firmware.core.table.meters import counted
from firmware.core.table.state import NOTHING_BEGUN, Round, State
from firmware.core.table.voiding import say_cleared
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.rulings import Announced, RoundOpened


def open_table(state: State) -> None:
    """Open the table: players may sit down."""
    poker(state).opened()
    _next_round(state)
    state.rule(Announced(Text("announce.table_open")), Alert.BETS_OPEN)


def may_close(state: State) -> bool:
    """Return whether the supervisor may close the table: nobody sits there, but in a tournament."""
    room = room_of(state)
    return state.device.key_switch and (room.terms.tournament or not room.seats)


def close_table(state: State) -> None:
    """Close the table until CONFIRM opens it again."""
    state.gesture = NOTHING_BEGUN
    state.rule(Announced(Text("announce.table_closed")))


def refuse_to_close(state: State) -> None:
    """Say why CONFIRM does nothing between games."""
    room = room_of(state)
    if room.seats and not room.terms.tournament:
        raise Forbidden("why.players_first")
    raise Forbidden("why.supervisor_key")


def refuse_in_game(_: State) -> None:
    """Say why nobody comes, goes or takes chips while a game is on."""
    raise Forbidden("room.game_on")


def confirm(state: State) -> None:
    """The pots have been pushed: the game is over."""
    game = room_of(state).game
    result = game.result if game else ()
    actions.confirm(state)
    state.count(lambda meters: counted(metered(meters, result), "rounds"))
    _next_round(state)


def void(state: State) -> None:
    """Void the game: everybody takes back what he has put in (67.110)."""
    actions.void(state)
    trouble = state.device.trouble
    voided = trouble.voidable
    after = replace(trouble.voided(), felt_unconfirmed=False, power_returned=False)
    state.device = replace(state.device, trouble=after)
    say_cleared(state, voided)
    _next_round(state)


def is_over(state: State) -> bool:
    """Return whether the pots are won."""
    return stage_of(state) is Stage.OVER


def is_gone(state: State) -> bool:
    """Return whether the game was taken back: nothing was posted."""
    return room_of(state).game is None


def _next_round(state: State) -> None:
    state.round = Round(state.round.number + 1)
    state.gesture = NOTHING_BEGUN
    poker(state).compared = None
    state.turn.opened = True
    check_meters(state)
    state.rule(RoundOpened(state.round.number))
