"""The room of a small tournament, with its players A, B, …"""

from typing import Any

from firmware.core.tournament import acts as a
from firmware.core.tournament.terms import terms_of
from firmware.core.tournament.tournament import Room, room_of

LEVELS = [
    {"seconds": 600, "blinds": [25, 50]},
    {"seconds": 600, "blinds": [50, 100]},
    {"seconds": 300, "break": True},
    {"seconds": 900, "blinds": [100, 200], "ante": 25},
]
REBUY = {"cents": 3000, "chips": 8000, "until_level": 2}


def sold(count: int, **options: Any) -> Room:
    """Return a room of so many players, A, B, … with their seats."""
    given = {"entry_cents": 5000, "levels": LEVELS, "rebuy": REBUY, "managers": 9, **options}
    room = room_of(terms_of("holdem-tournament", given, ()))
    names = tuple(chr(ord("A") + at) for at in range(count))
    for name in names:
        room.handle(a.Register(name, 5000, 40))
    room.handle(a.Draw(names))
    return room


def playing(count: int, *done: a.Act, **options: Any) -> Room:
    room = sold(count, **options)
    for act in (a.Start(), *done):
        room.handle(act)
    return room


def gone(*names: str) -> a.ReportOut:
    return a.ReportOut(tuple(a.Lost(name, 100) for name in names))
