"""Acts at a poker table in service: what its game rules goes to the table, with its sound."""

from functools import partial
from typing import Final

from firmware.core.poker_room.engine import rulings as r
from firmware.core.poker_room.engine.acts import Act
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.rulings import AnyRoomRuling
from firmware.core.poker_room.engine.state import Game, Room, Stage, game_of
from firmware.core.poker_room.table.metering import metered
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, PowerLost, PowerReturned
from firmware.core.vocabulary.panel import Alert
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling

ALERTS: Final = {
    r.AlarmRaised: Alert.FAULT,
    r.PotClosed: Alert.RESULT,
    Announced: Alert.CALL,
}


def poker(state: State) -> PokerRoom:
    """Return the table's game, which is the poker room."""
    if not isinstance(state.game, PokerRoom):
        raise TypeError(f"{type(state.game).__name__} is no poker room")
    return state.game


def room_of(state: State) -> Room:
    return poker(state).room


def hand_on(state: State) -> Game:
    """Return the game that is on. Raises Forbidden if none is."""
    return game_of(room_of(state))


def stage_of(state: State) -> Stage | None:
    """Return what the game that is on is at, None if none is."""
    return poker(state).stage


def halted(state: State) -> bool:
    """Return whether nothing goes on; if only the reader fails, the supervisor names the cards."""
    return state.stopped and not state.device.trouble.only_shoe


def act(state: State, done: Act) -> None:
    """Do an act. Raises Forbidden if it is refused: nothing has changed then."""
    ruled = poker(state).do(done)
    for ruling in ruled:
        if isinstance(ruling, Refused):
            raise Forbidden(ruling.why)
    rule(state, ruled)


def rule(state: State, ruled: tuple[AnyRoomRuling, ...]) -> None:
    """Add rulings of the game; one alert sounds for all."""
    sounded = False
    for ruling in ruled:
        alert = None if sounded else _alert(ruling)
        sounded = sounded or alert is not None
        state.rule(ruling, alert)
        if isinstance(ruling, r.Charged):
            state.count(partial(metered, rulings=[ruling]))


def _alert(ruling: Ruling) -> Alert | None:
    return ALERTS.get(type(ruling))


def let_time_pass(state: State, event: Event) -> None:
    """Count the players' time up to this event; a power cut has no length that is known."""
    rule(
        state, poker(state).count_time(state.now, anew=isinstance(event, PowerLost | PowerReturned))
    )
