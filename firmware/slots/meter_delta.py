"""How far a meter has gone from one reading to the next; pure.

A meter of n digits begins again after 10^n - 1. One that has gone further than anybody can play in
the time has jumped; if it would be less the other way, it ran back.
"""

from typing import Final, NamedTuple

from drivers.sas.answers import COIN_IN, PLAYED, Reading
from firmware.slots.state import Doubt

GAMES_A_SECOND: Final = 1
"""More than a machine can play."""
UNREAD: Final = 2
"""Games that may be counted between two readings, however little time is between them."""


class Step(NamedTuple):
    """How far a meter has gone; the doubt if it can't have."""

    by: int
    doubt: Doubt | None = None


def step(before: Reading | None, now: Reading, most: int) -> Step:
    """Return how far a meter has gone; a first reading counts nothing."""
    if before is None:
        return Step(0)
    if before.digits != now.digits:
        return Step(0, "jumped")
    around = 10**now.digits
    by = (now.value - before.value) % around
    if by <= most:
        return Step(by)
    return Step(0, "ran_back" if by > around // 2 else "jumped")


def most(meter: int, digits: int, coins: int, passed_ms: int) -> int:
    """Return how far a meter can go in a time on a machine that takes so many credits a play. A
    machine's payments have no useful bound: on their meters a step of more than half the range
    counts as one back.
    """
    games = UNREAD + GAMES_A_SECOND * max(passed_ms, 0) // 1000
    if meter == COIN_IN:
        return int(min(games * coins, 10**digits // 2))
    return int(min(games, 10**digits // 2) if meter == PLAYED else 10**digits // 2)
