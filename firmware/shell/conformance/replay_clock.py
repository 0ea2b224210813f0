"""The time of a capture that is replayed."""

from typing import Final

from hal.ports import Millis

START_AT: Final = Millis(10_000)
"""The time at which a capture begins; the zero of a clock is arbitrary."""


class ReplayClock:
    """Implements `hal.ports.Clock`: the time of a capture."""

    def __init__(self) -> None:
        self._now = START_AT

    def now(self) -> Millis:
        """Return the time as last set."""
        return self._now

    def advance_to(self, moment: Millis) -> None:
        """Let the time be `moment`, unless it is past."""
        self._now = max(self._now, moment)
