"""Applies acts at a poker table: the engine's rulings become the table's, with a sound."""

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
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SoundAlert
from firmware.core.vocabulary.rulings import Announced, Refused, RoundCorrected, Ruling, Undone

ALERTS: Final = {
    rulings.AlarmRaised: SoundAlert.FAULT,
    rulings.KeyUndone: SoundAlert.REFUSED,
    rulings.PotClosed: SoundAlert.RESULT,
    Announced: SoundAlert.CALL,
}


def poker_room_of(state: State) -> PokerRoom:
    """Return the table's game. Raises TypeError if it is not a poker room."""
    if not isinstance(state.game, PokerRoom):
        raise TypeError(f"{type(state.game).__name__} is no poker room")
    return state.game


def poker_state_of(state: State) -> PokerState:
    return poker_room_of(state).poker_state


def game_in_progress(state: State) -> PokerGame:
    """Return the game in progress. Raises Forbidden if there is none."""
    return current_game(poker_state_of(state))


def game_stage_of(state: State) -> GameStage | None:
    """Return the stage of the game in progress; None between games."""
    return poker_room_of(state).stage


def is_halted(state: State) -> bool:
    """Return whether faults stop play. Without a card reader the supervisor names the cards."""
    return state.stopped and not state.device.trouble.only_shoe


def apply_act(state: State, act: PokerAct) -> None:
    """Apply an act. Raises Forbidden if it is refused; the state is then unchanged."""
    rulings = poker_room_of(state).apply_act(act)
    for ruling in rulings:
        if isinstance(ruling, Refused):
            raise Forbidden(ruling.why)
    add_rulings(state, rulings)


def add_rulings(state: State, act_rulings: tuple[AnyPokerRuling, ...]) -> None:
    """Add the engine's rulings to the table's, with one alert for all of them."""
    has_sounded = False
    for ruling in act_rulings:
        alert = None if has_sounded else _alert_for(ruling)
        has_sounded = has_sounded or alert is not None
        state.add_ruling(_table_ruling(state, ruling), alert)
        # other amounts are metered when the game is confirmed; these belong to no game in progress
        if isinstance(ruling, rulings.TimeCharged | RoundCorrected):
            state.advance_meters(partial(metered_rulings, rulings=[ruling]))


def _table_ruling(state: State, ruling: AnyPokerRuling) -> Ruling:
    """Return the ruling as every table has it: what was taken back by the number of its events."""
    if not isinstance(ruling, rulings.KeyUndone):
        return ruling
    first_step = ruling.step if ruling.first_step is None else ruling.first_step
    return Undone(Key.TAKE_CARD_BACK.value, poker_room_of(state).step - first_step)


def _alert_for(ruling: Ruling) -> SoundAlert | None:
    return ALERTS.get(type(ruling))


def let_time_pass(state: State, event: Event) -> None:
    """Count the players' time up to this event, without a power cut: its length is unknown."""
    add_rulings(
        state,
        poker_room_of(state).count_seconds(
            state.now, restart=isinstance(event, PowerLost | PowerReturned)
        ),
    )
