"""The pit's thread: it looks at the floor once a second, and feeds the watchdog."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from firmware.floor.pit.monitor import FloorMonitor
from firmware.shell.service.progress import LoopProgress
from firmware.shell.service.watchdog import SystemdNotifier
from hal.ports import Millis

READ_INTERVAL_S: Final = 1.0
STALE_AFTER_S: Final = 5.0
"""After this without a look the page's state is old."""

LOOK: Final = "look"
"""The name of its loop."""

log = logging.getLogger(__name__)


class FloorWatch:
    """Refreshes a monitor in a thread of its own, and feeds the service manager's watchdog as long
    as it gets on.
    """

    def __init__(
        self,
        monitor: FloorMonitor,
        notifier: SystemdNotifier | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._monitor, self._notifier, self._clock = monitor, notifier, clock
        self.progress = LoopProgress(STALE_AFTER_S, clock)
        self.progress.note_turn(LOOK)
        self._stop_requested = threading.Event()

    def start(self) -> None:
        """Look at the floor from now on, until stopped."""
        threading.Thread(target=self._run, name="watch", daemon=True).start()

    def stop(self) -> None:
        self._stop_requested.set()

    @property
    def age_s(self) -> float:
        """For how long the thread has not got on, in s."""
        return self.progress.ages_s()[LOOK]

    @property
    def is_stale(self) -> bool:
        return self.progress.is_stale

    def look(self) -> None:
        """Look once. A failure that is not the database's is logged: the state is old then, and the
        page, `/healthz` and the watchdog show it.
        """
        try:
            self._monitor.refresh()
        except Exception:
            log.exception("the floor's state is not renewed")
        else:
            self._note_progress()

    def begin(self) -> None:
        """Tell the service manager that the pit is in service."""
        if self._notifier:
            self._notifier.ready(self._now_ms())

    def _run(self) -> None:
        self.begin()
        self.look()
        while not self._stop_requested.wait(READ_INTERVAL_S):
            self.look()

    def _note_progress(self) -> None:
        self.progress.note_turn(LOOK)
        if self._notifier:
            self._notifier.feed(self._now_ms())

    def _now_ms(self) -> Millis:
        return Millis(int(self._clock() * 1000))
