"""Time in a hall: counted in whole seconds by a clock that nobody can set.

The time of day says only how long a hall was away, and only if that can be.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple


class Clocks(NamedTuple):
    """Both clocks."""

    steady: Callable[[], float]
    """Seconds since some time; it goes on while the machine sleeps, and never back."""
    wall: Callable[[], datetime]


def own_clocks() -> Clocks:
    """Return this machine's."""
    return Clocks(lambda: time.clock_gettime(time.CLOCK_BOOTTIME), lambda: datetime.now(UTC))


def written(wall: datetime) -> str:
    """Return a time of day as the journal keeps it."""
    return wall.isoformat(timespec="milliseconds")


def away_s(last: str, now: datetime, longest_s: int) -> int | None:
    """Return the seconds since the journal's last entry; None if the clock was set back, or says
    that it was longer than any tournament lasts.
    """
    passed = now - datetime.fromisoformat(last)
    if not timedelta(0) <= passed <= timedelta(seconds=longest_s):
        return None
    return int(passed.total_seconds())


class Passing:
    """The time that has passed and is in no entry yet; the rest below a second is kept."""

    def __init__(self, now: float) -> None:
        self._since = now

    def seconds(self, now: float) -> int:
        """Return the whole seconds."""
        return max(0, int(now - self._since))

    def take(self, now: float) -> int:
        """Return the whole seconds; they are counted now."""
        seconds = self.seconds(now)
        self._since += seconds
        return seconds
