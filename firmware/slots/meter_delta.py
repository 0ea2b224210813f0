"""Meter deltas: the difference between two readings of a SAS meter, with roll-over. Pure.

A meter of n digits counts modulo 10^n, so the delta is (new - old) mod 10^n:

    old        new                         delta (4 digits, max_delta 12)
    9 998  ->  0 003   rolled over             5   counted
    0 120  ->  0 140   too fast               20   "jumped"
    0 120  ->  0 110   backwards           9 990   "ran_back": over half of the range
    (none) ->  0 110   first reading           0   counted, since nothing is known before it

The delta alone cannot tell a roll-over from a meter that was reset or set back. `max_delta` can: it
is how far the meter may go in the time between both readings, by the rate at which a machine can be
played. A delta above it is a doubt, not an amount: the caller withholds the coins of the whole
reading until two people have acknowledged the machine (ADR 51), and counts none of it. The next
reading is compared with this one, so a doubtful step is never counted later either.
"""

from typing import Final, NamedTuple

from drivers.sas.responses import COIN_IN_METER, GAMES_PLAYED_METER, JACKPOT_METER, MeterReading
from firmware.slots.machine_state import MeterDoubt

MAX_GAMES_PER_SECOND: Final = 1
"""No machine plays faster."""
MIN_GAMES_ALLOWED: Final = 2
"""Games allowed between two readings that are close together: one that ends, one that begins."""


class MeterDelta(NamedTuple):
    """A meter's delta in its own units; with a doubt it is 0."""

    amount: int
    meter_doubt: MeterDoubt | None = None


def meter_delta(previous: MeterReading | None, now: MeterReading, max_delta: int) -> MeterDelta:
    """Return the delta from `previous` to `now`; 0 for a first reading."""
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
    """Return the largest plausible delta of a meter on a machine that takes so many credits a game.

    Wins have no useful bound: the meter of credits paid is in doubt only above half of its range,
    where a delta is rather a step back. A jackpot may go round its meter, by a single win.
    """
    if meter == JACKPOT_METER:
        return int(10**digits)
    max_games = MIN_GAMES_ALLOWED + MAX_GAMES_PER_SECOND * max(elapsed_ms, 0) // 1000
    if meter == COIN_IN_METER:
        return int(min(max_games * max_credits, 10**digits // 2))
    return int(min(max_games, 10**digits // 2) if meter == GAMES_PLAYED_METER else 10**digits // 2)
