"""Time in a hall: counted in whole seconds by a clock that nobody can set.

The time of day says only how long a hall was away, and only if that can be.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple


class HostClocks(NamedTuple):
    """Both clocks."""

    monotonic: Callable[[], float]
    """Seconds since some time; it goes on while the machine sleeps, and never back."""
    wall_clock: Callable[[], datetime]


def system_clocks() -> HostClocks:
    """Return this machine's."""
    return HostClocks(lambda: time.clock_gettime(time.CLOCK_BOOTTIME), lambda: datetime.now(UTC))


def timestamp(wall_time: datetime) -> str:
    """Return a time of day as the journal keeps it."""
    return wall_time.isoformat(timespec="milliseconds")


def absence_s(last_entry_time: str, now: datetime, max_seconds: int) -> int | None:
    """Return the seconds since the journal's last entry; None if the clock was set back, or says
    that it was longer than any tournament lasts.
    """
    elapsed = now - datetime.fromisoformat(last_entry_time)
    if not timedelta(0) <= elapsed <= timedelta(seconds=max_seconds):
        return None
    return int(elapsed.total_seconds())


class ElapsedTime:
    """The time that has passed and is in no entry yet; the rest below a second is kept."""

    def __init__(self, now: float) -> None:
        self._counted_until_s = now

    def whole_seconds(self, now: float) -> int:
        """Return the whole seconds."""
        return max(0, int(now - self._counted_until_s))

    def consume(self, now: float) -> int:
        """Return the whole seconds; they are counted now."""
        seconds = self.whole_seconds(now)
        self._counted_until_s += seconds
        return seconds
