"""Closing a table: first end or void its round, then close it under the supervisor's key."""

from contextlib import suppress
from threading import Event

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.poker_status import PokerStatus
from firmware.core.vocabulary.status import Status
from sim.people.actor import Dismissed
from sim.people.person import IDLE_WAIT_MS, Person

BEFORE_CLOSING = frozenset({Act.CONFIRM_FELT, Act.SHUFFLE_CARDS})
"""Asked for before anything can be closed."""


def close_and_leave(person: Person, stop_event: Event) -> None:
    """Void the round in play, close the table and leave the supervisor's key turned."""
    person.actor.dismissed = stop_event
    with suppress(Dismissed):
        while not (stop_event.is_set() or is_closed(person.actor.read_status())):
            step_to_close(person)
        # A table that was closed already has had nobody turn its key.
        person.actor.hands.turn_key_switch(is_on=True)


def is_closed(status: Status) -> bool:
    """Return whether the table waits to be opened."""
    return status.ask.do is Act.OPEN_TABLE


def step_to_close(person: Person) -> None:
    """Do one step towards a closed table; wait a little if none is possible."""
    status = person.actor.read_status()
    has_bets = any(spot.bets for spot in status.spots.values())
    if status.ask.do in BEFORE_CLOSING or (status.stopped and Key.VOID_ROUND not in status.keys):
        progressed = person.answer_prompt(status)
    elif status.phase == "round" or (has_bets and status.phase == "open"):
        person.void_round()
        progressed = True
    elif status.room and status.room.seats:
        _remove_player(person, status.room)
        progressed = True
    else:
        person.actor.hands.turn_key_switch(is_on=True)
        person.actor.wait_until(lambda current: Key.CONFIRM in current.keys)
        progressed = person.actor.press_key(Key.CONFIRM)
    if not progressed:
        person.actor.wait(IDLE_WAIT_MS)


def _remove_player(person: Person, room_status: PokerStatus) -> None:
    """Turn to the next player of a poker table; have him leave if he is chosen."""
    key = Key.LEAVE_SEAT if room_status.spot in room_status.seats else Key.NEXT_PLACE
    person.actor.hands.press_key(key)
    person.actor.wait_until(lambda current: current.room != room_status)
