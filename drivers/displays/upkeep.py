"""The upkeep of a display that can't be read back: asked often whether it is there, mended less."""

from collections.abc import Callable
from typing import Final

from hal.ports import NEVER, Millis

PROBE_MS: Final = 1000
PROBES_A_REFRESH: Final = 5
"""Each fifth probe is a mending. A display loses its settings only if it alone loses its power, for
less than a second; a mending has up to forty times the octets of a probe.
"""


class DisplayUpkeep:
    """Calls `probe` or `mend`, when it is time to: `at`."""

    def __init__(self, probe: Callable[[], None], refresh: Callable[[], None]) -> None:
        self.next_due = NEVER
        self._probe = probe
        self._refresh = refresh
        self._probe_count = 0

    def restart_count(self, now: Millis) -> None:
        """Count from now on: the display was just set up."""
        self._probe_count = 0
        self.next_due = Millis(now + PROBE_MS)

    def run_due(self, now: Millis) -> None:
        """Do what is due by now. Raises HardwareError."""
        if now < self.next_due:
            return
        self._probe_count += 1
        (self._probe if self._probe_count % PROBES_A_REFRESH else self._refresh)()
        self.next_due = Millis(now + PROBE_MS)
