"""Sees whether a bus's thread still turns.

A transfer that the kernel never ends holds the thread that asked for it, and no error ever comes.
All parts of that bus are dead then, while the loop goes on.
"""

import logging
from collections.abc import Sequence
from typing import Final

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.shell.parts.bus_thread import BusThread
from hal.ports import Millis

HELD_MS: Final = 2000

HOPELESS_MS: Final = 10_000
"""From then on only a new start of the service frees the bus."""

_LONGEST_LOOK_MS: Final = 1000
"""What counts between two looks: if the whole process was held up, no bus is to blame."""


log = logging.getLogger(__name__)


class BusWatch:
    """Watches one thread; `look` is called in each turn of the loop.

    `reported` says that the table knows the fault already, from before a start.
    """

    def __init__(self, thread: BusThread, *, reported: bool = False) -> None:
        self._thread = thread
        self._turns = 0
        self._looked = Millis(0)
        self._still_ms = 0
        self._reported = reported

    @property
    def is_hopeless(self) -> bool:
        """Whether the thread has been held so long that the service has to be started again."""
        return self._still_ms >= HOPELESS_MS

    def look(self, now: Millis) -> Sequence[Event]:
        """Return a fault once the thread is held, and its end once it turns again."""
        since, self._looked = min(now - self._looked, _LONGEST_LOOK_MS), now
        before, self._turns = self._turns, self._thread.turns
        turned = self._turns != before
        self._still_ms = 0 if turned else self._still_ms + since
        held = not turned and (self._reported or self._still_ms >= HELD_MS)
        if held == self._reported:
            return ()
        self._reported = held
        if held:
            log.error("%s: a transfer does not end", self._thread.bus.name)
        return [(FaultRaised if held else FaultEnded)(self._thread.bus.name, "held")]
