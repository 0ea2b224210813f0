"""For how long an uplink has been behind: something waits for the ledger to keep it."""

import math


class Behind:
    """Of all lanes of a table together."""

    def __init__(self) -> None:
        self._since = math.inf

    def look(self, now: float, *, level: bool) -> None:
        """Note whether every lane is level at this time, in seconds."""
        self._since = math.inf if level else min(self._since, now)

    def seconds(self, now: float) -> int:
        """Return for how long none of the looks has found them level."""
        return max(0, int(now - self._since)) if self._since < math.inf else 0
