"""A disputed game on the dealer's display: one street per press of RECALL (67.101, 67.110)."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.street_record import street_pages
from firmware.core.poker_room.table.apply import poker_room_of
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import ROUND


def may_recall(state: State) -> bool:
    """Return whether the game may be recalled: during a game only by the supervisor."""
    return bool(poker_room_of(state).street_record) and (
        state.phase is not ROUND or state.device.key_switch
    )


def show_next_street(state: State) -> None:
    """Display the next street; after the last one, the usual lines."""
    streets = street_pages(poker_room_of(state).street_record)
    if not streets:
        raise Forbidden("room.nothing_to_recall")
    if not may_recall(state):
        raise Forbidden("why.supervisor_key")
    # page 0 is the usual display
    page_number = (state.key_entry.recalled + 1) % (len(streets) + 1)
    state.key_entry = replace(state.key_entry, recalled=page_number)


def end_street_display(state: State, event: Event) -> None:
    """End the display of streets on any other key, which also has its usual effect."""
    if (
        isinstance(event, KeyPressed)
        and event.key is not Key.RECALL_GAME
        and state.key_entry.recalled
    ):
        state.key_entry = replace(state.key_entry, recalled=0)


def street_lines(state: State) -> tuple[Text, ...]:
    """Return the displayed street with its number; no lines if none is displayed."""
    page_number = state.key_entry.recalled
    streets = street_pages(poker_room_of(state).street_record)
    if not 0 < page_number <= len(streets):
        return ()
    values = {
        "number": poker_room_of(state).poker_state.game_count,
        "page": page_number,
        "pages": len(streets),
    }
    return (Text("room.told.page", values), *streets[page_number - 1])
