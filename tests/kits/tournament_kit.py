"""The room of a small tournament, with its players A, B, …"""

from typing import Any

from firmware.core.tournament import acts
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import Tournament, new_tournament

LEVELS = [
    {"seconds": 600, "blinds": [25, 50]},
    {"seconds": 600, "blinds": [50, 100]},
    {"seconds": 300, "break": True},
    {"seconds": 900, "blinds": [100, 200], "ante": 25},
]
REBUY = {"cents": 3000, "chips": 8000, "until_level": 2}


def sold(count: int, **options: Any) -> Tournament:
    """Return a room of so many players, A, B, … with their seats."""
    given = {"entry_cents": 5000, "levels": LEVELS, "rebuy": REBUY, "managers": 9, **options}
    room = new_tournament(read_terms("holdem-tournament", given, ()))
    names = tuple(chr(ord("A") + at) for at in range(count))
    for name in names:
        room.handle_act(acts.Register(name, 5000, 40))
    room.handle_act(acts.DrawSeats(names))
    return room


def playing(count: int, *done: acts.TournamentAct, **options: Any) -> Tournament:
    room = sold(count, **options)
    for act in (acts.StartPlay(), *done):
        room.handle_act(act)
    return room


def gone(*names: str) -> acts.ReportEliminated:
    return acts.ReportEliminated(tuple(acts.EliminatedPlayer(name, 100) for name in names))
