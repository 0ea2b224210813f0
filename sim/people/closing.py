"""Whoever leaves a table as it should be left: nothing in play, and closed."""

from contextlib import suppress
from threading import Event

from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.room_status import RoomStatus
from firmware.core.vocabulary.status import Status
from sim.people.actor import Dismissed
from sim.people.person import WAITS_MS, Person

FIRST = frozenset({Act.CONFIRM_FELT, Act.SHUFFLE})
"""Asked for before anything can be closed."""


def leave_closed(person: Person, ended: Event) -> None:
    """Void the round in play, close the table and leave the supervisor's key turned."""
    person.body.dismissed = ended
    with suppress(Dismissed):
        while not (ended.is_set() or is_closed(person.body.look())):
            step_to_close(person)
        person.body.hands.turn_key_switch(on=True)  # whoever found it closed has not turned it


def is_closed(seen: Status) -> bool:
    """Return whether the table waits to be opened."""
    return seen.ask.do is Act.OPEN_TABLE


def step_to_close(person: Person) -> None:
    """Do one thing that leads to a closed table; wait a little if there is none."""
    seen = person.body.look()
    bets = any(spot.bets for spot in seen.spots.values())
    if seen.ask.do in FIRST or (seen.stopped and Key.VOID not in seen.keys):
        done = person.answer(seen)
    elif seen.phase == "round" or (bets and seen.phase == "open"):
        person.void()
        done = True
    elif seen.room and seen.room.seats:
        _have_leave(person, seen.room)
        done = True
    else:
        person.body.hands.turn_key_switch(on=True)
        person.body.until(lambda now: Key.CONFIRM in now.keys)
        done = person.body.press(Key.CONFIRM)
    if not done:
        person.body.wait(WAITS_MS)


def _have_leave(person: Person, room: RoomStatus) -> None:
    """Turn to the next player of a poker table; have him leave if he is chosen."""
    key = Key.LEAVE if room.spot in room.seats else Key.PLACE
    person.body.hands.press(key)
    person.body.until(lambda now: now.room != room)
