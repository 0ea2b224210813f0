"""Elapsed time of a tournament, in whole seconds of a clock that nobody can set.

The time of day serves only to compute an absence of the process, if it is plausible.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple


class HostClocks(NamedTuple):
    """The clocks of the machine."""

    monotonic: Callable[[], float]
    """Seconds; never set back, and counting while the machine sleeps."""
    wall_clock: Callable[[], datetime]


def system_clocks() -> HostClocks:
    """Return the clocks of this machine."""
    # not time.monotonic(): that stops while the machine sleeps
    return HostClocks(lambda: time.clock_gettime(time.CLOCK_BOOTTIME), lambda: datetime.now(UTC))


def timestamp(wall_time: datetime) -> str:
    """Return a time of day in the journal's format."""
    return wall_time.isoformat(timespec="milliseconds")


def absence_s(last_entry_time: str, now: datetime, max_seconds: int) -> int | None:
    """Return the seconds since the journal's last entry.

    None if the clock was set back, or the absence is longer than `max_seconds`.
    """
    elapsed = now - datetime.fromisoformat(last_entry_time)
    if not timedelta(0) <= elapsed <= timedelta(seconds=max_seconds):
        return None
    return int(elapsed.total_seconds())


class ElapsedTime:
    """The time since the last journal entry; the fraction of a second is carried over."""

    def __init__(self, now: float) -> None:
        self._counted_until_s = now

    def whole_seconds(self, now: float) -> int:
        """Return the whole seconds."""
        return max(0, int(now - self._counted_until_s))

    def consume(self, now: float) -> int:
        """Return the whole seconds, and count from there."""
        seconds = self.whole_seconds(now)
        self._counted_until_s += seconds
        return seconds
