"""The time of a real board."""

import time

from hal.ports import Millis


class MonotonicClock:
    """Implements `hal.ports.Clock` over CLOCK_MONOTONIC, which no change of the date moves."""

    def now(self) -> Millis:
        """Return the milliseconds since some moment before the program began."""
        return Millis(time.monotonic_ns() // 1_000_000)
