"""Acts at a poker table in service: what its game rules goes to the table, with its sound."""

from functools import partial
from typing import Final

from firmware.core.poker_room.engine import rulings
from firmware.core.poker_room.engine.acts import PokerAct
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.rulings import AnyPokerRuling
from firmware.core.poker_room.engine.state import GameStage, PokerGame, PokerState, current_game
from firmware.core.poker_room.table.metering import metered_rulings
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, PowerLost, PowerReturned
from firmware.core.vocabulary.panel import SoundAlert
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling

ALERTS: Final = {
    rulings.AlarmRaised: SoundAlert.FAULT,
    rulings.PotClosed: SoundAlert.RESULT,
    Announced: SoundAlert.CALL,
}


def poker_room_of(state: State) -> PokerRoom:
    """Return the table's game, which is the poker room."""
    if not isinstance(state.game, PokerRoom):
        raise TypeError(f"{type(state.game).__name__} is no poker room")
    return state.game


def poker_state_of(state: State) -> PokerState:
    return poker_room_of(state).poker_state


def game_in_progress(state: State) -> PokerGame:
    """Return the game that is on. Raises Forbidden if none is."""
    return current_game(poker_state_of(state))


def game_stage_of(state: State) -> GameStage | None:
    """Return what the game that is on is at, None if none is."""
    return poker_room_of(state).stage


def is_halted(state: State) -> bool:
    """Return whether nothing goes on; if only the reader fails, the supervisor names the cards."""
    return state.stopped and not state.device.trouble.only_shoe


def apply_act(state: State, act: PokerAct) -> None:
    """Do an act. Raises Forbidden if it is refused: nothing has changed then."""
    rulings = poker_room_of(state).apply_act(act)
    for ruling in rulings:
        if isinstance(ruling, Refused):
            raise Forbidden(ruling.why)
    add_rulings(state, rulings)


def add_rulings(state: State, act_rulings: tuple[AnyPokerRuling, ...]) -> None:
    """Add rulings of the game; one alert sounds for all."""
    has_sounded = False
    for ruling in act_rulings:
        alert = None if has_sounded else _alert_for(ruling)
        has_sounded = has_sounded or alert is not None
        state.add_ruling(ruling, alert)
        if isinstance(ruling, rulings.TimeCharged):
            state.advance_meters(partial(metered_rulings, rulings=[ruling]))


def _alert_for(ruling: Ruling) -> SoundAlert | None:
    return ALERTS.get(type(ruling))


def let_time_pass(state: State, event: Event) -> None:
    """Count the players' time up to this event; a power cut has no length that is known."""
    add_rulings(
        state,
        poker_room_of(state).count_seconds(
            state.now, restart=isinstance(event, PowerLost | PowerReturned)
        ),
    )
