"""The upkeep of a display that can't be read back: probed every second, refreshed less often."""

from collections.abc import Callable
from typing import Final

from hal.ports import NEVER, Millis

PROBE_MS: Final = 1000
PROBES_A_REFRESH: Final = 5
"""Each fifth probe is a refresh. A display loses its settings only if it alone loses its power, for
less than a second; a refresh has up to forty times the octets of a probe.
"""


class DisplayUpkeep:
    """Calls `probe` or `refresh` when `next_due` is reached."""

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
        """Probe or refresh if it is due. Raises HardwareError."""
        if now < self.next_due:
            return
        self._probe_count += 1
        (self._probe if self._probe_count % PROBES_A_REFRESH else self._refresh)()
        self.next_due = Millis(now + PROBE_MS)
