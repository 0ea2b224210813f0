"""The time of a real board."""

import time

from hal.clock import MonotonicClock
from hal.ports import Millis


def test_it_counts_whole_milliseconds() -> None:
    before = time.monotonic_ns() // 1_000_000
    now = MonotonicClock().now()
    after = time.monotonic_ns() // 1_000_000
    assert before <= now <= after
    assert isinstance(now, int)


def test_it_never_goes_back() -> None:
    clock = MonotonicClock()
    moments: list[Millis] = [clock.now() for _ in range(1000)]
    assert moments == sorted(moments)
