"""A disputed game on the dealer's display: a street at each press of RECALL (67.101, 67.110)."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.street_record import pages
from firmware.core.poker_room.table.apply import poker
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import ROUND


def may_recall(state: State) -> bool:
    """Return whether the game is replayed on the display: during a game only for the supervisor."""
    return bool(poker(state).story) and (state.phase is not ROUND or state.device.key_switch)


def next_street(state: State) -> None:
    """Tell the next street; after the last one the display is as before."""
    streets = pages(poker(state).story)
    if not streets:
        raise Forbidden("room.nothing_to_recall")
    if not may_recall(state):
        raise Forbidden("why.supervisor_key")
    turned = (state.gesture.recalled + 1) % (len(streets) + 1)
    state.gesture = replace(state.gesture, recalled=turned)


def close_book(state: State, event: Event) -> None:
    """Any other key ends the telling; what it does otherwise, it does."""
    if isinstance(event, KeyPressed) and event.key is not Key.RECALL and state.gesture.recalled:
        state.gesture = replace(state.gesture, recalled=0)


def lines_told(state: State) -> tuple[Text, ...]:
    """Return the street on the display with its number; None if no game is replayed."""
    nth, streets = state.gesture.recalled, pages(poker(state).story)
    if not 0 < nth <= len(streets):
        return ()
    values = {"number": poker(state).room.games, "page": nth, "pages": len(streets)}
    return (Text("room.told.page", values), *streets[nth - 1])
