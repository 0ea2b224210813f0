"""A tournament on the displays of its table: the level, the time left, moves, a silent hall."""

from collections.abc import Iterator

from firmware.core.poker_room.engine.places import TWO, able_to_play
from firmware.core.poker_room.engine.state import Room
from firmware.core.poker_room.engine.terms import Terms
from firmware.core.poker_room.engine.tournament import Hall
from firmware.core.poker_room.table.apply import room_of
from firmware.core.poker_room.table.tournament import hall_of
from firmware.core.table.state import State
from firmware.core.vocabulary.hall import HALL, OTHER, LevelSeen
from firmware.core.vocabulary.panel import Text, Values


def waits(state: State) -> tuple[Text, ...]:
    """Return why no game may begin in a tournament; nothing if one may."""
    room = room_of(state)
    if why := hall_of(state).stops:
        return (why,)
    if room.terms.tournament and room.played and len(able_to_play(room)) < TWO:
        return (Text("room.hall.alone"),)
    return ()


def hall_lines(state: State) -> Iterator[Text]:
    """Yield what the dealer is told of the hall, besides his next step."""
    hall = hall_of(state)
    if other := state.device.trouble.find(HALL, OTHER):
        yield other.words
    if hall.said is None:
        return
    if not hall.fresh:
        yield Text("room.hall.lost", {"number": hall.said.number})
    elif hall.said.hand_for_hand:
        yield Text("room.hall.hand_for_hand")
    if room_of(state).game is None:
        yield from _moves(hall)


def _moves(hall: Hall) -> Iterator[Text]:
    for move in hall.moves:
        values: Values = {"spot": move.spot, "table": move.table, "seat": move.seat}
        yield Text("room.hall.comes" if move.comes else "room.hall.goes", values)


def level_lines(state: State) -> Iterator[Text]:
    """Yield what the players are told: the break or the level, and what is played for now."""
    hall, room = hall_of(state), room_of(state)
    if hall.said is not None:
        yield _clock(hall.said, fresh=hall.fresh)
    yield from _played_for(room)
    if room.game is None:
        yield from _moves(hall)


def _clock(said: LevelSeen, *, fresh: bool) -> Text:
    """Return the level with the minutes left, if the hall can be heard."""
    values: Values = {"number": said.number, "minutes": said.minutes_left}
    if not fresh:
        return Text("room.hall.level", values)
    if not said.runs:
        return Text("room.hall.suspended", values)
    return Text("room.hall.rest" if said.rest else "room.hall.level_left", values)


def _played_for(room: Room) -> Iterator[Text]:
    """Yield the blinds and the ante: of the game that is on, and of the next if they are others."""
    now, then = room.terms if room.game else room.next_terms, room.next_terms
    yield from _amounts(now, "")
    if (now.blinds, now.ante) != (then.blinds, then.ante):
        yield from _amounts(then, "next_")


def _amounts(terms: Terms, when: str) -> Iterator[Text]:
    small, big = terms.blinds
    yield Text(f"room.told.{when}blinds", {"small_cents": small, "big_cents": big})
    if terms.ante:
        yield Text(f"room.told.{when}ante", {"cents": terms.ante})
