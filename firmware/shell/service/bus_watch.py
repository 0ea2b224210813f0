"""Checks whether a bus's thread still runs.

A transfer that the kernel never ends holds the thread that asked for it, and no error ever comes.
All parts of that bus are then dead, while the loop runs.
"""

import logging
from collections.abc import Sequence
from typing import Final

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.shell.parts.bus_thread import BusThread
from hal.ports import Millis

HELD_FAULT_MS: Final = 2000

HOPELESS_MS: Final = 10_000
"""From then on only a new start of the service frees the bus."""

_LONGEST_INTERVAL_MS: Final = 1000
"""The most that counts between two checks: if the whole process was suspended, no bus is to blame.
"""


log = logging.getLogger(__name__)


class BusWatch:
    """Watches one thread; `check_thread` is called in each turn of the loop.

    `reported` is whether the table has the fault already, from before a start.
    """

    def __init__(self, thread: BusThread, *, reported: bool = False) -> None:
        self._thread = thread
        self._last_cycle_count = 0
        self._checked_at = Millis(0)
        self._stalled_ms = 0
        self._reported = reported

    @property
    def is_hopeless(self) -> bool:
        """Whether the thread has been held so long that the service has to be started again."""
        return self._stalled_ms >= HOPELESS_MS

    def check_thread(self, now: Millis) -> Sequence[Event]:
        """Return a fault once the thread is held, and its end once it turns again."""
        # if the whole process was suspended, at most one interval counts against the bus
        elapsed_ms, self._checked_at = min(now - self._checked_at, _LONGEST_INTERVAL_MS), now
        cycles_before, self._last_cycle_count = self._last_cycle_count, self._thread.cycle_count
        has_cycled = self._last_cycle_count != cycles_before
        self._stalled_ms = 0 if has_cycled else self._stalled_ms + elapsed_ms
        is_held = not has_cycled and (self._reported or self._stalled_ms >= HELD_FAULT_MS)
        if is_held == self._reported:
            return ()
        self._reported = is_held
        if is_held:
            log.error("%s: a transfer does not end", self._thread.bus.name)
        return [(FaultRaised if is_held else FaultEnded)(self._thread.bus.name, "held")]
