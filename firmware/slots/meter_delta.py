"""How far a meter has gone from one reading to the next; pure.

A meter of n digits begins again after 10^n - 1. One that has gone further than anybody can play in
the time has jumped; if it would be less the other way, it ran back.
"""

from typing import Final, NamedTuple

from drivers.sas.responses import COIN_IN_METER, GAMES_PLAYED_METER, MeterReading
from firmware.slots.state import MeterDoubt

MAX_GAMES_PER_SECOND: Final = 1
"""More than a machine can play."""
MIN_GAMES_ALLOWED: Final = 2
"""Games that may be counted between two readings, however little time is between them."""


class MeterDelta(NamedTuple):
    """How far a meter has gone; the doubt if it can't have."""

    amount: int
    meter_doubt: MeterDoubt | None = None


def meter_delta(previous: MeterReading | None, now: MeterReading, max_delta: int) -> MeterDelta:
    """Return how far a meter has gone; a first reading counts nothing."""
    if previous is None:
        return MeterDelta(0)
    if previous.digits != now.digits:
        return MeterDelta(0, "jumped")
    meter_range = 10**now.digits
    amount = (now.value - previous.value) % meter_range
    if amount <= max_delta:
        return MeterDelta(amount)
    return MeterDelta(0, "ran_back" if amount > meter_range // 2 else "jumped")


def max_delta(meter: int, digits: int, max_credits: int, elapsed_ms: int) -> int:
    """Return how far a meter can go in a time on a machine that takes so many credits a play. A
    machine's payments have no useful bound: on their meters a step of more than half the range
    counts as one back.
    """
    max_games = MIN_GAMES_ALLOWED + MAX_GAMES_PER_SECOND * max(elapsed_ms, 0) // 1000
    if meter == COIN_IN_METER:
        return int(min(max_games * max_credits, 10**digits // 2))
    return int(min(max_games, 10**digits // 2) if meter == GAMES_PLAYED_METER else 10**digits // 2)
