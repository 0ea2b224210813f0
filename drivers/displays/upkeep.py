"""The upkeep of a display that can't be read back: asked often whether it is there, mended less."""

from collections.abc import Callable
from typing import Final

from hal.ports import NEVER, Millis

PROBE_MS: Final = 1000
MEND_EVERY: Final = 5
"""Each fifth probe is a mending. A display loses its settings only if it alone loses its power, for
less than a second; a mending has up to forty times the octets of a probe.
"""


class Upkeep:
    """Calls `probe` or `mend`, when it is time to: `at`."""

    def __init__(self, probe: Callable[[], None], mend: Callable[[], None]) -> None:
        self.at = NEVER
        self._probe = probe
        self._mend = mend
        self._probes = 0

    def begin(self, now: Millis) -> None:
        """Count from now on: the display was just set up."""
        self._probes = 0
        self.at = Millis(now + PROBE_MS)

    def run(self, now: Millis) -> None:
        """Do what is due by now. Raises HardwareError."""
        if now < self.at:
            return
        self._probes += 1
        (self._probe if self._probes % MEND_EVERY else self._mend)()
        self.at = Millis(now + PROBE_MS)
