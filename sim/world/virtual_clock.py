"""Time that a script moves."""

from hal.ports import Millis


class VirtualClock:
    """Implements `hal.ports.Clock`: it stops until it is moved, and never goes back.

    Not modelled: a host that is late.
    """

    def __init__(self, start_ms: int = 0) -> None:
        self._now = Millis(start_ms)

    def now(self) -> Millis:
        """Return the time as last set."""
        return self._now

    def advance(self, delta_ms: int) -> None:
        """Let `delta_ms` pass."""
        self.advance_to(Millis(self._now + delta_ms))

    def advance_to(self, moment_ms: Millis) -> None:
        """Let the time be `moment_ms`; raises ValueError for one that is past."""
        if moment_ms < self._now:
            raise ValueError(f"{moment_ms} ms is before now, {self._now} ms")
        self._now = moment_ms
