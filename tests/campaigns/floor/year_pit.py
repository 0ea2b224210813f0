"""What a pit takes with a year behind it: `python -m tests.campaigns.floor.year_pit URL`.

It is a process of its own, so that its memory is a pit's.
"""

import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from statistics import median

from firmware.floor.gaming_day import USUAL_CALENDAR
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.store import open_database
from tests.campaigns.progress import say

LOOKS = 10


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Print how long the block takes."""
    began, cpu = time.monotonic(), time.process_time()
    yield
    spent, used = time.monotonic() - began, time.process_time() - cpu
    say(f"{name}: {spent:.2f} s, {used:.2f} s of this process's processor")


def main(url: str) -> None:
    """Print what a pit takes at its start, for a look, and for reports."""
    store = open_database(url)
    began = time.monotonic()
    monitor = FloorMonitor(store)
    monitor.refresh()
    say(f"start of a pit and its first look: {time.monotonic() - began:.2f} s")
    looks = []
    for _ in range(LOOKS):
        cpu = time.process_time()
        monitor.refresh()
        looks.append((time.process_time() - cpu) * 1000)
    say(f"a look: {median(looks):.1f} ms of processor")
    last_day = USUAL_CALENDAR.gaming_day(int(time.time() * 1000))
    for span, days in (("a day", 1), ("a month", 30), ("a year", 365)):
        hours = USUAL_CALENDAR.days_hours(last_day - timedelta(days), last_day)
        with timed(f"report by table over {span}"):
            monitor.grouped_takings("table", hours)
    with timed("all forms, balanced"):
        monitor.forms_overview(hours)
    say(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main(sys.argv[1])
